import type { IDataObject, INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';

import { SweepstakesAccountFile } from '../../nodes/SweepstakesAccountFile/SweepstakesAccountFile.node';
import { SweepstakesApiCall } from '../../nodes/SweepstakesApiCall/SweepstakesApiCall.node';
import { SweepstakesCampaign } from '../../nodes/SweepstakesCampaign/SweepstakesCampaign.node';
import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesMessage } from '../../nodes/SweepstakesMessage/SweepstakesMessage.node';
import { SweepstakesSupportTicket } from '../../nodes/SweepstakesSupportTicket/SweepstakesSupportTicket.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { isObject } from '../../nodes/shared/json';
import { describeFailure } from '../../nodes/shared/n8n/errors/failure-texts';
import { DIALECTS } from '../../sandbox';
import { byId, CATALOGUE, openWorld, rowsIn, type Entry } from '../catalogue';
import type { RunOptions } from '../support/engine/engine';
import { findOperation } from '../support/engine/nodes';
import { listRecords } from '../support/records';
import { listJson } from '../support/engine/stage';
import { openStages, stage as one } from '../support/engine/resource';
import { ID } from '../support/constants';
import { askTool } from '../support/engine/tool';
import { shareWorld, stage, uniqueOne, world } from '../support/engine/world';

/*
 * Every operation of the catalogue runs with Options › Dry Run. The sandbox's records show what a run has changed, so
 * the test also covers future operations.
 */

const optionsOf = ({ node, operation }: Entry) =>
	(node.description.properties.find(
		({ name, displayOptions }) => name === 'options' && displayOptions?.show?.operation?.includes(operation),
	)?.options ?? []) as INodeProperties[];

const isOffered = (row: Entry) => optionsOf(row).some(({ name }) => name === 'dryRun');

const dryly = (parameters: INodeParameters): INodeParameters => ({
	...parameters,
	options: { ...(parameters.options as object), dryRun: true },
});

/**
 * Columns that only a real run returns, because they describe what it did, or because only the service can calculate
 * them.
 */
const OF_DEED =
	/^(Deleted|Previous|Cancelled|Released)|Deleted$|^(AmountBeforeFees|Changes|FeeAmount|FinancialRecords|Note|SizeMB)$/;

/** Whether a row's output is the unchanged reply. */
const isRaw = ({ node }: Entry) => node.description.name === 'sweepstakesApiCall';

/** Returns an error's message without the message of the service, which a dry run does not have. */
const toOwnWords = (error?: Error) => error?.message.replace(/^(The service rejected this): .*/, '$1');

describe.each(DIALECTS)('in the dialect %s, a dry run', (dialect) => {
	const rows = rowsIn(dialect).filter(isOffered);
	shareWorld({ dialect });

	const run = async (row: Entry, parameters: INodeParameters, options: Partial<RunOptions> = {}) =>
		await stage.run(row.node, row.operation, parameters, options);

	test.each(rows.map((row) => [row.title, row] as const))(
		'of “%s” writes nothing, and returns the columns that a real run returns',
		async (_title, row) => {
			const unique = uniqueOne();
			const parameters = await row.parameters(world, unique);
			const before = listRecords(stage.sandbox.store);
			const dry = await run(row, dryly(parameters));
			expect(dry.error?.message).toBeUndefined();
			expect(listRecords(stage.sandbox.store)).toEqual(before);
			expect(stage.paths()).not.toContain(row.path);
			expect(dry.hints[0]).toMatch(
				/^Dry run: nothing was sent or changed\. Turn off “Options › Dry Run” to \w+ .+\.$/,
			);
			const previews = listJson(dry);
			expect(previews.map(({ dryRun }) => dryRun)).toEqual(previews.map(() => true));
			expect(previews.filter(({ deleted }) => deleted)).toEqual([]);
			// The preview of a deletion is simplified.
			const deletions = previews.filter((preview) => 'deleted' in preview);
			expect(deletions.flatMap(Object.values).filter(isObject)).toEqual([]);

			const count = () => row.stored!(stage.sandbox.store, unique, world);
			const stored = count();
			const real = await run(row, parameters);
			expect([real.error?.message, count()]).toEqual([undefined, stored + 1]);
			expect(real.hints.join()).not.toContain('Dry run');
			const items = listJson(real);
			expect(previews).toHaveLength(items.length);
			const columns = Object.keys(items[0]!).filter((key) => !OF_DEED.test(key));
			if (!isRaw(row)) expect(Object.keys(previews[0]!)).toEqual(expect.arrayContaining(columns));
		},
	);

	test.each(rows.filter((row) => !isRaw(row)).map((row) => [row.title, row] as const))(
		'of “%s” fails like a real run if an earlier run has already done the work',
		async (_title, row) => {
			const parameters = await row.parameters(world, uniqueOne());
			await run(row, parameters);
			const dry = await run(row, dryly(parameters));
			const real = await run(row, parameters);
			expect(dry.error?.message).toBe(toOwnWords(real.error));
		},
	);

	test.each(rows.map((row) => [row.title, row] as const))(
		'of “%s” writes nothing, even with “Retry On Fail” or as a tool',
		async (_title, row) => {
			const parameters = dryly(await row.parameters(world, uniqueOne()));
			const before = listRecords(stage.sandbox.store);
			const dry = await run(row, parameters, { retryOnFail: true, items: [{}, {}] });
			expect(dry.error?.message).toBeUndefined();
			const account = stage.sandbox;
			const asked = { node: row.node, account, parameters: { operation: row.operation, ...parameters } };
			const { answer } = await askTool(asked, {});
			expect(JSON.parse(answer)).toEqual(
				expect.arrayContaining([expect.objectContaining({ dryRun: true }) as IDataObject]),
			);
			expect(listRecords(stage.sandbox.store)).toEqual(before);
		},
	);
});

test('every operation that cannot be undone offers a dry run, except “Schedule Drawing”', () => {
	const isFinal = (row: Entry) =>
		findOperation(row).fields.some(
			({ type, displayName }) => type === 'notice' && /cannot be (undone|taken back)/.test(displayName),
		);
	const others = CATALOGUE.filter((row) => isFinal(row) && !isOffered(row)).map(({ operation }) => operation);
	// A scheduled drawing can be canceled until it takes place.
	expect(new Set(others)).toEqual(new Set(['schedule']));
});

test('if an operation has no preview, its dry run fails and says that it is a dry run', () => {
	expect(describeFailure({ code: 'dryRun' })).toMatchObject({
		message: 'This is a dry run, so nothing was sent',
		description: 'Turn off “Options › Dry Run” to send it.',
	});
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
		['check', 0, 98.06],
		['recipient', null, 98.06],
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
			expect(items[0]!.json).toMatchObject({ ...amounts, FeeAmount, Total: Total && 98.11, existed: false });
			expect(hints[0]).toBe(
				'Dry run: nothing was sent or changed. Turn off “Options › Dry Run” to create 1 invoice.',
			);
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
		const parameters = invoice({}, { dryRun: '={{ $json.dry }}' });
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
		expect(later.hints[0]).toBe('Dry run: nothing was sent or changed.');
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

	test('a message shows its recipient and text, or why it would not be sent', async () => {
		await one.addParticipant('ada@example.com', { KeyPhoneNumber: '+12025550123' }, { First_Name: 'Ada' });
		await one.addParticipant('bob@example.com', { KeyPhoneNumber: '+442079460000' }, { First_Name: 'Bob' });
		const all = [{ email: 'ada@example.com' }, { email: 'bob@example.com' }, { email: 'cat@example.com' }];
		await one.addParticipant('cat@example.com');
		await one.api('/messaging/add-suppressions', { Channel: 'email', Addresses: ['cat@example.com'] });
		const { items, hints } = await one.run(
			new SweepstakesMessage(),
			'send',
			{
				sweepstakes: one.picked,
				participant: { __rl: true, mode: 'id', value: '={{ $json.email }}' },
				Channel: 'both',
				Subject: 'News',
				Message: 'Hello {{ $json.email }}'.replace(/^/, '='),
				options: { dryRun: true, includeInputFields: true },
			},
			{ items: all },
		);
		const told = items.map(({ json: { Channel, address, Reason, skipped, text } }) => [
			Channel,
			address,
			Reason,
			skipped,
			text,
		]);
		expect(told).toEqual([
			['email', 'ada@example.com', null, false, 'Hello ada@example.com'],
			['sms', expect.stringContaining('2025550123'), null, false, 'Hello ada@example.com'],
			['email', 'bob@example.com', null, false, 'Hello bob@example.com'],
			['sms', expect.stringContaining('2079460000'), 'UnsupportedCountry', true, 'Hello bob@example.com'],
			['email', 'cat@example.com', 'Suppressed', true, undefined],
			['sms', '', 'NoAddress', true, undefined],
		]);
		expect(hints).toEqual([
			'Dry run: nothing was sent or changed. Turn off “Options › Dry Run” to send 2 messages.',
			'Skipped 1 item: text messages go only to US and Canadian numbers.',
			'Skipped 1 item: the address is on the do-not-contact list.',
			'Skipped 1 item: the participant has no email address or phone number for this channel.',
		]);
		expect(one.callsTo('/messaging/send')).toBe(0);
	});

	test('the error about deleting a survey with responses advises turning on “Delete Responses”', async () => {
		const row = CATALOGUE.find(({ path }) => path === '/surveys/delete')!;
		const world = await openWorld(one.api, one.sandbox, 'contract');
		const { survey } = await row.parameters(world, { n: 1, email: 'ada@example.com' });
		one.answer('/surveys/single', { Data: { Survey: { SurveyName: 'Taste', ResponsesCount: 3 } } });
		const { error } = await one.run(row.node, 'delete', { survey, options: { dryRun: true } });
		expect(error?.description).toContain('turn on “Delete Responses”');
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
		expect(hints).toEqual([
			'Dry run: nothing was sent or changed. Turn off “Options › Dry Run” to delete 1 code.',
			'Skipped 2 items: the column “reason” says why.',
		]);
	});

	test('a message to somebody who has opted out is an error', async () => {
		const ParticipantToken = await one.addParticipant('ada@example.com');
		const Entries = [{ ParticipantToken, KeyEmail: 'ada@example.com', Collection: 'OptOuts' }];
		one.answer('/participants/single', { Data: { TotalEntries: 1, Entries } });
		const { error } = await one.run(new SweepstakesMessage(), 'send', {
			sweepstakes: one.picked,
			participant: byId(ParticipantToken),
			Message: 'Hello',
			options: { dryRun: true },
		});
		expect(error?.message).toContain('opted out');
	});

	test('a message to a participant of another sweepstakes is shown without an address', async () => {
		const { items } = await one.run(new SweepstakesMessage(), 'send', {
			sweepstakes: one.picked,
			participant: byId(ID),
			Message: 'Hello',
			options: { dryRun: true },
		});
		expect(items[0]!.json).toMatchObject({ Channel: 'email', address: null, skipped: false, subject: null });
	});

	/** Uploads a file of this size. Returns the parameters for an email with the file. */
	const emailWithFile = async (bytes: number): Promise<INodeParameters> => {
		const FileData = Buffer.alloc(bytes).toString('base64');
		const file = { Filename: 'large.pdf', MimeType: 'application/pdf', FileData, Private: false };
		const { Data } = await one.api<{ Data: { FileToken: string } }>('/files/upload', file);
		return { file: byId(Data.FileToken), RecipientEmail: 'ada@example.com' };
	};

	test('an account file of exactly 5 MB can be sent', async () => {
		const email = await emailWithFile(5 * 1024 * 1024);
		const { items } = await one.run(new SweepstakesAccountFile(), 'send', dryly(email));
		expect(items[0]!.json).toMatchObject({ Filename: 'large.pdf', dryRun: true });
	});

	test('sending an account file shows the file’s name and the email', async () => {
		const row = CATALOGUE.find(({ path }) => path === '/files/send')!;
		const world = await openWorld(one.api, one.sandbox, 'contract');
		const { file } = await row.parameters(world, { n: 1, email: 'ada@example.com' });
		const send = async (more: INodeParameters) =>
			await one.run(row.node, 'send', {
				file,
				RecipientEmail: 'ada@example.com',
				...more,
				options: { dryRun: true },
			});
		const { items } = await send({});
		const email = { RecipientEmail: 'ada@example.com', subject: null, text: null };
		expect(items[0]!.json).toMatchObject({ ...email, Filename: expect.any(String) });
		const { error } = await send({ file: byId(ID) });
		expect(error?.message).toBe(`“${ID}” was not found in this account`);
	});

	test('an API call is shown, but not made', async () => {
		const { items } = await one.run(new SweepstakesApiCall(), 'call', {
			method: 'GET',
			path: '/anything',
			options: { dryRun: true },
		});
		expect(items[0]!.json).toMatchObject({ method: 'GET', path: '/anything', query: '', body: null });
		expect(one.paths()).toEqual([]);
	});

	test.each<[string, () => Promise<[INodeType, operation: string, INodeParameters]>]>([
		[
			'a closed ticket cannot be deleted',
			async () => {
				const ticket = { Title: 'Old', Description: 'Old', Priority: 1 };
				const { Data } = await one.api<{ Data: { CaseNumber: string } }>('/tickets/create', ticket);
				await one.api('/tickets/resolve', { CaseId: Data.CaseNumber });
				return [new SweepstakesSupportTicket(), 'delete', { ticket: byId(Data.CaseNumber) }];
			},
		],
		[
			'a locked group cannot be deleted',
			async () => {
				const group = await one.createGroup('VIP');
				one.sandbox.lockGroup(group);
				return [new SweepstakesGroup(), 'delete', { sweepstakes: one.picked, group: byId(group) }];
			},
		],
		[
			'the primary group cannot be deleted',
			async () => {
				const request = { sweepstakesToken: one.sweepstakesToken };
				const { Data } = await one.api<{ Data: [{ GroupToken: string }] }>('/groups/fetch', request);
				const group = byId(Data[0].GroupToken);
				return [new SweepstakesGroup(), 'delete', { sweepstakes: one.picked, group }];
			},
		],
		[
			'a finished campaign cannot be canceled',
			async () => {
				const campaign = byId(one.sandbox.addCampaign({ Name: 'Old', Status: 'completed' }));
				return [new SweepstakesCampaign(), 'cancel', { campaign }];
			},
		],
		[
			'a campaign that was stopped to protect delivery cannot be canceled',
			async () => {
				const stopped = { Name: 'Stopped', Status: 'blocked', BlockedReason: 'HighBounceRate' } as const;
				const campaign = byId(one.sandbox.addCampaign(stopped));
				return [new SweepstakesCampaign(), 'cancel', { campaign }];
			},
		],
		[
			'a contact who never entered a drip cannot be removed from it',
			async () => {
				const drip = byId(one.sandbox.addDrip({ Name: 'Welcome' }));
				return [new SweepstakesCampaign(), 'removeDripContact', { drip, contact: byId('lead-1') }];
			},
		],
		[
			'a paid invoice cannot be published',
			async () => {
				const BillTo = { Name: 'Ada', Email: 'ada@example.com' };
				const Items = [{ Description: 'Tax', Quantity: 1, Rate: 10 }];
				const { Data } = await one.api<{ Data: { InvoiceToken: string } }>('/invoices/create', {
					BillTo,
					Items,
					Status: 'pending',
				});
				one.sandbox.payInvoice(Data.InvoiceToken);
				const invoice = byId(Data.InvoiceToken);
				return [new SweepstakesInvoice(), 'publish', { invoice }];
			},
		],
		[
			'a file of more than 5 MB cannot be sent',
			async () => [new SweepstakesAccountFile(), 'send', await emailWithFile(5 * 1024 * 1024 + 1)],
		],
	])('the operation fails as in a real run, because %s', async (_why, prepare) => {
		const [node, operation, parameters] = await prepare();
		const dry = await one.run(node, operation, dryly(parameters));
		const real = await one.run(node, operation, parameters);
		expect(real.error).toBeDefined();
		expect(dry.error?.message).toBe(toOwnWords(real.error));
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
		expect(listJson(dry).map(({ eligibleAtMost }) => eligibleAtMost)).toEqual(Array(7).fill(7));
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
		expect(places.hints).toEqual([
			'Dry run: nothing was sent or changed. Turn off “Options › Dry Run” to draw 2 participants.',
		]);
		const many = await draw({ backups: 4 });
		expect(many.items).toHaveLength(3);
		expect(many.hints).toContain('At most 3 of the 5 requested people can be drawn.');
		const tooMany = await draw({ backups: 1 }, 4);
		expect(tooMany.items).toEqual([]);
		expect(tooMany.hints).toEqual([
			'Dry run: nothing was sent or changed.',
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
