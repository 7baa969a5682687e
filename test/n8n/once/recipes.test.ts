import type { IDataObject } from 'n8n-workflow';

import { filledIn } from '../../../examples/demo/fillIn';
import { withPinnedAnswers } from '../../../examples/demo/pinned';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import type { N8n } from '../../../tools/n8n/n8n';
import { outputOf, type Execution } from '../../../tools/n8n/rest';
import { firstSweepstakes, type Picked } from '../../../tools/sandbox';
import { sharedN8n } from '../shared';
import { DIALECT } from './people';

/* The examples with services of other people, whose answers are pinned. Each is run twice: nothing may be there twice. */

const HOUR_MS = 60 * 60_000;

let n8n: N8n;
let sandbox: Sandbox;
let sweepstakes: Picked;

beforeAll(async () => {
	n8n = await sharedN8n();
});

/** Starts a sandbox with its sample sweepstakes and five participants. */
async function open(options: SandboxOptions = {}): Promise<void> {
	await sandbox?.close();
	sandbox = await startSandbox({ dialect: DIALECT, ...options });
	sweepstakes = await firstSweepstakes(sandbox);
	sandbox.clearCalls();
}
beforeEach(async () => await open());
afterAll(async () => await sandbox?.close());

type Run = (more?: Record<string, IDataObject[]>) => Promise<Execution>;

/** Imports an example. The function it returns runs it from a trigger, with these answers instead of the usual ones. */
async function imported(name: string, trigger: string): Promise<Run> {
	const credential = await n8n.createAccountCredential(sandbox);
	const workflow = filledIn(`${name}.json`, { credential, sweepstakes });
	const settings = { ...workflow.settings, saveManualExecutions: true };
	const { id } = await n8n.createWorkflow(withPinnedAnswers(name, { ...workflow, settings }));
	return async (more) => {
		if (more) await n8n.pinData(id, withPinnedAnswers(name, workflow, more).pinData!);
		return await n8n.runWorkflow(id, trigger);
	};
}

const succeeded = (path: string) =>
	sandbox.calls().filter((one) => one.path === path && one.status < 300).length;

/** In the reference, the names stand among the columns of the entry form, and a phone number has 10 digits. */
function withNames(entry: IDataObject, form: unknown): IDataObject {
	const { FirstName, LastName } = (form ?? {}) as IDataObject;
	return { FirstName, LastName, ...entry };
}

const person = async (KeyEmail: string) => {
	const { Data } = await sandbox.api<{ Data: { Entries: IDataObject[] } }>('/participants/single', {
		SweepstakesToken: sweepstakes.token,
		KeyEmail,
	});
	return Data.Entries.map(({ EntryPagesFields, ...entry }) => withNames(entry, EntryPagesFields));
};

const hasRun = ({ data }: Execution, node: string) => data.resultData.runData[node] !== undefined;

describe('google-sheet-to-participants', () => {
	const RESULTS = [
		{ row_number: 2, Result: 'added' },
		{ row_number: 3, Result: 'already entered' },
		{ row_number: 4, Result: expect.stringMatching(/^not added: .*“Email” must be/) },
	];

	it('adds each row once, writes back what became of it, and leaves out rows that are done', async () => {
		const run = await imported('google-sheet-to-participants', 'By Hand');
		expect(outputOf(await run(), 'Result')).toEqual(RESULTS);
		expect(await person('ida@example.com')).toMatchObject([{ FirstName: 'Ida', LastName: 'Test' }]);
		expect(succeeded('/participants/add')).toBe(1);

		const again = outputOf(await run(), 'Result');
		expect(again).toEqual([{ row_number: 2, Result: 'already entered' }, ...RESULTS.slice(1)]);
		expect(succeeded('/participants/add')).toBe(1);
	});

	it('tries a corrected row again, and leaves it out once it is added', async () => {
		const run = await imported('google-sheet-to-participants', 'By Hand');
		const rows = ['tim@', 'tim@example.com'].map((Email) => ({
			row_number: 4,
			Email,
			Phone: '+12025550154',
			'First Name': 'Tim',
			'Last Name': 'Test',
			Result: '',
		}));
		const [first] = outputOf(await run({ 'Read Rows': [rows[0]!] }), 'Result');
		const corrected = { ...rows[1]!, Result: String(first!['Result']) };
		expect(outputOf(await run({ 'Read Rows': [corrected] }), 'Result')).toEqual([
			{ row_number: 4, Result: 'added' },
		]);
		const done = await run({ 'Read Rows': [{ ...corrected, Result: 'added' }] });
		expect(hasRun(done, 'Add Participant')).toBe(false);
	});
});

describe('typeform-to-participant', () => {
	it('adds a person once, however often the form arrives', async () => {
		const run = await imported('typeform-to-participant', 'Form Submitted');
		for (let time = 0; time < 2; time++) expect((await run()).status).toBe('success');
		expect(await person('ida@example.com')).toMatchObject([
			{ FirstName: 'Ida', LastName: 'Rhodes', KeyPhoneNumber: expect.stringMatching(/2025550150$/) },
		]);
		expect(succeeded('/participants/add')).toBe(1);
	});

	it('adds nobody who does not agree to the rules', async () => {
		const run = await imported('typeform-to-participant', 'Form Submitted');
		await run({
			'Form Submitted': [
				{ Email: 'ida@example.com', 'Do you agree to the official rules?': false },
				{ Email: 'una@example.com' },
			],
		});
		expect(sandbox.calls()).toEqual([]);
	});

	it('fails if the service refuses an entry, so that n8n keeps it', async () => {
		const run = await imported('typeform-to-participant', 'Form Submitted');
		await sandbox.api('/sweepstakes/pause', { SweepstakesToken: sweepstakes.token });
		const execution = await run();
		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.message).toMatch(/paused/);
	});
});

describe('shop-order-to-bonus-entries', () => {
	const bonus = async (email: string) => (await person(email)).map(({ BonusEntries }) => BonusEntries);
	const order = (id: number, email: string, total_price: string) => ({
		id,
		email,
		phone: '+12025550155',
		total_price,
		customer: { first_name: 'Nora', last_name: 'Test' },
	});

	it('gives a customer one bonus entry for each full 10, once for each order', async () => {
		const run = await imported('shop-order-to-bonus-entries', 'Order Paid');
		const [before] = (await bonus('grace@example.com')) as [number];
		for (let time = 0; time < 2; time++) expect((await run()).status).toBe('success');
		expect(await bonus('grace@example.com')).toEqual([before + 4]);

		await run({ 'Order Paid': [order(2, 'grace@example.com', '10.00')] });
		expect(await bonus('grace@example.com')).toEqual([before + 5]);
	});

	it('enters a new customer, with no bonus for less than 10', async () => {
		const run = await imported('shop-order-to-bonus-entries', 'Order Paid');
		for (let time = 0; time < 2; time++) await run({ 'Order Paid': [order(3, 'new@example.com', '9.99')] });
		expect(await bonus('new@example.com')).toEqual([0]);
		await run({ 'Order Paid': [order(4, 'new@example.com', '25.00')] });
		expect(await bonus('new@example.com')).toEqual([2]);
		expect(succeeded('/participants/add')).toBe(1);
	});

	it('loses no bonus if a node fails: a retry goes on there, and the order counts once', async () => {
		const run = await imported('shop-order-to-bonus-entries', 'Order Paid');
		const [before] = (await bonus('grace@example.com')) as [number];
		sandbox.faults([{ path: '/participants/updateBonusEntries', status: 400 }]);
		const failed = await run();
		expect(failed.data.resultData.lastNodeExecuted).toBe('Add Bonus Entries');
		expect(hasRun(await run(), 'Enter Customer')).toBe(false);
		expect((await n8n.retryExecution(failed.id)).status).toBe('success');
		expect(await bonus('grace@example.com')).toEqual([before + 4]);
	});

	it('counts an order of WooCommerce once, as soon as it is paid', async () => {
		const run = await imported('shop-order-to-bonus-entries', 'Order Paid');
		const of = (status: string) => ({
			'Order Paid': [
				{
					id: 727,
					status,
					total: '29.35',
					billing: { first_name: 'Una', last_name: 'Test', email: 'una@example.com', phone: '+12025550151' },
				},
			],
		});
		for (const status of ['pending', 'on-hold', 'failed']) await run(of(status));
		expect(sandbox.calls()).toEqual([]);
		for (const status of ['processing', 'processing', 'completed']) await run(of(status));
		expect(await person('una@example.com')).toMatchObject([
			{
				FirstName: 'Una',
				LastName: 'Test',
				KeyPhoneNumber: expect.stringMatching(/2025550151$/),
				BonusEntries: 2,
			},
		]);
		expect(succeeded('/participants/updateBonusEntries')).toBe(1);
	});

	it('leaves out an order without an email address', async () => {
		const run = await imported('shop-order-to-bonus-entries', 'Order Paid');
		expect((await run({ 'Order Paid': [order(5, '', '25.00')] })).status).toBe('success');
		expect(sandbox.calls()).toEqual([]);
	});
});

describe('winners-to-invoice-sheet-slack', () => {
	it('invoices each winner once, writes one row for each, and tells the team once', async () => {
		await sandbox.api('/winners/draw', {
			sweepstakesToken: sweepstakes.token,
			howManyWinnersToPick: 2,
			group: 'allgroups',
		});
		const run = await imported('winners-to-invoice-sheet-slack', 'New Winner');
		const first = await run();
		const rows = outputOf(first, 'Row');
		expect(rows).toEqual(
			[1, 2].map(() => expect.objectContaining({ Invoice: expect.stringMatching(/^INV-/) })),
		);
		expect(new Set(rows.map((row) => row['Winner ID'])).size).toBe(2);
		const names = rows.map(({ Name, Invoice }) => `• ${String(Name)}, invoice ${String(Invoice)}`);
		expect(outputOf(first, 'Message')).toEqual([{ Text: ['We have 2 winners:', ...names].join('\n') }]);

		const again = await run();
		expect(outputOf(again, 'Row')).toEqual(rows);
		expect(hasRun(again, 'Message')).toBe(false);
		expect(succeeded('/invoices/create')).toBe(2);
	});

	it('says in the row why a winner has no invoice', async () => {
		await sandbox.api('/winners/draw', {
			sweepstakesToken: sweepstakes.token,
			howManyWinnersToPick: 1,
			group: 'allgroups',
		});
		sandbox.faults([{ path: '/invoices/create', status: 400 }]);
		const run = await imported('winners-to-invoice-sheet-slack', 'New Winner');
		expect(outputOf(await run(), 'Row')).toEqual([
			expect.objectContaining({ Invoice: expect.stringMatching(/^not created: /), Link: '' }),
		]);
	});
});

describe('tell-winners', () => {
	const emailsSent = async () => {
		const { Data } = await sandbox.api<{ Data: { Email: IDataObject } }>('/messaging/usage');
		return Data.Email['Used'];
	};
	const sentTo = (execution: Execution) =>
		outputOf(execution, 'Tell Winner').map(({ Email, Duplicate }) => [Email, Duplicate]);

	it('draws and invoices once, and sends each winner one message with the link to the invoice', async () => {
		const run = await imported('tell-winners', 'By Hand');
		const first = await run();
		expect(first.status).toBe('success');
		const winners = outputOf(first, 'Create Invoice');
		expect(new Set(winners.map(({ Email }) => Email)).size).toBe(3);
		expect(sentTo(first)).toEqual(winners.map(({ Email }) => [Email, false]));
		const bodies = sandbox.calls().filter(({ path }) => path === '/messaging/send');
		expect(bodies.map(({ body }) => body)).toEqual(
			winners.map(({ ParticipantToken, FirstName, InvoiceToken, PublicLink }) => ({
				ParticipantToken,
				Channel: 'email',
				Subject: `You have won, ${String(FirstName)}!`,
				Message: expect.stringContaining(`\n${String(PublicLink)}\n`),
				IdempotencyKey: `prize-${String(InvoiceToken)}`,
			})),
		);

		const again = await run();
		expect(again.status).toBe('success');
		expect(sentTo(again).sort()).toEqual(winners.map(({ Email }) => [Email, true]).sort());
		expect(succeeded('/winners/draw')).toBe(1);
		expect(succeeded('/invoices/create')).toBe(3);
		expect(await emailsSent()).toBe(3);
	});

	it('fails if a winner was not told, and the next run tells only this one', async () => {
		const run = await imported('tell-winners', 'By Hand');
		sandbox.faults([{ path: '/messaging/send', status: 400 }]);
		const failed = await run();
		expect(failed.data.resultData.lastNodeExecuted).toBe('Some Were Not Told');
		expect(await emailsSent()).toBe(2);

		const duplicates = sentTo(await run()).map(([, duplicate]) => duplicate);
		expect(duplicates.sort()).toEqual([false, true, true]);
		expect(await emailsSent()).toBe(3);
	});

	it('fails if a winner is on the do-not-contact list, and tells the others', async () => {
		const run = await imported('tell-winners', 'By Hand');
		const draw = { sweepstakesToken: sweepstakes.token, howManyWinnersToPick: 2, group: 'allgroups' };
		const { Winners } = await sandbox.api<{ Winners: IDataObject[] }>('/winners/draw', draw);
		const Address = String(Winners[0]!['Email'] ?? Winners[0]!['KeyEmail']);
		sandbox.suppress({ Channel: 'email', Address, Reason: 'unsubscribe' });
		const execution = await run();
		expect(execution.status).toBe('error');
		expect(outputOf(execution, 'Skipped')).toEqual([
			expect.objectContaining({ Email: Address, Reason: 'Suppressed' }),
		]);
		expect(await emailsSent()).toBe(1);
	});
});

describe('opt-outs-both-ways', () => {
	const onList = async () => {
		const { Data } = await sandbox.api<{ Data: { Suppressions: IDataObject[] } }>('/messaging/suppressions');
		return Data.Suppressions.map(({ Address, Reason }) => [Address, Reason]).sort();
	};
	const inSheet = (...addresses: unknown[]) => ({
		'Read Rows': addresses.map((Address, index) => ({ row_number: index + 2, Address: Address as string })),
	});
	const ADD = '/messaging/add-suppressions';

	it('puts the sheet on the list and the list into the sheet, and a second run does nothing', async () => {
		sandbox.suppress({ Channel: 'email', Address: 'grace@example.com', Reason: 'unsubscribe' });
		sandbox.suppress({ Channel: 'sms', Address: '+12025550199', Reason: 'stop' });
		const before = await onList();
		const run = await imported('opt-outs-both-ways', 'By Hand');
		const first = await run();
		expect(first.status).toBe('success');
		const rows = outputOf(first, 'Row');
		expect(rows.map(({ Address, Reason }) => [Address, Reason]).sort()).toEqual(before);
		expect(rows).toEqual(
			before.map(() => expect.objectContaining({ Since: expect.stringMatching(/^\d{4}-/) })),
		);
		const after = await onList();
		expect(after).toHaveLength(4);
		expect(after).toEqual(
			expect.arrayContaining([
				...before,
				['ida@example.com', 'manual'],
				[expect.stringMatching(/2025550150$/), 'manual'],
			]),
		);
		expect(succeeded(ADD)).toBe(2);

		const appended = rows.map(({ Address }) => Address);
		const again = await run(inSheet('Ida@Example.com', 12025550150, ...appended));
		expect(again.status).toBe('success');
		expect(hasRun(again, 'Which Are Missing?')).toBe(true);
		expect(['Row', 'Append Row', 'Suppress'].filter((node) => hasRun(again, node))).toEqual([]);
		expect(await onList()).toEqual(after);
		expect(succeeded(ADD)).toBe(2);
	});

	it('works with an empty sheet, and with an empty list', async () => {
		const run = await imported('opt-outs-both-ways', 'By Hand');
		const emptyList = await run(inSheet('ida@example.com'));
		expect(outputOf(emptyList, 'Suppress')).toEqual([expect.objectContaining({ suppressed: true })]);
		expect(hasRun(emptyList, 'Append Row')).toBe(false);
		const emptySheet = await run(inSheet());
		expect(outputOf(emptySheet, 'Row')).toEqual([expect.objectContaining({ Address: 'ida@example.com' })]);
		expect(hasRun(emptySheet, 'Suppress')).toBe(false);
	});

	it('fails if an address is not accepted, after everything else is done', async () => {
		sandbox.suppress({ Channel: 'email', Address: 'grace@example.com', Reason: 'unsubscribe' });
		const run = await imported('opt-outs-both-ways', 'By Hand');
		const execution = await run(inSheet('tim@', 'ida@example.com'));
		expect(execution.data.resultData.lastNodeExecuted).toBe('Some Were Not Suppressed');
		expect(hasRun(execution, 'Append Row')).toBe(true);
		expect(await onList()).toEqual([
			['grace@example.com', 'unsubscribe'],
			['ida@example.com', 'manual'],
		]);
	});
});

describe('nightly-check', () => {
	it('sends nothing if nothing needs a person', async () => {
		const execution = await (await imported('nightly-check', 'Every Night'))();
		expect(execution.status).toBe('success');
		expect(hasRun(execution, 'Findings')).toBe(true);
		expect(hasRun(execution, 'Message')).toBe(false);
	});

	it('sends one message about the plan, the codes, the drawings and the entries', async () => {
		await open({
			dialect: 'reference',
			accounts: [{ plan: { MaxSweepstakesAllowed: 1 } }],
			sample: true,
		});
		const { token } = sweepstakes;
		await sandbox.api('/codes/create', { SweepstakesToken: token, Codes: ['SUN-1'] });
		const tomorrow = new Date(sandbox.now() + 24 * HOUR_MS).toISOString();
		await sandbox.api('/winners/schedule', {
			sweepstakesToken: token,
			group: 'allgroups',
			selectedAction: 1,
			scheduleMode: 'schedule',
			howManyWinnersToPick: 2,
			endDate: tomorrow.slice(0, 10),
			endTime: '18:00',
			timezone: 1,
		});
		const execution = await (await imported('nightly-check', 'By Hand'))();
		expect(outputOf(execution, 'Message')).toEqual([
			{
				Subject: 'Your sweepstakes need a look',
				Text: [
					'Sweepstakes in your plan: 1 of 1',
					'Codes left: 1',
					`Winners to be drawn on ${tomorrow.slice(0, 10)} at 18:00: 2`,
					'',
					'Entries since yesterday: 5',
				].join('\n'),
			},
		]);
	});

	it('says that nobody has entered since yesterday, and which check failed', async () => {
		const start = Date.now() - 48 * HOUR_MS;
		let isLater = false;
		await open({ now: () => (isLater ? Date.now() : start) });
		isLater = true;
		sandbox.faults([{ path: '/codes/stats', status: 400 }]);
		const [message] = outputOf(await (await imported('nightly-check', 'By Hand'))(), 'Message');
		expect(String(message!['Text']).split('\n')).toEqual([
			expect.stringMatching(/^Codes could not be checked: ./),
			'Nobody has entered since yesterday',
			'',
			'Entries since yesterday: 0',
		]);
	});
});

describe('check-your-account', () => {
	it('reads once with every node, and says what was read', async () => {
		await open({ accounts: [{ administrator: true }], sample: true });
		const rows = outputOf(await (await imported('check-your-account', 'By Hand'))(), 'Summary');
		expect(rows.filter(({ Result }) => Result === 'failed')).toEqual([]);
		expect(rows).toContainEqual({ Check: 'Participants', Result: 'read, 5', Error: '' });
		const writes = sandbox
			.calls()
			.filter(({ path }) => /create|add|update|delete|draw|send|upload/.test(path));
		expect(writes).toEqual([]);
	});
});
