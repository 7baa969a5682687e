import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesApiCall } from '../../nodes/SweepstakesApiCall/SweepstakesApiCall.node';
import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesMessage } from '../../nodes/SweepstakesMessage/SweepstakesMessage.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { byId, rowsIn, type Entry } from '../catalogue';
import { byExpression } from '../catalogue/people';
import type { RunOptions } from '../support/engine/engine';
import { findOperation } from '../support/engine/nodes';
import { listShown } from '../support/engine/panel';
import { listRecords } from '../support/records';
import { USUAL_DIALECTS } from '../support/services';
import { listJson } from '../support/engine/stage';
import { openStages, stage as one } from '../support/engine/resource';
import { ID } from '../support/constants';
import { shareWorld, stage, uniqueOne, world } from '../support/engine/world';

/*
 * Every operation of the catalogue runs with Options › Dry Run. The sandbox's records show what a run has changed, so
 * the test also covers future operations.
 */

const DRY_RUN = 'Dry run: nothing was sent or changed. Turn off “Options › Dry Run” to do it.';

const dryly = (parameters: INodeParameters): INodeParameters => ({
	...parameters,
	options: { ...(parameters.options as object), dryRun: true },
});

/** The rows of the operations that write, all of which offer a dry run. */
const isWriting = (row: Entry) => !findOperation(row).reads;

/** The labels of hidden fields that are sent nevertheless: a single drawing has no frequency. */
const SENT_HIDDEN = ['Frequency'];

/** Whether a key is the label of a field that the panel hides, and not of one that it shows. */
function isOfHiddenField(row: Entry, parameters: INodeParameters, key: string): boolean {
	const shown = listShown(row.node, { operation: row.operation, ...parameters });
	const labeled = findOperation(row).fields.filter(({ displayName }) => displayName === key);
	const isHidden = labeled.length > 0 && !labeled.some(({ name }) => shown.includes(name));
	return isHidden && !SENT_HIDDEN.includes(key);
}

/** The paths of the calls whose dry run returns the record, the people, or the message, instead of the request. */
const SHOWS_MORE = /\/delete|\/(winners\/draw|messaging\/send|codes\/send)$/;

// The client holds back a call whatever its dialect.
describe.each(USUAL_DIALECTS)('in the dialect %s, a dry run', (dialect) => {
	const rows = rowsIn(dialect).filter(isWriting);
	shareWorld({ dialect });

	const run = async (row: Entry, parameters: INodeParameters, options: Partial<RunOptions> = {}) =>
		await stage.run(row.node, row.operation, parameters, options);

	test.each(rows.map((row) => [row.title, row] as const))(
		'of “%s” writes nothing, even with “Retry On Fail”, and returns what would be sent',
		async (_title, row) => {
			const unique = uniqueOne();
			const parameters = await row.parameters(world, unique);
			const before = listRecords(stage.sandbox.store);
			const dry = await run(row, dryly(parameters), { retryOnFail: true });
			expect(dry.error?.message).toBeUndefined();
			expect(listRecords(stage.sandbox.store)).toEqual(before);
			expect(dry.hints[0]).toBe(DRY_RUN);
			const previews = listJson(dry);
			expect(previews.map(({ dryRun }) => dryRun)).toEqual(previews.map(() => true));
			expect(previews.filter(({ deleted }) => deleted)).toEqual([]);
			if (!SHOWS_MORE.test(row.path))
				expect(previews.flatMap(Object.keys).filter((key) => /^[a-z]\w*Token$/.test(key))).toEqual([]);
			expect(previews.flatMap(Object.keys).length).toBeGreaterThan(1);
			expect(previews.flatMap(Object.keys).filter((key) => isOfHiddenField(row, parameters, key))).toEqual(
				[],
			);
			// Only a node that looks for existing records could mistake its own preview for one.
			if (!row.stored || !previews.some(({ existed }) => existed !== undefined)) return;
			const count = () => row.stored!(stage.sandbox.store, unique, world);
			const stored = count();
			const real = await run(row, parameters);
			expect([real.error?.message, count()]).toEqual([undefined, stored + 1]);
			expect(real.hints.join()).not.toContain('Dry run');
		},
	);

	test.each(rows.filter(({ path }) => path.includes('/delete')).map((row) => [row.title, row] as const))(
		'of “%s” for two items returns as many deletions as a real run',
		async (_title, row) => {
			const parameters = byExpression(await row.parameters(world, uniqueOne()));
			const options = { items: [{}, {}] };
			const dry = await run(row, dryly(parameters), options);
			const real = await run(row, parameters, options);
			expect([dry.error?.message, dry.items.length]).toEqual([undefined, real.items.length]);
			expect(real.error?.message).toBeUndefined();
		},
	);
});

describe('in a dry run', () => {
	openStages();

	const invoice = (more: INodeParameters, options: IDataObject): INodeParameters => ({
		Name: 'Ada',
		Email: 'ada@example.com',
		titleToFind: 'Prize tax',
		items: { item: [{ Description: 'Tax', Quantity: 3, Rate: 33.35 }] },
		...more,
		options: options as INodeParameters,
	});

	test.each([
		['card', null, null],
		['check', 0, 98.11],
		['recipient', null, 98.11],
	])(
		'an invoice has the amounts that are known in advance for the payment method %s',
		async (PaymentMethod, FeeAmount, Total) => {
			const options = { PaymentMethod, DiscountAmount: 10, TaxRate: 8.95, dryRun: true };
			const { items, hints } = await one.run(
				new SweepstakesInvoice(),
				'create',
				invoice({ simplify: false }, options),
			);
			const amounts = { Subtotal: 100.05, DiscountAmount: 10, TaxAmount: 8.06, AmountBeforeFees: 98.11 };
			expect(items[0]!.json).toMatchObject({ ...amounts, FeeAmount, Total, existed: false });
			expect(hints[0]).toBe(DRY_RUN);
			expect(
				hints.includes('For card payments, the service adds its fees to the amount in “AmountBeforeFees”.'),
			).toBe(PaymentMethod === 'card');
		},
	);

	test('an invoice with nothing but an item shows the service’s defaults', async () => {
		const fields = { simplify: false, whenAlreadyInvoiced: 'create' };
		const { items, hints } = await one.run(
			new SweepstakesInvoice(),
			'create',
			invoice(fields, { dryRun: true }),
		);
		const none = { DiscountAmount: 0, TaxAmount: 0, Total: null, IssueDate: null };
		expect(items[0]!.json).toMatchObject({ ...none, AmountBeforeFees: 100.05, PaymentMethod: 'card' });
		expect(items[0]!.json).not.toHaveProperty('Title');
		expect(hints).toHaveLength(2);
		const paid = await one.run(
			new SweepstakesInvoice(),
			'create',
			invoice(fields, { dryRun: true, PaymentMethod: 'transfer' }),
		);
		expect(paid.items[0]!.json).toMatchObject({ FeeAmount: 0, Total: 100.05 });
		expect(one.callsTo('/invoices/create')).toBe(0);
	});

	test('items for which the expression is false are sent, and an empty expression is refused', async () => {
		const parameters = byExpression(invoice({}, { dryRun: '={{ $json.dry }}' }));
		const create = async (...rows: unknown[]) =>
			await one.run(new SweepstakesInvoice(), 'create', parameters, {
				items: rows.map((dry) => ({ dry })) as IDataObject[],
			});
		const empty = await create(false, '');
		expect(empty.error?.message).toContain('Item 2: “Options › Dry Run” is required');
		expect(one.callsTo('/invoices/create')).toBe(0);
		const { items, hints } = await create(true, true, false, false);
		expect(items.map(({ json: { dryRun, existed } }) => [dryRun, existed])).toEqual([
			[true, false],
			[true, true],
			[undefined, false],
			[undefined, true],
		]);
		expect(one.callsTo('/invoices/create')).toBe(1);
		expect(hints).toEqual(expect.arrayContaining(['Skipped 2 items: already invoiced.']));
		const later = await create(true);
		expect(later.items[0]!.json).toMatchObject({ dryRun: true, existed: true, Total: expect.any(Number) });
		expect(later.hints[0]).toBe(DRY_RUN);
	});

	test('an error does not claim that items were processed', async () => {
		const parameters = {
			sweepstakes: one.picked,
			participant: { __rl: true, mode: 'id', value: '={{ $json.email }}' },
			Message: 'Hello',
			options: { dryRun: true },
		};
		await one.addParticipant('ada@example.com');
		const { error } = await one.run(new SweepstakesMessage(), 'send', parameters, {
			items: [{ email: 'ada@example.com' }, { email: 'nobody@example.com' }],
		});
		expect(error?.message).toContain('Item 2');
		expect(error?.description).not.toContain('done');
	});

	test('a message shows its recipient and text', async () => {
		await one.addParticipant('ada@example.com', { KeyPhoneNumber: '+12025550123' }, { First_Name: 'Ada' });
		await one.addParticipant('cat@example.com');
		const { items, hints } = await one.run(
			new SweepstakesMessage(),
			'send',
			{
				sweepstakes: one.picked,
				participant: { __rl: true, mode: 'id', value: '={{ $json.email }}' },
				Channel: 'both',
				Subject: 'News',
				Message: '=Hello {{ $json.email }}',
				options: { dryRun: true, includeInputFields: true },
			},
			{ items: [{ email: 'ada@example.com' }, { email: 'cat@example.com' }] },
		);
		const told = items.map(({ json: { FirstName, Channel, address, subject, text } }) => [
			FirstName,
			Channel,
			address,
			subject,
			text,
		]);
		expect(told).toEqual([
			['Ada', 'email', 'ada@example.com', 'News', 'Hello ada@example.com'],
			['Ada', 'sms', expect.stringContaining('2025550123'), null, 'Hello ada@example.com'],
			['', 'email', 'cat@example.com', 'News', 'Hello cat@example.com'],
			['', 'sms', null, null, 'Hello cat@example.com'],
		]);
		expect(hints).toEqual([DRY_RUN]);
		expect(one.callsTo('/messaging/send')).toBe(0);
	});

	test('sending a code that belongs to nobody fails as in a real run', async () => {
		const { Data } = await one.api<{ Data: { Codes: [{ CouponToken: string }] } }>('/codes/create', {
			SweepstakesToken: one.sweepstakesToken,
			Codes: ['FREE1'],
		});
		const coupon = byId(Data.Codes[0].CouponToken);
		const send = async (options: INodeParameters) =>
			(await one.run(new SweepstakesCode(), 'send', { sweepstakes: one.picked, coupon, options })).error
				?.message;
		const dry = await send({ dryRun: true });
		expect(dry).toMatch(/./);
		expect(await send({})).toContain(dry!.split(':')[0]);
	});

	test('a code that cannot be deleted is shown with the reason', async () => {
		await one.api('/codes/create', { SweepstakesToken: one.sweepstakesToken, Codes: ['FREE1', 'HELD1'] });
		const ParticipantToken = await one.addParticipant('ada@example.com');
		const find = async (CouponCode: string) =>
			(
				await one.api<{ Data: { Code: { CouponToken: string } } }>('/codes/single', {
					SweepstakesToken: one.sweepstakesToken,
					CouponCode,
				})
			).Data.Code.CouponToken;
		const tokens = [await find('FREE1'), await find('HELD1'), ID];
		await one.api('/codes/assign', { CouponToken: tokens[1], ParticipantToken });
		const { items, hints } = await one.run(
			new SweepstakesCode(),
			'delete',
			{ sweepstakes: one.picked, coupon: byId('={{ $json.token }}'), options: { dryRun: true } },
			{ items: tokens.map((token) => ({ token })) },
		);
		const reason = 'The code is assigned, redeemed or voided, or the account does not have it.';
		expect(items.map(({ json }) => [json.deleted, json.CouponCode, json.reason])).toEqual([
			[false, 'FREE1', null],
			[false, 'HELD1', reason],
			[false, undefined, reason],
		]);
		expect(hints).toEqual([DRY_RUN, 'Skipped 2 items: the column “reason” says why.']);
	});

	test('an API call is shown without the API token and with long texts truncated, but not made', async () => {
		const { items } = await one.run(new SweepstakesApiCall(), 'call', {
			method: 'POST',
			path: '/anything',
			body: { token: `Bearer ${one.sandbox.token}`, text: 'x'.repeat(3_000) },
			options: { dryRun: true },
		});
		const body = { token: 'Bearer ***', text: `${'x'.repeat(1_999)}…` };
		expect(items[0]!.json).toEqual({
			Method: 'POST',
			Path: '/anything',
			'Query Parameters': [],
			'JSON Body': body,
			dryRun: true,
		});
		expect(one.paths()).toEqual([]);
	});

	test('what would be sent has the labels of the fields', async () => {
		const row = {
			KeyEmail: 'ada@example.com',
			Fields: { mappingMode: 'defineBelow', value: { First_Name: 'Ada' } },
		};
		const { items } = await one.run(
			new SweepstakesParticipant(),
			'add',
			dryly({ sweepstakes: one.picked, ...row }),
		);
		expect(items[0]!.json).toEqual({
			Language: 'en',
			Source: 'n8n',
			Sweepstakes: one.sweepstakesToken,
			Email: 'ada@example.com',
			'Entry Form Fields': { First_Name: 'Ada', Email: 'ada@example.com' },
			dryRun: true,
		});
	});

	test.each([
		['with the same email address', 'ADA@example.com'],
		['with the same email address in another spelling', 'ada@example.com'],
	])('people are deleted once for two items %s', async (_title, second) => {
		for (let n = 0; n < 3; n++) await one.addParticipant('ADA@example.com');
		const rows = [{ email: 'ADA@example.com' }, { email: second }];
		const remove = async (options: INodeParameters) => {
			const parameters = {
				sweepstakes: one.picked,
				participant: { __rl: true, mode: 'id', value: '={{ $json.email }}' },
				options,
			};
			const { items, hints } = await one.run(new SweepstakesParticipant(), 'delete', parameters, {
				items: rows,
				onError: 'continueRegularOutput',
			});
			return {
				items: items.map(({ json, pairedItem }) => ({ isError: 'error' in json, pairedItem })),
				hints: hints.filter((hint) => hint !== DRY_RUN),
			};
		};
		const dry = await remove({ dryRun: true });
		expect(dry).toEqual(await remove({}));
		expect(dry.items).toHaveLength(second === 'ADA@example.com' ? 3 : 4);
	});

	test('a person whom an earlier item would delete is not found, as in a real run', async () => {
		await one.addParticipant('ada@example.com', { KeyPhoneNumber: '2025550143' });
		const remove = async (dryRun: boolean) => {
			const parameters = {
				sweepstakes: one.picked,
				participant: { __rl: true, mode: 'id', value: '={{ $json.key }}' },
				options: { dryRun },
			};
			const items = [{ key: 'ada@example.com' }, { key: '2025550143' }];
			return (await one.run(new SweepstakesParticipant(), 'delete', parameters, { items })).error?.message;
		};
		const message = await remove(true);
		expect(message).toMatch(/^Item 2: “2025550143” is not in /);
		expect(await remove(false)).toBe(message);
	});

	test('a draw does not count winners who have opted out among those who cannot win again', async () => {
		one.sandbox.fill(one.sweepstakesToken, 10);
		const winner = new SweepstakesWinner();
		const parameters = (howManyWinnersToPick: number) => ({
			sweepstakes: one.picked,
			howManyWinnersToPick,
			whenWinnersExist: 'more',
		});
		for (const { ParticipantToken } of listJson(await one.run(winner, 'draw', parameters(3))))
			one.sandbox.placeParticipant({
				SweepstakesToken: one.sweepstakesToken,
				ParticipantToken: String(ParticipantToken),
				Collections: ['OptOuts'],
			});
		const dry = await one.run(winner, 'draw', dryly(parameters(7)));
		expect(listJson(dry).map((item) => Object.entries(item)[0])).toEqual(
			Array(7).fill(['eligibleAtMost', 7]),
		);
		expect(listJson(await one.run(winner, 'draw', parameters(7)))).toHaveLength(7);
	});

	test('a draw shows how many people can win, and outputs winners and backups separately', async () => {
		one.sandbox.fill(one.sweepstakesToken, 3);
		const draw = async (options: IDataObject, howManyWinnersToPick = 1) =>
			await one.run(new SweepstakesWinner(), 'draw', {
				sweepstakes: one.picked,
				howManyWinnersToPick,
				options: { dryRun: true, ...options } as INodeParameters,
			});
		const places = await draw({ backups: 1 });
		expect(places.outputs.map((items) => items.map(({ json }) => json))).toEqual([
			[expect.objectContaining({ Position: 1, isBackup: false, eligibleAtMost: 3, existed: false })],
			[expect.objectContaining({ Position: 2, isBackup: true, eligibleAtMost: 3, dryRun: true })],
		]);
		expect(places.hints).toEqual([DRY_RUN]);
		const many = await draw({ backups: 4 });
		expect(many.items).toHaveLength(3);
		expect(many.hints).toContain('At most 3 of the 5 requested people can be drawn.');
		const tooMany = await draw({ backups: 1 }, 4);
		expect(tooMany.items).toEqual([]);
		expect(tooMany.hints).toEqual([
			DRY_RUN,
			'The service would draw nobody, because at most 3 of the 4 requested winners can be drawn.',
		]);
		expect((await draw({ dryRun: false }, 4)).error?.description).toContain('Nobody was drawn');
		const guarded = await draw({ minimumParticipants: 4 });
		expect(guarded.error?.message).toContain('Nobody was drawn');
		await one.run(new SweepstakesWinner(), 'draw', { sweepstakes: one.picked, howManyWinnersToPick: 1 });
		const later = await draw({});
		expect(listJson(later)).toEqual([expect.objectContaining({ existed: true, dryRun: true })]);
	});
});
