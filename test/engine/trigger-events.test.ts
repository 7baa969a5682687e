import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesTrigger } from '../../nodes/SweepstakesTrigger/SweepstakesTrigger.node';
import { DIALECTS, type Dialect } from '../../sandbox';
import { DAY_MS, MINUTE_MS } from '../support/constants';
import { Poller } from '../support/engine/poller';
import { byId, Stage } from '../support/engine/stage';
import { USUAL_DIALECTS } from '../support/services';

/* These tests cover what is special about each event. `trigger.test.ts` covers what all events have in common. */

const node = new SweepstakesTrigger();

interface Code {
	CouponToken: string;
	CouponCode: string;
}

let stage: Stage;
/** The service's clock. It stands still unless a test moves it. */
let nowMs: number;
let SurveyToken: string;

/** Opens a stage for each test of a group. */
function openStages(dialect: Dialect): void {
	beforeEach(async () => {
		nowMs = Date.UTC(2089, 0, 1, 12);
		stage = await Stage.open({ now: () => nowMs, dialect });
		const { Data } = await stage.api<{ Data: { SurveyToken: string } }>('/surveys/create', {
			SweepstakesToken: stage.sweepstakesToken,
			SurveyName: 'Survey',
			Questions: [{ QuestionText: 'How was it?', FieldType: 'text' }],
		});
		SurveyToken = Data.SurveyToken;
	});
	afterEach(async () => await stage.close());
}

const pollerOf = (event: string, more: INodeParameters = {}) =>
	new Poller({
		node,
		account: stage.sandbox,
		parameters: { event, sweepstakes: stage.picked, survey: byId(SurveyToken), ...more },
	});

async function counted(poller: Poller, mode?: 'manual'): Promise<[IDataObject[] | null, number]> {
	stage.sandbox.clearCalls();
	return [await poller.poll(mode), stage.paths().length];
}

const valuesOf = (key: string, items: IDataObject[] | null) => items?.map((item) => item[key]);

let made = 0;
/** @returns the token of a new pending invoice with this due date */
async function invoice(DueDate = '2099-01-01'): Promise<string> {
	const { Data } = await stage.api<{ Data: { InvoiceToken: string } }>('/invoices/create', {
		BillTo: { Name: `Person ${made++}`, Email: 'ada@example.com' },
		Items: [{ Description: 'Prize', Quantity: 1, Rate: 50 }],
		Status: 'pending',
		DueDate,
	});
	return Data.InvoiceToken;
}

function pay(InvoiceToken: string): string {
	nowMs += 1_000;
	stage.sandbox.payInvoice(InvoiceToken);
	return InvoiceToken;
}

async function generate(Quantity: number): Promise<Code[]> {
	const order = { SweepstakesToken: stage.sweepstakesToken, Quantity, Length: 10 };
	return (await stage.api<{ Data: { Codes: Code[] } }>('/codes/generate', order)).Data.Codes;
}

/** @returns the tokens of the redeemed codes */
async function redeem(codes: Code[]): Promise<string[]> {
	for (const { CouponToken } of codes) await stage.api('/codes/redeem', { CouponToken });
	return codes.map(({ CouponToken }) => CouponToken);
}

const answer = (text: string, more: object = {}) =>
	stage.sandbox.answerSurvey({ SurveyToken, Answers: { 'How was it?': text }, ...more });

/** @returns the token of a new participant who has opted out */
async function out(email: string): Promise<string> {
	const ParticipantToken = await stage.addParticipant(email);
	stage.place({ ParticipantToken, Collections: ['OptOuts'] });
	return ParticipantToken;
}

/**
 * By event: the first column of an item, the key of the token in its records, and a function that makes the event
 * happen and returns the token.
 */
const EVENTS: Record<string, [first: string, key: string, happen: () => string | Promise<string>]> = {
	newParticipant: [
		'FirstName',
		'ParticipantToken',
		async () => await stage.addParticipant(`new${made++}@example.com`),
	],
	newWinner: [
		'FirstName',
		'ParticipantToken',
		async () => {
			const { sweepstakesToken } = stage;
			stage.sandbox.fill(sweepstakesToken, 1);
			const order = { sweepstakesToken, howManyWinnersToPick: 1, group: 'allgroups' };
			const drawn = await stage.api<{ Winners: [{ ParticipantToken: string }] }>('/winners/draw', order);
			return drawn.Winners[0].ParticipantToken;
		},
	],
	invoicePaid: ['InvoiceNumber', 'InvoiceToken', async () => pay(await invoice())],
	invoiceOverdue: [
		'InvoiceNumber',
		'InvoiceToken',
		async () => {
			const token = await invoice(new Date(nowMs).toISOString().slice(0, 10));
			nowMs += 2 * DAY_MS;
			return token;
		},
	],
	optedOut: ['FirstName', 'ParticipantToken', async () => await out(`out${made++}@example.com`)],
	codeRedeemed: ['CouponCode', 'CouponToken', async () => (await redeem(await generate(1)))[0]!],
	newSurveyResponse: ['How was it?', 'ResponseToken', () => answer('Good')],
};

test('EVENTS has every event of the trigger', () => {
	const events = node.description.properties.find(({ name }) => name === 'event')!.options!;
	const values = events.map((event) => ('value' in event ? event.value : event.name));
	expect(Object.keys(EVENTS).sort()).toEqual(values.sort());
});

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	openStages(dialect);

	test.each(Object.entries(EVENTS))(
		'%s: after its first poll, the trigger outputs each new record exactly once, oldest first, and a manual run shows three records',
		async (event, [first, key, happen]) => {
			const happenLater = async () => ((nowMs += MINUTE_MS), await happen());
			const poller = pollerOf(event);
			expect(await poller.poll('manual')).toBeNull();
			const old = [await happenLater(), await happenLater(), await happenLater(), await happenLater()];
			const [shown, calls] = await counted(poller, 'manual');
			expect(shown).toHaveLength(3);
			expect(old).toEqual(expect.arrayContaining(valuesOf(key, shown)!));
			expect(Object.keys(shown![0]!)[0]).toBe(first);
			// The second call reads the survey, which contains the names of the columns.
			expect(calls).toBe(event === 'newSurveyResponse' ? 2 : 1);
			expect(poller.readStored()).toEqual({});
			expect(await poller.poll()).toBeNull();
			const happened = [await happenLater(), await happenLater()];
			expect(valuesOf(key, await poller.poll())).toEqual(happened);
			expect(await poller.restart().poll()).toBeNull();
			expect(await counted(poller)).toEqual([null, 1]);
		},
	);
});

describe.each(USUAL_DIALECTS)('in the dialect %s', (dialect) => {
	openStages(dialect);

	// A page holds 500 codes, so the first poll for redeemed codes makes one call, too.
	const startingWithSeveralCalls = Object.entries(EVENTS).filter(([event]) => event !== 'codeRedeemed');
	test.each(startingWithSeveralCalls)(
		'%s: if nothing has happened since the last poll, a poll makes one call, even if the first poll made several',
		async (event, [, , happen]) => {
			for (let records = 0; records < 120; records++) await happen();
			const poller = pollerOf(event);
			const [, calls] = await counted(poller);
			expect(calls).toBeGreaterThan(1);
			for (let polls = 0; polls < 3; polls++) {
				nowMs += MINUTE_MS;
				expect(await counted(poller)).toEqual([null, 1]);
			}
		},
	);

	test.each(Object.entries(EVENTS))(
		'%s: after the workflow is published again, the trigger outputs what has happened since the last poll',
		async (event, [, key, happen]) => {
			const poller = pollerOf(event);
			await poller.poll();
			nowMs += MINUTE_MS;
			const happened = await happen();
			nowMs += 7 * DAY_MS;
			const again = poller.restart({ activation: 'activate' });
			expect(valuesOf(key, await again.poll())).toEqual([happened]);
			expect(await again.poll()).toBeNull();
		},
	);

	describe('the event “Opted Out”', () => {
		const listed = (OptOuts: object[]) => {
			const Participants = OptOuts.map((one) => ({ ...one, Collection: 'OptOuts' }));
			const Pagination = { Page: 1, Limit: 20, Total: Participants.length, TotalPages: 1 };
			stage.answer('/participants/fetch', { Participants, Pagination });
		};
		test('distinguishes people without an ID, and recognizes them at the next poll', async () => {
			const poller = pollerOf('optedOut');
			await out('first@example.com');
			await poller.poll();
			await out('second@example.com');
			const two = [
				{ KeyEmail: 'a@example.com', OptOutDate: '2089-01-01T00:00:00.000Z' },
				{ KeyEmail: 'b@example.com', OptOutDate: '2089-01-01T00:00:00.000Z' },
			];
			const nameless = [{ GroupName: 'A' }, { GroupName: 'B' }];
			listed([...two, ...nameless]);
			expect(await poller.poll()).toHaveLength(4);
			await out('third@example.com');
			listed([...two.map((one) => ({ ...one, BonusEntries: 7 })), ...nameless]);
			expect(await poller.poll()).toBeNull();
		});

		const startPolling = async (): Promise<Poller> => {
			await stage.addParticipant('jane@example.com');
			const poller = pollerOf('optedOut');
			await poller.poll();
			nowMs += MINUTE_MS;
			return poller;
		};
		/** Hides the people who opted out right before the next poll from its list. */
		const hideNewest = () =>
			stage.sandbox.faults([{ path: '/participants/fetch', lag: { ms: MINUTE_MS / 2 } }]);

		test('finds an opt-out that the list lacks at first, even if the list already shows another new one', async () => {
			const poller = await startPolling();
			const shown = await out('first@example.com');
			nowMs += MINUTE_MS;
			const late = await out('second@example.com');
			hideNewest();
			expect(valuesOf('ParticipantToken', await poller.poll())).toEqual([shown]);
			expect(valuesOf('ParticipantToken', await poller.poll())).toEqual([late]);
			expect(await counted(poller)).toEqual([null, 1]);
		});

		test('finds somebody who opts out again, even if the list has another person twice', async () => {
			const twice = { KeyEmail: 'a@example.com', OptOutDate: '2089-01-01T00:00:00.000Z' };
			const other = { KeyEmail: 'b@example.com', OptOutDate: '2089-01-01T00:00:00.000Z' };
			const pollFor = async (...people: object[]) => {
				const Counts = { Participants: 0, AmoeParticipants: 0, OptOuts: people.length, Total: people.length };
				stage.answer('/participants/count', { Data: { Counts } });
				listed(people.map((one, GroupName) => ({ ...one, GroupName: `${GroupName}` })));
				return (await poller.poll())?.length ?? 0;
			};
			const poller = pollerOf('optedOut');
			expect(await pollFor(twice, twice, other)).toBe(0);
			expect(await pollFor(twice, twice)).toBe(0);
			expect(await pollFor(twice, twice, other)).toBe(1);
		});

		test('reads only the newest entries if they explain the new number of opt-outs', async () => {
			await out('first@example.com');
			stage.sandbox.fill(stage.sweepstakesToken, 100);
			const poller = pollerOf('optedOut');
			// One call counts the opt-outs, and six read all pages.
			expect(await counted(poller)).toEqual([null, 7]);
			const added = await out('second@example.com');
			const [items, calls] = await counted(poller);
			expect([valuesOf('ParticipantToken', items), calls]).toEqual([[added], 2]);
			expect(await counted(poller)).toEqual([null, 1]);
		});

		test('reads the whole list if the newest entries do not explain the new number of opt-outs', async () => {
			const ParticipantToken = await out('first@example.com');
			stage.sandbox.fill(stage.sweepstakesToken, 100);
			const poller = pollerOf('optedOut');
			await poller.poll();
			const { sweepstakesToken: SweepstakesToken } = stage;
			await stage.api('/participants/delete', { SweepstakesToken, ParticipantToken }, 'DELETE');
			const added = [await out('second@example.com'), await out('third@example.com')];
			const [items, calls] = await counted(poller);
			expect([valuesOf('ParticipantToken', items)!.sort(), calls]).toEqual([added.sort(), 7]);
			expect(await counted(poller)).toEqual([null, 1]);
		});

		test('does not output old opt-outs again after reading the list has failed with a 404', async () => {
			await out('first@example.com');
			const poller = pollerOf('optedOut');
			await poller.poll();
			const added = await out('second@example.com');
			stage.sandbox.faults([{ path: '/participants/fetch', times: 4, status: 404 }]);
			await expect(pollerOf('optedOut').poll()).rejects.toThrow('does not show who has opted out');
			expect(await poller.poll()).toBeNull();
			expect(valuesOf('ParticipantToken', await poller.poll())).toEqual([added]);
		});

		test('does not find an opt-out that replaced a deleted one until the number of opt-outs changes', async () => {
			const ParticipantToken = await out('first@example.com');
			const poller = pollerOf('optedOut');
			await poller.poll();
			const { sweepstakesToken: SweepstakesToken } = stage;
			await stage.api('/participants/delete', { SweepstakesToken, ParticipantToken }, 'DELETE');
			const replacing = await out('second@example.com');
			expect(await poller.poll()).toBeNull();
			const later = await out('third@example.com');
			const found = valuesOf('ParticipantToken', await poller.poll()) as string[];
			expect(found.sort()).toEqual([replacing, later].sort());
		});
	});

	/** A long string that a hostile service puts wherever the trigger reads. */
	const ENDLESS = 'x'.repeat(300_000);

	test.each<[string, string, object, object]>([
		[
			'invoicePaid',
			'/invoices/fetch',
			{ Data: { Invoices: [], Summary: { Text: ENDLESS }, Pagination: { TotalInvoices: 0, TotalPages: 0 } } },
			{},
		],
		[
			'invoicePaid',
			'/invoices/fetch',
			{ Data: { Invoices: [{ InvoiceToken: ENDLESS }], Pagination: { TotalInvoices: 1, TotalPages: 1 } } },
			{},
		],
		[
			'newWinner',
			'/winners/fetch',
			{ Winners: [{ ParticipantToken: ENDLESS, DrawDateTime: ENDLESS }], TotalWinners: 1, TotalPages: 1 },
			{},
		],
		[
			'newParticipant',
			'/participants/fetch',
			{
				Participants: [
					{ ParticipantToken: ENDLESS, CreationDate: '2089-01-01T00:00:00Z', KeyEmail: ENDLESS },
				],
				Pagination: { Page: 1, Limit: 20, Total: 1, TotalPages: 1 },
			},
			{},
		],
		[
			'codeRedeemed',
			'/codes/fetch',
			{
				Data: {
					Codes: [{ CouponToken: ENDLESS, RedemptionDate: '2089-01-01', RedemptionTime: ENDLESS }],
					TotalResults: 1,
					TotalPages: 1,
				},
			},
			{},
		],
		[
			'newSurveyResponse',
			'/surveys/responses',
			{
				Data: {
					Responses: [{ ResponseToken: ENDLESS }],
					Pagination: { Page: 1, Limit: 1, Total: 1, TotalResponses: 1, TotalPages: 1 },
				},
			},
			{},
		],
		[
			'newParticipant',
			'/sweepstakes/fetch',
			{ Data: [{ SweepstakesToken: ENDLESS, SweepstakesName: 'A', Handler: 'LONG' }] },
			{ sweepstakes: { __rl: true, mode: 'id', value: 'LONG' } },
		],
	])('%s: the trigger does not store a hostile, endless text from %s', async (event, path, body, more) => {
		const poller = pollerOf(event, more as INodeParameters);
		stage.answer(path, body, { times: 20 });
		await poller.poll().catch(() => undefined);
		await poller.poll().catch(() => undefined);
		expect(JSON.stringify(poller.readStored()).length).toBeLessThan(1_000);
	});

	test.each(Object.entries(EVENTS))(
		'%s: the trigger outputs the same records if the chosen ID is in upper case',
		async (event, [, , happen]) => {
			const picked = byId(stage.sweepstakesToken.toUpperCase());
			const inCapitals = pollerOf(event, { sweepstakes: picked, survey: byId(SurveyToken.toUpperCase()) });
			const pollers = [pollerOf(event), inCapitals];
			for (const poller of pollers) expect(await poller.poll()).toBeNull();
			nowMs += MINUTE_MS;
			await happen();
			const [items, same] = [await pollers[0]!.poll(), await pollers[1]!.poll()];
			expect(items).toHaveLength(1);
			expect(same).toEqual(items);
			expect(await inCapitals.poll('manual')).toEqual(await pollers[0]!.poll('manual'));
		},
	);

	describe('the event “New Winner” with the option “Only the First”', () => {
		const draw = async (howManyWinnersToPick: number) => {
			nowMs += MINUTE_MS;
			const { sweepstakesToken } = stage;
			await stage.api('/winners/draw', { sweepstakesToken, howManyWinnersToPick, group: 'allgroups' });
		};
		const positions = (items: IDataObject[] | null) => valuesOf('Position', items);

		test('starts for the winners, but not for the backups', async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 30);
			const all = pollerOf('newWinner');
			const first = pollerOf('newWinner', { options: { onlyTheFirst: 3 } });
			for (const poller of [all, first]) expect(await poller.poll()).toBeNull();
			await draw(2);
			for (const poller of [all, first]) expect(positions(await poller.poll())!.sort()).toEqual([1, 2]);
			await draw(1);
			await draw(2);
			expect(positions(await all.poll())).toEqual([3, expect.any(Number), expect.any(Number)]);
			expect(positions(await first.poll())).toEqual([3]);
			await draw(1);
			expect(await first.poll()).toBeNull();
			expect(positions(await first.poll('manual'))!.sort()).toEqual([1, 2, 3]);
		});

		test('fails if the service does not show the order of the draws, and loses nobody', async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 30);
			const poller = pollerOf('newWinner', { options: { onlyTheFirst: 1 } });
			await poller.poll();
			await draw(1);
			const Winners = [{ ParticipantToken: 'x', KeyEmail: 'a@example.com' }];
			stage.answer('/winners/fetch', { Winners, TotalWinners: 1 }, { times: 2 });
			await expect(poller.poll()).rejects.toThrow('so “Only the First” cannot be used');
			expect(positions(await poller.poll())).toEqual([1]);
		});

		test('needs a number above 0', async () => {
			const poller = pollerOf('newWinner', { options: { onlyTheFirst: 0 } });
			await expect(poller.poll()).rejects.toThrow('“Options › Only the First” must be');
		});
	});

	describe('the event “Invoice Paid”', () => {
		test('finds an invoice paid between two polls, even if another paid invoice was deleted between them', async () => {
			const old = pay(await invoice());
			const paid = await invoice();
			const poller = pollerOf('invoicePaid');
			await poller.poll();
			pay(paid);
			await stage.api('/invoices/delete', { InvoiceToken: old });
			expect(valuesOf('InvoiceToken', await poller.poll())).toEqual([paid]);
			expect(await poller.poll()).toBeNull();
			expect(JSON.stringify(poller.readStored()).length).toBeLessThan(450);
		});

		test('reads the list of invoices at each poll if the service sends no summary', async () => {
			const list = (Invoices: object[], times: number) => {
				const Data = { Invoices, Pagination: { TotalInvoices: Invoices.length, TotalPages: 1 } };
				stage.sandbox.faults([{ path: '/invoices/fetch', times, body: { Response: true, Data } }]);
			};
			const poller = pollerOf('invoicePaid', { simplify: false });
			list([], 2);
			expect(await poller.poll()).toBeNull();
			const paid = [{ InvoiceToken: 'x' }, { InvoiceToken: 'y' }];
			list(paid.toReversed(), 4);
			expect(await poller.poll()).toEqual(paid);
			expect(await poller.poll()).toBeNull();
		});
	});

	test.each([
		['invoicePaid', 'InvoiceToken', 'the IDs of the invoices'],
		['invoiceOverdue', 'InvoiceToken', 'the IDs of the invoices'],
		['invoiceOverdue', 'IsOverdue', 'which invoices are overdue'],
	])(
		'%s: if the list of invoices lacks %s, the poll fails, and the next poll finds the invoices',
		async (event, key, missing) => {
			const poller = pollerOf(event, { simplify: false });
			await poller.poll();
			const tokens = [await invoice('2089-01-02'), await invoice('2089-01-02')];
			if (event === 'invoicePaid') tokens.forEach(pay);
			nowMs += 2 * DAY_MS;
			type Listed = { Data: { Invoices: IDataObject[] } };
			const { Data } = await stage.api<Listed>('/invoices/fetch', {
				Status: event === 'invoicePaid' ? 'paid' : 'pending',
			});
			const Invoices = Data.Invoices.map((one) => ({ ...one, [key]: null }));
			stage.sandbox.faults([
				{ path: '/invoices/fetch' },
				{ path: '/invoices/fetch', body: { Response: true, Data: { ...Data, Invoices } } },
			]);
			await expect(poller.poll()).rejects.toThrow(`does not show ${missing}`);
			expect(valuesOf('InvoiceToken', await poller.poll())).toEqual(expect.arrayContaining(tokens));
		},
	);

	test('the event “Invoice Overdue” outputs an invoice after its due date, and again after a new due date has passed', async () => {
		const late = await invoice('2089-01-02');
		await invoice('2089-02-02');
		const poller = pollerOf('invoiceOverdue');
		expect(await poller.poll()).toBeNull();
		nowMs += 2 * DAY_MS;
		expect(await poller.poll()).toMatchObject([{ InvoiceToken: late, IsOverdue: true, DaysOverdue: 1 }]);
		expect(await counted(poller)).toEqual([null, 1]);
		await stage.api('/invoices/update', { InvoiceToken: late, DueDate: '2089-01-05' });
		expect(await poller.poll()).toBeNull();
		nowMs += 3 * DAY_MS;
		expect(valuesOf('InvoiceToken', await poller.poll())).toEqual([late]);
		pay(late);
		expect(await poller.poll()).toBeNull();
	});

	test('the event “Invoice Overdue” finds a newly overdue invoice even if another was paid and a new one was created', async () => {
		const paid = await invoice('2089-01-02');
		const replacing = await invoice('2089-01-05');
		const poller = pollerOf('invoiceOverdue');
		await poller.poll();
		nowMs += 2 * DAY_MS;
		expect(valuesOf('InvoiceToken', await poller.poll())).toEqual([paid]);
		nowMs += 4 * DAY_MS;
		pay(paid);
		await invoice();
		expect(valuesOf('InvoiceToken', await poller.poll())).toEqual([replacing]);
	});

	test('the event “Invoice Overdue” finds a newly overdue invoice within a day even if all totals are unchanged', async () => {
		const extended = await invoice('2089-01-02');
		const replacing = await invoice('2089-01-05');
		const poller = pollerOf('invoiceOverdue');
		await poller.poll();
		nowMs += 2 * DAY_MS;
		await poller.poll();
		expect(await poller.poll()).toBeNull();
		nowMs += 4 * DAY_MS;
		await stage.api('/invoices/update', { InvoiceToken: extended, DueDate: '2089-03-01' });
		const tomorrow = Date.now() + DAY_MS;
		jest.spyOn(Date, 'now').mockReturnValue(tomorrow);
		const found = await poller.poll();
		jest.restoreAllMocks();
		expect(valuesOf('InvoiceToken', found)).toEqual([replacing]);
	});

	describe('the event “Code Redeemed”', () => {
		const tokensOf = (items: IDataObject[] | null) => (valuesOf('CouponToken', items) as string[]).sort();

		test('outputs each new redemption once, even if several have the same time or the same code', async () => {
			const codes = await generate(30);
			await redeem(codes.slice(0, 1));
			const poller = pollerOf('codeRedeemed');
			await poller.poll();
			for (const [from, to] of [
				[1, 3],
				[3, 4],
				[4, 7],
			]) {
				expect(await poller.poll()).toBeNull();
				const redeemed = await redeem(codes.slice(from, to));
				expect(tokensOf(await poller.poll())).toEqual(redeemed.sort());
				nowMs += DAY_MS;
			}
			const { CouponToken } = codes[2]!;
			await stage.api('/codes/unredeem', { CouponToken });
			expect(await poller.poll()).toBeNull();
			await redeem(codes.slice(2, 3));
			expect(tokensOf(await poller.poll())).toEqual([CouponToken]);
		});

		test('fails if no redeemed code has a redemption date, and a manual run still makes only one call', async () => {
			const Codes = ['x', 'y', 'z'].map((CouponToken) => ({ CouponToken }));
			const poller = pollerOf('codeRedeemed');
			stage.answer('/codes/fetch', { Data: { Codes, TotalResults: 3, TotalPages: 1 } }, { times: 2 });
			expect(await poller.poll()).toBeNull();
			await expect(poller.poll()).rejects.toThrow('does not show when the codes were redeemed');
			stage.answer('/codes/fetch', { Data: { Codes, TotalResults: 6, TotalPages: 2 } }, { times: 2 });
			const [shown, calls] = await counted(poller, 'manual');
			expect([shown?.length, calls]).toEqual([3, 1]);
			stage.sandbox.faults([]);
			const redeemed = await redeem(await generate(1));
			expect(valuesOf('CouponToken', await poller.poll())).toEqual(redeemed);
		});

		test('finds exactly the new redemptions even if there are more redeemed codes than it stores', async () => {
			const codes = await generate(1_300);
			await redeem(codes.slice(0, 520));
			nowMs += DAY_MS;
			await redeem(codes.slice(520, 1_040));
			const poller = pollerOf('codeRedeemed');
			// The second page contains the end of the latest day, so the third is not read.
			expect(await counted(poller)).toEqual([null, 2]);
			expect(await poller.poll()).toBeNull();
			nowMs += MINUTE_MS;
			const redeemed = await redeem(codes.slice(1_040, 1_060));
			expect(tokensOf(await poller.poll())).toEqual(redeemed.sort());
			expect(await poller.poll()).toBeNull();
			expect(JSON.stringify(poller.readStored()).length).toBeLessThan(100_000);
		});

		test('leaves out a code without a redemption date', async () => {
			const answerWith = (Codes: object[]) =>
				stage.answer('/codes/fetch', { Data: { Codes, TotalResults: Codes.length, TotalPages: 1 } });
			const old = { CouponToken: 'old', RedemptionDate: '2089-01-01T12:00:00Z' };
			const dated = { CouponToken: 'dated', RedemptionDate: '2089-01-01T12:00:01Z' };
			const poller = pollerOf('codeRedeemed');
			answerWith([old]);
			await poller.poll();
			answerWith([{ CouponToken: 'undated' }, dated, old]);
			expect(tokensOf(await poller.poll())).toEqual(['dated']);
		});
	});

	describe('the event “New Survey Response”', () => {
		const texts = (items: IDataObject[] | null) => valuesOf('How was it?', items);

		test('outputs all new responses even if they fill several pages, and an older response as soon as it is completed', async () => {
			const begun = answer('begun', { Completed: false });
			const poller = pollerOf('newSurveyResponse');
			await poller.poll();
			const later = Array.from({ length: 120 }, (_, n) => `later ${n}`);
			later.forEach((text) => answer(text));
			expect(texts(await poller.poll())).toEqual(later);
			stage.sandbox.completeResponse(begun);
			const [items, calls] = await counted(poller);
			expect([texts(items), calls]).toEqual([['begun'], 3]);
			answer('one more');
			expect(texts((await counted(poller))[0])).toEqual(['one more']);
			expect(stage.paths()).toHaveLength(2);
			const [raw] = (await pollerOf('newSurveyResponse', { simplify: false }).poll('manual'))!;
			expect(raw!.Answers).toEqual([expect.objectContaining({ Answer: 'one more' })]);
		});

		test('removes deleted responses from its memory, and still finds new ones', async () => {
			const poller = pollerOf('newSurveyResponse');
			const sizes: number[] = [];
			for (const tokens of [['a', 'b', 'c'], ['a'], ['d', 'a']]) {
				const Responses = tokens.map((ResponseToken) => ({ ResponseToken }));
				const Data = { Responses, Pagination: { TotalResponses: tokens.length, TotalPages: 1 } };
				stage.answer('/surveys/responses', { Data });
				const expected = tokens.includes('d') ? [{ ResponseToken: 'd' }] : null;
				expect(await poller.poll()).toEqual(expected && expected.map((one) => expect.objectContaining(one)));
				sizes.push(JSON.stringify(poller.readStored()).length);
			}
			expect(sizes[1]).toBeLessThan(sizes[0]!);
		});
	});

	test.each<[string, INodeParameters, string]>([
		['other', {}, '“Event” must be an event from the list, but is “other”'],
		['optedOut', { sweepstakes: { __rl: true, mode: 'list', value: '' } }, '“Sweepstakes” is required'],
		['newSurveyResponse', { survey: { __rl: true, mode: 'list', value: '' } }, '“Survey” is required'],
	])('a poll for the event “%s” with the parameters %j fails', async (event, more, sentence) => {
		await expect(pollerOf(event, more).poll()).rejects.toThrow(sentence);
	});
});
