import type { IDataObject } from 'n8n-workflow';

import { HOUR_MS } from '../../support/constants';
import { withPinnedAnswers } from '../../../examples/demo/pinned';
import { getOutput, type Execution } from '../../../tools/n8n/rest';
import { beforeRelease } from '../../support/n8n/release';
import {
	listSuccessful,
	findBonus,
	chooseExample,
	draw,
	findEntries,
	hasRun,
	inBoth,
	n8n,
	open,
	recordsAt,
	sandbox,
	sweepstakes,
} from '../../support/n8n/workflows';

/*
 * The examples with third-party services, whose replies are pinned. Each example runs twice and must not create
 * duplicates.
 */

type Run = (more?: Record<string, IDataObject[]>) => Promise<Execution>;

/**
 * Imports an example.
 *
 * @returns a function that runs the example from a trigger, with replies that override the usual ones
 */
async function imported(name: string, trigger: string): Promise<Run> {
	const workflow = await chooseExample(name);
	const settings = { ...workflow.settings, saveManualExecutions: true };
	const { id } = await n8n.createWorkflow(withPinnedAnswers(name, { ...workflow, settings }));
	return async (more) => {
		if (more) await n8n.pinData(id, withPinnedAnswers(name, workflow, more).pinData!);
		return await n8n.runWorkflow(id, trigger);
	};
}

describe('google-sheet-to-participants', () => {
	const RESULTS = [
		{ row_number: 2, Result: 'added' },
		{ row_number: 3, Result: 'already entered' },
		{ row_number: 4, Result: expect.stringMatching(/^not added: .*“Email” must be/) },
	];

	inBoth(
		'adds each row only once, writes the result into the sheet, and leaves out rows that are done',
		async () => {
			const run = await imported('google-sheet-to-participants', 'By Hand');
			expect(getOutput(await run(), 'Result')).toEqual(RESULTS);
			expect(await findEntries('ida@example.com')).toMatchObject([{ FirstName: 'Ida', LastName: 'Test' }]);
			const again = getOutput(await run(), 'Result');
			expect(again).toEqual([{ row_number: 2, Result: 'already entered' }, ...RESULTS.slice(1)]);
			expect(listSuccessful('/participants/add')).toHaveLength(1);
		},
	);

	beforeRelease('tries a corrected row again, and skips the row when it has been added', async () => {
		const run = await imported('google-sheet-to-participants', 'By Hand');
		const tim = { Email: 'tim@example.com', Phone: '+12025550154', 'First Name': 'Tim', 'Last Name': 'Test' };
		const row = (Result: string) => ({ 'Read Rows': [{ row_number: 4, ...tim, Result }] });
		const corrected = await run(row('not added: “Email” must be an email address'));
		expect(getOutput(corrected, 'Result')).toEqual([{ row_number: 4, Result: 'added' }]);
		expect(hasRun(await run(row('added')), 'Add Participant')).toBe(false);
	});
});

describe('typeform-to-participant', () => {
	inBoth('adds a person only once, however often Typeform sends the same form', async () => {
		const run = await imported('typeform-to-participant', 'Form Submitted');
		for (let time = 0; time < 2; time++) expect((await run()).status).toBe('success');
		expect(await findEntries('ida@example.com')).toMatchObject([
			{ FirstName: 'Ida', LastName: 'Rhodes', KeyPhoneNumber: expect.stringMatching(/2025550150$/) },
		]);
		expect(listSuccessful('/participants/add')).toHaveLength(1);
	});

	beforeRelease(
		'does not add people who did not consent, and fails if the service refuses an entry',
		async () => {
			const run = await imported('typeform-to-participant', 'Form Submitted');
			await sandbox.api('/sweepstakes/pause', { SweepstakesToken: sweepstakes.token });
			expect((await run()).data.resultData.error?.message).toMatch(/paused/);
			sandbox.clearCalls();
			const no = { Email: 'ida@example.com', 'Do you agree to the official rules?': false };
			await run({ 'Form Submitted': [no, { Email: 'una@example.com' }] });
			expect(sandbox.calls()).toEqual([]);
		},
	);
});

describe('shop-order-to-bonus-entries', () => {
	const GRACE = 'grace@example.com';
	const customer = { first_name: 'Nora', last_name: 'Test' };
	const order = (id: number, email: string, total_price: string) => ({
		'Order Paid': [{ id, email, phone: '+12025550155', total_price, customer }],
	});

	inBoth(
		'gives a customer one bonus entry for each full 10 of an order’s total, and counts each order once',
		async () => {
			const run = await imported('shop-order-to-bonus-entries', 'Order Paid');
			const [before] = (await findBonus(GRACE)) as [number];
			for (let time = 0; time < 2; time++) expect((await run()).status).toBe('success');
			expect(await findBonus(GRACE)).toEqual([before + 4]);
			await run(order(2, GRACE, '10.00'));
			expect(await findBonus(GRACE)).toEqual([before + 5]);

			for (let time = 0; time < 2; time++) await run(order(3, 'new@example.com', '9.99'));
			expect(await findBonus('new@example.com')).toEqual([0]);
			await run(order(4, 'new@example.com', '25.00'));
			expect(await findBonus('new@example.com')).toEqual([2]);
			await run(order(5, '', '25.00'));
			expect(listSuccessful('/participants/add')).toHaveLength(1);
		},
	);

	beforeRelease(
		'counts an order only once even if n8n retries the execution from a node that failed',
		async () => {
			const run = await imported('shop-order-to-bonus-entries', 'Order Paid');
			const [before] = (await findBonus(GRACE)) as [number];
			sandbox.faults([{ path: '/participants/updateBonusEntries', status: 400 }]);
			const failed = await run();
			expect(failed.data.resultData.lastNodeExecuted).toBe('Add Bonus Entries');
			expect(hasRun(await run(), 'Enter Customer')).toBe(false);
			expect((await n8n.retryExecution(failed.id)).status).toBe('success');
			expect(await findBonus(GRACE)).toEqual([before + 4]);
		},
	);

	beforeRelease('counts a WooCommerce order only once, as soon as it is paid', async () => {
		const run = await imported('shop-order-to-bonus-entries', 'Order Paid');
		const una = { first_name: 'Una', last_name: 'Test', email: 'una@example.com', phone: '+12025550151' };
		const of = (status: string) => ({ 'Order Paid': [{ id: 727, status, total: '29.35', billing: una }] });
		await run(of('pending'));
		expect(sandbox.calls()).toEqual([]);
		for (const status of ['processing', 'completed']) await run(of(status));
		expect(await findEntries('una@example.com')).toMatchObject([{ FirstName: 'Una', BonusEntries: 2 }]);
		expect(listSuccessful('/participants/updateBonusEntries')).toHaveLength(1);
	});
});

describe('new-winner-invoice-google-sheet-slack', () => {
	inBoth('invoices each winner only once, writes one row for each, and tells the team once', async () => {
		await draw(2);
		const run = await imported('new-winner-invoice-google-sheet-slack', 'New Winner');
		const first = await run();
		const rows = getOutput(first, 'Row');
		expect(rows.map(({ Invoice }) => String(Invoice).slice(0, 4))).toEqual(['INV-', 'INV-']);
		expect(new Set(rows.map((row) => row['Winner ID'])).size).toBe(2);
		const names = rows.map(({ Name, Invoice }) => `• ${String(Name)}, invoice ${String(Invoice)}`);
		expect(getOutput(first, 'Message')).toEqual([{ Text: ['We have 2 winners:', ...names].join('\n') }]);

		const again = await run();
		expect(getOutput(again, 'Row')).toEqual(rows);
		expect(hasRun(again, 'Message')).toBe(false);
		expect(listSuccessful('/invoices/create')).toHaveLength(2);
	});

	beforeRelease('writes into the row why a winner has no invoice', async () => {
		await draw(1);
		sandbox.faults([{ path: '/invoices/create', status: 400 }]);
		const run = await imported('new-winner-invoice-google-sheet-slack', 'New Winner');
		expect(getOutput(await run(), 'Row')).toEqual([
			expect.objectContaining({ Invoice: expect.stringMatching(/^not created: /), Link: '' }),
		]);
	});
});

describe('tell-the-winners', () => {
	const sentTo = (execution: Execution) =>
		getOutput(execution, 'Tell Winner').map(({ Email, Duplicate }) => [Email, Duplicate]);

	inBoth(
		'draws and invoices only once, and sends each winner one message with the invoice’s link',
		async () => {
			const run = await imported('tell-the-winners', 'By Hand');
			const first = await run();
			expect(first.status).toBe('success');
			const winners = getOutput(first, 'Create Invoice');
			expect(new Set(winners.map(({ Email }) => Email)).size).toBe(3);
			expect(sentTo(first)).toEqual(winners.map(({ Email }) => [Email, false]));
			expect(listSuccessful('/messaging/send').map(({ body }) => body)).toEqual(
				winners.map(({ ParticipantToken, FirstName, InvoiceToken, PublicLink }) => ({
					ParticipantToken,
					Channel: 'email',
					Subject: `Your ticket is reserved, ${String(FirstName)}`,
					Message: expect.stringContaining(`\n${String(PublicLink)}\n`),
					IdempotencyKey: `ticket-${String(InvoiceToken)}`,
				})),
			);

			const again = await run();
			expect(again.status).toBe('success');
			expect(sentTo(again).sort()).toEqual(winners.map(({ Email }) => [Email, true]).sort());
			expect(listSuccessful('/winners/draw')).toHaveLength(1);
			expect(listSuccessful('/invoices/create')).toHaveLength(3);
		},
	);

	beforeRelease(
		'if some winners cannot be told, tells the others and fails, and the next run tells only the missed ones',
		async () => {
			const run = await imported('tell-the-winners', 'By Hand');
			// Winners of one draw are listed in the order of their IDs.
			const byId = (one: IDataObject) => String(one['ParticipantToken']);
			const [winner] = (await draw(3)).sort((a, b) => byId(a).localeCompare(byId(b)));
			const Address = String(winner!['Email'] ?? winner!['KeyEmail']);
			sandbox.suppress({ Channel: 'email', Address, Reason: 'unsubscribe' });
			sandbox.faults([{ path: '/messaging/send' }, { path: '/messaging/send', status: 400 }]);
			const first = await run();
			expect(first.status).toBe('error');
			expect(getOutput(first, 'Skipped')).toMatchObject([{ Email: Address, Reason: 'Suppressed' }]);

			const duplicates = sentTo(await run()).map(([, duplicate]) => duplicate);
			expect(duplicates.filter((duplicate) => duplicate === true)).toHaveLength(1);
			const { Data } = await sandbox.api<{ Data: { Email: IDataObject } }>('/messaging/usage');
			expect(Data.Email['Used']).toBe(2);
		},
	);
});

describe('sync-opt-outs', () => {
	const onList = async () =>
		(await recordsAt('/messaging/suppressions', 'Suppressions'))
			.map(({ Address, Reason }) => [Address, Reason])
			.sort();
	const inSheet = (...addresses: unknown[]) => ({
		'Read Rows': addresses.map((Address, index) => ({ row_number: index + 2, Address: Address as string })),
	});
	const ADD = '/messaging/add-suppressions';

	inBoth(
		'adds the sheet’s addresses to the do-not-contact list and the list’s addresses to the sheet, each only once',
		async () => {
			sandbox.suppress({ Channel: 'email', Address: 'grace@example.com', Reason: 'unsubscribe' });
			sandbox.suppress({ Channel: 'sms', Address: '+12025550199', Reason: 'stop' });
			const before = await onList();
			const run = await imported('sync-opt-outs', 'By Hand');
			const rows = getOutput(await run(), 'Row');
			expect(rows.map(({ Address, Reason }) => [Address, Reason]).sort()).toEqual(before);
			for (const { Since } of rows) expect(Since).toMatch(/^\d{4}-/);
			const after = await onList();
			expect(after).toHaveLength(4);
			expect(after).toEqual(
				expect.arrayContaining([
					...before,
					['ida@example.com', 'manual'],
					[expect.stringMatching(/2025550150$/), 'manual'],
				]),
			);

			const appended = rows.map(({ Address }) => Address);
			const again = await run(inSheet('Ida@Example.com', 12025550150, ...appended));
			expect(hasRun(again, 'Which Are Missing?')).toBe(true);
			expect(['Row', 'Append Row', 'Add to List'].filter((node) => hasRun(again, node))).toEqual([]);
			expect(await onList()).toEqual(after);
			expect(listSuccessful(ADD)).toHaveLength(2);
		},
	);

	beforeRelease('works with an empty do-not-contact list and with an empty sheet', async () => {
		const run = await imported('sync-opt-outs', 'By Hand');
		const emptyList = await run(inSheet('ida@example.com'));
		expect(getOutput(emptyList, 'Add to List')).toEqual([expect.objectContaining({ doNotContact: true })]);
		expect(hasRun(emptyList, 'Append Row')).toBe(false);
		const emptySheet = await run(inSheet());
		expect(getOutput(emptySheet, 'Row')).toEqual([expect.objectContaining({ Address: 'ida@example.com' })]);
		expect(hasRun(emptySheet, 'Add to List')).toBe(false);
	});

	beforeRelease(
		'if the service does not accept an address, does everything else and then fails',
		async () => {
			sandbox.suppress({ Channel: 'email', Address: 'grace@example.com', Reason: 'unsubscribe' });
			const run = await imported('sync-opt-outs', 'By Hand');
			const execution = await run(inSheet('tim@', 'ida@example.com'));
			expect(execution.data.resultData.lastNodeExecuted).toBe('Some Were Not Added');
			expect(hasRun(execution, 'Append Row')).toBe(true);
			expect(await onList()).toEqual([
				['grace@example.com', 'unsubscribe'],
				['ida@example.com', 'manual'],
			]);
		},
	);
});

describe('nightly-check', () => {
	inBoth('does not send a message if nothing needs a person’s attention', async () => {
		const execution = await (await imported('nightly-check', 'Every Night'))();
		expect(execution.status).toBe('success');
		expect(hasRun(execution, 'Findings')).toBe(true);
		expect(hasRun(execution, 'Message')).toBe(false);
	});

	beforeRelease('sends one message about the plan, the codes, the drawings and the entries', async () => {
		const accounts = [{ plan: { MaxSweepstakesAllowed: 1 } }];
		await open({ dialect: 'reference', accounts, sample: true });
		const { token } = sweepstakes;
		await sandbox.api('/codes/create', { SweepstakesToken: token, Codes: ['SUN-1'] });
		const tomorrow = new Date(sandbox.now() + 24 * HOUR_MS).toISOString().slice(0, 10);
		await sandbox.api('/winners/schedule', {
			sweepstakesToken: token,
			group: 'allgroups',
			selectedAction: 1,
			scheduleMode: 'schedule',
			howManyWinnersToPick: 2,
			endDate: tomorrow,
			endTime: '18:00',
			timezone: 1,
		});
		const execution = await (await imported('nightly-check', 'By Hand'))();
		expect(getOutput(execution, 'Message')).toEqual([
			{
				Subject: 'Your sweepstakes need a look',
				Text: [
					'Sweepstakes in your plan: 1 of 1',
					'Codes left: 1',
					`Winners to be drawn on ${tomorrow} at 18:00: 2`,
					'',
					'Entries since yesterday: 5',
				].join('\n'),
			},
		]);
	});

	beforeRelease(
		'says in its message that a check failed, and that nobody has entered since yesterday',
		async () => {
			const start = Date.now() - 48 * HOUR_MS;
			let isLater = false;
			await open({ now: () => (isLater ? Date.now() : start) });
			isLater = true;
			sandbox.faults([{ path: '/codes/stats', status: 400 }]);
			const [message] = getOutput(await (await imported('nightly-check', 'By Hand'))(), 'Message');
			expect(String(message!['Text']).split('\n')).toEqual([
				expect.stringMatching(/^Codes could not be checked: ./),
				'Nobody has entered since yesterday',
				'',
				'Entries since yesterday: 0',
			]);
		},
	);
});
