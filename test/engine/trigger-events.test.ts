import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesTrigger } from '../../nodes/SweepstakesTrigger/SweepstakesTrigger.node';
import { Poller } from './poller';
import { Stage } from './stage';

const node = new SweepstakesTrigger();
const DAY_MS = 24 * 60 * 60 * 1_000;

describe.each(['contract', 'reference'] as const)('in the dialect %s', (dialect) => {
	let stage: Stage;
	/** The service's clock. It stands still unless a test moves it. */
	let nowMs: number;
	beforeEach(async () => {
		nowMs = Date.UTC(2089, 0, 1, 12);
		stage = await Stage.open({}, () => nowMs, dialect);
	});
	afterEach(async () => await stage.close());

	const pollerOf = (event: string, more: INodeParameters = {}) =>
		new Poller({ node, account: stage.sandbox, parameters: { event, ...more } });

	/** Polls, and counts this poll's calls. */
	async function counted(poller: Poller): Promise<[IDataObject[] | null, number]> {
		stage.sandbox.clearCalls();
		return [await poller.poll(), stage.paths().length];
	}

	const repeated = (items: IDataObject[] | null) => items!.map((item) => ({ ...item, repeated: true }));

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

	const tokens = (items: IDataObject[] | null) => items?.map(({ InvoiceToken }) => InvoiceToken);

	describe('Invoice Paid', () => {
		test('starts from now, and outputs each payment once, in order of payment', async () => {
			const [first, second, third] = [await invoice(), await invoice(), await invoice()];
			pay(first);
			const poller = pollerOf('invoicePaid');
			expect(await poller.poll()).toBeNull();
			const paid = [pay(third), pay(second)];
			const items = await poller.poll();
			expect(tokens(items)).toEqual(paid);
			expect(items![0]).toMatchObject({ Status: 'paid', RecipientEmail: 'ada@example.com' });
			expect(await poller.restarted().poll()).toEqual(repeated(items));
			expect(await counted(poller)).toEqual([null, 1]);
		});

		test('finds an invoice that is created and paid between two polls, also while another is deleted', async () => {
			const old = pay(await invoice());
			const poller = pollerOf('invoicePaid');
			await poller.poll();
			const paid = pay(await invoice());
			await stage.api('/invoices/delete', { InvoiceToken: old });
			await invoice();
			pay(await invoice());
			expect(tokens(await poller.poll())).toEqual([paid, expect.any(String)]);
			expect(await poller.poll()).toBeNull();
		});

		test('reads the list at each poll if the service sends no summary', async () => {
			const body = (Invoices: object[]) => ({
				body: { Response: true, Data: { Invoices, Pagination: { TotalInvoices: 1, TotalPages: 1 } } },
			});
			const poller = pollerOf('invoicePaid', { simplify: false });
			const path = '/invoices/fetch';
			stage.sandbox.faults([{ path, ...body([]), times: 2 }]);
			expect(await poller.poll()).toBeNull();
			const paid = [{ InvoiceToken: 'x' }, { InvoiceToken: 'y' }];
			stage.sandbox.faults([{ path, ...body(paid), times: 4 }]);
			expect(await poller.poll()).toEqual(paid);
			expect(await poller.poll()).toBeNull();
		});

		test('stores at most 11 bytes per invoice', async () => {
			for (let n = 0; n < 20; n++) pay(await invoice());
			const poller = pollerOf('invoicePaid');
			await poller.poll();
			expect(JSON.stringify(poller.stored()).length).toBeLessThan(20 * 11 + 400);
		});

		test('a manual run shows up to three with one call', async () => {
			for (let n = 0; n < 4; n++) pay(await invoice());
			stage.sandbox.clearCalls();
			expect(await pollerOf('invoicePaid').poll('manual')).toHaveLength(3);
			expect(stage.paths()).toHaveLength(1);
		});
	});

	test('Invoice Overdue: each comes out once when its due date has passed, and again if it gets a new one', async () => {
		const late = await invoice('2089-01-02');
		await invoice('2089-02-02');
		const poller = pollerOf('invoiceOverdue');
		expect(await poller.poll()).toBeNull();
		nowMs += 2 * DAY_MS;
		const items = await poller.poll();
		expect(tokens(items)).toEqual([late]);
		expect(items![0]).toMatchObject({ IsOverdue: true, DaysOverdue: 1 });
		expect(await counted(poller)).toEqual([null, 1]);
		await stage.api('/invoices/update', { InvoiceToken: late, DueDate: '2089-01-05' });
		expect(await poller.poll()).toBeNull();
		nowMs += 3 * DAY_MS;
		expect(tokens(await poller.poll())).toEqual([late]);
		pay(late);
		expect(await poller.poll()).toBeNull();
	});

	describe('Opted Out', () => {
		const optOut = (KeyEmail: string) =>
			stage.sandbox.placeParticipant({
				SweepstakesToken: stage.sweepstakesToken,
				KeyEmail,
				Collections: ['OptOuts'],
			});
		const emails = (items: IDataObject[] | null) => items?.map(({ Email }) => Email).sort();

		test('an opt-out is output once, regardless of the entry’s age', async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 50);
			optOut('participant7@example.com');
			const poller = pollerOf('optedOut', { sweepstakes: stage.picked });
			expect(await poller.poll()).toBeNull();
			optOut('participant1@example.com');
			optOut('participant50@example.com');
			const items = await poller.poll();
			expect(emails(items)).toEqual(['participant1@example.com', 'participant50@example.com']);
			expect(await poller.restarted().poll()).toEqual(repeated(items));
			expect(await counted(poller)).toEqual([null, 1]);
		});

		test('a manual run reads one page', async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 50);
			optOut('participant1@example.com');
			const poller = pollerOf('optedOut', { sweepstakes: stage.picked });
			expect(emails(await poller.poll('manual'))).toEqual(['participant1@example.com']);
			expect(stage.paths().filter((path) => path === '/participants/fetch')).toHaveLength(1);
		});
	});

	describe('Code Redeemed', () => {
		let codes: Array<{ CouponToken: string; CouponCode: string }>;
		const generate = async (Quantity: number) => {
			const { Data } = await stage.api<{ Data: { Codes: typeof codes } }>('/codes/generate', {
				SweepstakesToken: stage.sweepstakesToken,
				Quantity,
				Length: 10,
			});
			codes = Data.Codes;
		};
		async function redeem(...numbers: number[]): Promise<string[]> {
			for (const n of numbers) await stage.api('/codes/redeem', { CouponToken: codes[n]!.CouponToken });
			return numbers.map((n) => codes[n]!.CouponCode);
		}
		const found = (items: IDataObject[] | null) => items?.map(({ CouponCode }) => CouponCode as string);
		const poller = () => pollerOf('codeRedeemed', { sweepstakes: stage.picked });

		test('starts from now, and each redemption comes out once, oldest first', async () => {
			await generate(10);
			await redeem(0, 1);
			const watching = poller();
			expect(await watching.poll()).toBeNull();
			nowMs += 60_000;
			const [earlier] = await redeem(5);
			nowMs += 60_000;
			const [later] = await redeem(3);
			const items = await watching.poll();
			expect(found(items)).toEqual([earlier, later]);
			expect(await watching.restarted().poll()).toEqual(repeated(items));
			expect(await counted(watching)).toEqual([null, 1]);
		});

		test('redemptions of the same moment come out once each, over several polls and days', async () => {
			await generate(30);
			const watching = poller();
			await watching.poll();
			for (const numbers of [[1, 2], [3], [4, 5, 6]]) {
				expect(found(await watching.poll())).toBeUndefined();
				const redeemed = await redeem(...numbers);
				expect(found(await watching.poll())!.sort()).toEqual(redeemed.sort());
				nowMs += DAY_MS;
			}
			expect(await watching.poll()).toBeNull();
		});

		test('a code that is redeemed again comes out again, and older ones do not', async () => {
			await generate(3);
			await redeem(0, 1);
			const watching = poller();
			await watching.poll();
			await stage.api('/codes/unredeem', { CouponToken: codes[0]!.CouponToken });
			expect(await watching.poll()).toBeNull();
			nowMs += 60_000;
			const again = await redeem(0);
			expect(found(await watching.poll())).toEqual(again);
		});

		test('beyond its memory, nothing old is output and nothing new is missed', async () => {
			await generate(1_300);
			const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
			await redeem(...numbers(0, 520));
			nowMs += DAY_MS;
			await redeem(...numbers(520, 1_040));
			const watching = poller();
			expect(await watching.poll()).toBeNull();
			expect(await watching.poll()).toBeNull();
			nowMs += 60_000;
			const redeemed = await redeem(...numbers(1_040, 1_060));
			expect(found(await watching.poll())!.sort()).toEqual(redeemed.sort());
			expect(await watching.poll()).toBeNull();
			expect(JSON.stringify(watching.stored()).length).toBeLessThan(100_000);
		}, 120_000);

		test('a manual run shows the latest three with one call', async () => {
			await generate(5);
			await redeem(0, 1, 2, 3);
			const watching = poller();
			stage.sandbox.clearCalls();
			expect(await watching.poll('manual')).toHaveLength(3);
			expect(stage.paths()).toHaveLength(1);
		});

		test('a code without a redemption date is left out', async () => {
			const Data = { Codes: [{ CouponToken: 'x' }], TotalResults: 1, TotalPages: 1 };
			stage.sandbox.faults([{ path: '/codes/fetch', body: { Response: true, Data }, times: 2 }]);
			const watching = poller();
			await watching.poll();
			expect(await watching.poll()).toBeNull();
		});
	});

	test('an unknown event is refused', async () => {
		await expect(pollerOf('other').poll()).rejects.toThrow('“Event” must be one of the list, but is “other”');
	});

	test('events of the account need no sweepstakes, those of a sweepstakes do', async () => {
		await expect(pollerOf('optedOut').poll()).rejects.toThrow('“Sweepstakes” is required');
		await expect(pollerOf('invoiceOverdue').poll('manual')).resolves.toBeNull();
	});
});
