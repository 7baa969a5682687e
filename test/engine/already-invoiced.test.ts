import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { DIALECTS } from '../../sandbox/dialect';
import type { RunOptions } from './engine';
import { jsonOf, Stage } from './stage';

const node = new SweepstakesInvoice();

let stage: Stage;
afterEach(async () => await stage.close());

const DAY_MS = 24 * 60 * 60 * 1_000;
const INVOICE = {
	whenAlreadyInvoiced: 'return',
	withinDays: 20,
	Name: 'Ada Lovelace',
	Email: 'ada@example.com',
	items: { item: [{ Description: 'Prize', Quantity: 2, Rate: 12.5 }] },
	titleToFind: 'Prize handling',
};

const create = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await stage.run(node, 'create', { ...INVOICE, ...parameters }, options);

/** One item for each recipient. */
const createFor = async (recipients: string[], options: Partial<RunOptions> = {}) =>
	await create(
		{ Email: '={{ $json.email }}' },
		{ ...options, items: recipients.map((email) => ({ email })) },
	);

const stored = async () =>
	(await stage.api<{ Data: { Invoices: IDataObject[] } }>('/invoices/fetch')).Data.Invoices;

describe.each(DIALECTS)('Return Existing, in the dialect %s', (dialect) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
	});

	test('creates an invoice once, and returns it with its link afterwards', async () => {
		const [first] = jsonOf(await create());
		const again = await create({ Email: ' ADA@example.com ', titleToFind: 'Prize&nbsp; handling' });
		const [second] = jsonOf(again);
		expect(first).toMatchObject({ existed: false });
		expect(second).toMatchObject({
			existed: true,
			InvoiceToken: first!.InvoiceToken,
			InvoiceNumber: first!.InvoiceNumber,
			RecipientName: 'Ada Lovelace',
			Total: first!.Total,
			PublicLink: first!.PublicLink,
		});
		expect(again.hints).toEqual(['Skipped 1 item: already invoiced.']);
		expect(stage.paths()).toEqual(['/invoices/fetch', '/invoices/single']);
		expect(await stored()).toHaveLength(1);
	});

	test('passes over a draft without a recipient', async () => {
		const mine = { RecipientEmail: 'ada@example.com', Title: 'Prize handling', InvoiceToken: 'x' };
		const draft = { RecipientEmail: null, InvoiceToken: 'y', Status: 'draft' };
		stage.sandbox.faults([
			list(draft, mine),
			{ path: '/invoices/single', body: { Response: true, Data: { Invoice: mine, PublicLink: '' } } },
		]);
		expect(jsonOf(await create())).toMatchObject([{ existed: true, InvoiceToken: 'x' }]);
	});

	test('returns the whole record without Simplify', async () => {
		await create();
		const [existing] = jsonOf(await create({ simplify: false }));
		expect(existing).toMatchObject({
			existed: true,
			PublicLink: expect.any(String),
			Items: [{ Amount: 25 }],
		});
	});

	test('creates what is missing after a run that ended half-way', async () => {
		const everybody = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'];
		await createFor(everybody.slice(0, 2));
		const { items } = await createFor(everybody);
		expect(items.map(({ json }) => json.existed)).toEqual([true, true, false, false]);
		expect(stage.paths()).toEqual([
			'/invoices/fetch',
			'/invoices/single',
			'/invoices/single',
			'/invoices/create',
			'/invoices/create',
		]);
		expect((await stored()).map(({ RecipientEmail }) => RecipientEmail).sort()).toEqual(everybody);
	});

	test('creates one invoice for two items that are the same', async () => {
		const { items } = await createFor(['a@example.com', 'A@example.com', 'a@example.com']);
		expect(items.map(({ json }) => json.existed)).toEqual([false, true, true]);
		expect(new Set(items.map(({ json }) => json.InvoiceToken)).size).toBe(1);
		// The reply to the first says all there is to say of the others.
		expect(stage.paths()).toEqual(['/invoices/fetch', '/invoices/create']);
		expect(await stored()).toHaveLength(1);
	});

	test.each([
		['another recipient', { Email: 'grace@example.com' }],
		['another title', { titleToFind: 'Shipping' }],
	])('creates an invoice for %s', async (_what, other) => {
		await create();
		expect(jsonOf(await create(other))).toMatchObject([{ existed: false }]);
		expect(await stored()).toHaveLength(2);
	});

	test('returns a cancelled invoice only if there is no other', async () => {
		const [{ InvoiceToken } = {}] = jsonOf(await create());
		await stage.api('/invoices/update', { InvoiceToken, Status: 'cancelled' });
		expect(jsonOf(await create())).toMatchObject([{ existed: true, Status: 'cancelled' }]);
		const another = { whenAlreadyInvoiced: 'create', Title: 'Prize handling' };
		const [{ InvoiceToken: second } = {}] = jsonOf(await create(another));
		expect(jsonOf(await create())).toMatchObject([{ existed: true, InvoiceToken: second }]);
		const [{ InvoiceToken: third } = {}] = jsonOf(await create(another));
		await stage.api('/invoices/update', { InvoiceToken: third, Status: 'cancelled' });
		expect(jsonOf(await create())).toMatchObject([{ existed: true, InvoiceToken: second }]);
	});

	test('an invoice without a title is not the same as one with a title', async () => {
		await create({ whenAlreadyInvoiced: 'create' });
		expect(jsonOf(await create())).toMatchObject([{ existed: false }]);
	});

	test('an invoice that was changed since is the same', async () => {
		const [{ InvoiceToken } = {}] = jsonOf(await create());
		await stage.api('/invoices/update', { InvoiceToken, DiscountAmount: 5, Status: 'pending' });
		expect(jsonOf(await create())).toMatchObject([{ existed: true, Status: 'pending' }]);
	});

	test('looks only as far back as it is told', async () => {
		await create({ whenAlreadyInvoiced: 'create', Title: 'Prize handling' });
		stage.sandbox.advance(5 * DAY_MS);
		expect(jsonOf(await create({ withinDays: 6 }))).toMatchObject([{ existed: true }]);
		expect(jsonOf(await create({ withinDays: 4 }))).toMatchObject([{ existed: false }]);
	});

	const list = (...Invoices: object[]) => ({
		path: '/invoices/fetch',
		body: {
			Response: true,
			Data: { Invoices, Pagination: { TotalInvoices: Invoices.length, TotalPages: 1 } },
		},
	});

	describe('after a lost answer', () => {
		test.each(['before', 'after'] as const)(
			'knows the invoice from an older one (%s processing)',
			async (drop) => {
				await create({ titleToFind: 'Other' });
				stage.sandbox.faults([{ path: '/invoices/create', drop }]);
				if (drop === 'before') stage.sandbox.advance(60_000);
				const { error } = await create();
				expect(error).toBeUndefined();
				expect(await stored()).toHaveLength(2);
			},
		);

		test('knows it from an invoice of the recipient that has no exact date', async () => {
			const other = {
				RecipientEmail: 'ada@example.com',
				Title: 'Other',
				CreationDate: new Date().toISOString().slice(0, 10),
			};
			const mine = { RecipientEmail: 'ada@example.com', Title: 'Prize handling', InvoiceToken: 'x' };
			stage.sandbox.faults([
				list(other),
				list(other, mine),
				{ path: '/invoices/create', drop: 'after' },
				{
					path: '/invoices/single',
					body: { Response: true, Data: { Invoice: { InvoiceNumber: 'INV-9' }, PublicLink: 'https://link' } },
				},
			]);
			expect(jsonOf(await create())).toMatchObject([
				{ InvoiceNumber: 'INV-9', PublicLink: 'https://link', existed: false },
			]);
		});

		test('an item in doubt is looked up again for the next item that is the same', async () => {
			stage.sandbox.faults([
				{ path: '/invoices/fetch', delayMs: 0 },
				{ path: '/invoices/create', drop: 'after' },
				{ path: '/invoices/fetch', status: 400 },
			]);
			const { items, errorItems } = await createFor(['a@example.com', 'a@example.com'], {
				onError: 'continueErrorOutput',
			});
			expect(errorItems).toMatchObject([
				{ json: { error: expect.stringMatching(/may have been processed/) } },
			]);
			expect(items).toMatchObject([{ json: { existed: true } }]);
			expect(await stored()).toHaveLength(1);
		});
	});

	describe('if the list cannot be read', () => {
		const NOTHING_DONE =
			'No invoice was created for this item, because the invoices that there are could not be read.';

		test.each([
			['is refused', { path: '/invoices/fetch', status: 400 }, /^The service refused this: /],
			['is not there', { path: '/invoices/fetch', status: 404 }, /^The service refused this: /],
			[
				'is of another type',
				{ path: '/invoices/fetch', body: { Response: true, Data: { Invoices: 'none' } } },
				/^The service did not say which invoices there are$/,
			],
			[
				'does not say where it ends',
				{ path: '/invoices/fetch', body: { Response: true, Data: { Invoices: [] } } },
				/^The service did not say how many invoices there are/,
			],
			[
				'has no recipients',
				list({ Title: 'Prize handling' }),
				/^The service did not say who the invoices are for$/,
			],
		])('because it %s, nothing is created', async (_what, fault, message) => {
			stage.sandbox.faults([fault]);
			const { error } = await create();
			expect(error!.message).toMatch(message);
			expect(error!.description).toContain(NOTHING_DONE);
			expect(stage.paths()).toEqual(['/invoices/fetch']);
			expect(await stored()).toEqual([]);
		});

		test('the next item asks again', async () => {
			stage.sandbox.faults([{ path: '/invoices/fetch', status: 400 }]);
			const { items, errorItems } = await createFor(['a@example.com', 'b@example.com'], {
				onError: 'continueErrorOutput',
			});
			expect(errorItems).toHaveLength(1);
			expect(items).toMatchObject([{ json: { existed: false } }]);
		});
	});
});

describe('by default', () => {
	beforeEach(async () => {
		stage = await Stage.open();
	});

	test('another invoice is created each time, without reading the list', async () => {
		const { whenAlreadyInvoiced: _, withinDays: _days, ...parameters } = INVOICE;
		for (const _run of [1, 2]) {
			const [invoice] = jsonOf(await stage.run(node, 'create', parameters));
			expect(invoice).not.toHaveProperty('existed');
			expect(stage.paths()).toEqual(['/invoices/create']);
		}
		expect(await stored()).toHaveLength(2);
	});

	test.each<[string, INodeParameters, string]>([
		['no title', { titleToFind: '={{ $json.nothing }}' }, '“Title” is required'],
		['a title of spaces', { titleToFind: '={{ "  " }}' }, '“Title” is required'],
		['no days', { withinDays: '={{ null }}' }, '“Created in the Last (Days)” is required'],
		['0 days', { withinDays: 0 }, '“Created in the Last (Days)” must be at least 1, but is 0'],
		[
			'an unknown choice',
			{ whenAlreadyInvoiced: '={{ "ask" }}' },
			'“When Already Invoiced” must be one of Create Another, Return Existing, but is “ask”',
		],
		[
			'an address without @',
			{ Email: 'ada' },
			'“Recipient Email” must be an email address such as jane@example.com, but is “ada”',
		],
		[
			'a rate over a million',
			{ items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 1_000_001 }] } },
			'“Items › Item 1 › Rate” must be at most 1000000, but is 1000001',
		],
	])('Return Existing refuses %s before anything is sent', async (_what, wrong, sentence) => {
		expect(await stage.refusal(node, 'create', { ...INVOICE, ...wrong })).toBe(`Item 1: ${sentence}`);
	});
});
