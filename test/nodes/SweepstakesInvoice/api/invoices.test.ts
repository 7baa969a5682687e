import { invoices } from '../../../../nodes/SweepstakesInvoice/api/invoices';
import { DIALECTS } from '../../../../sandbox/dialect';
import { openSandbox, type Sandbox } from '../../../../sandbox';
import { clientAt } from '../../../support/client';

/** The two dialects list invoices in opposite order. */
describe.each(DIALECTS)('a list of invoices in the dialect %s', (dialect) => {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = openSandbox({ dialect, accounts: [{ plan: { MaxApiCallsPerMinute: 1_000_000 } }] });
	});
	afterEach(async () => await sandbox.close());

	const create = async () => {
		const { Data } = await sandbox.api<{ Data: { InvoiceToken: string } }>('/invoices/create', {
			BillTo: { Name: 'Ada', Email: 'ada@example.com' },
			Items: [{ Description: 'Prize', Quantity: 1, Rate: 50 }],
		});
		return Data.InvoiceToken;
	};

	/** Reads a list of 210 invoices, on two pages. `meanwhile` is called between the pages. */
	async function readWhile(meanwhile: (tokens: readonly string[]) => Promise<void>) {
		const tokens: string[] = [];
		for (let n = 0; n < 210; n++) tokens.push(await create());
		const found: unknown[] = [];
		for await (const { InvoiceToken } of invoices.each(clientAt(sandbox), {}))
			if (found.push(InvoiceToken) === 200) await meanwhile(tokens);
		return { tokens, found };
	}

	test('contains each invoice once, even if some are added while the list is read', async () => {
		const { tokens, found } = await readWhile(async () => {
			for (let n = 0; n < 3; n++) await create();
		});
		expect(new Set(found).size).toBe(found.length);
		expect(found).toEqual(expect.arrayContaining(tokens));
	});

	test('is an error if invoices are deleted while the list is read, because others may be missed', async () => {
		const reading = readWhile(async ([first, ...others]) => {
			for (const InvoiceToken of [first, others.at(-1)])
				await sandbox.api('/invoices/delete', { InvoiceToken });
		});
		await expect(reading).rejects.toMatchObject({
			failure: {
				message: expect.stringContaining('The list of invoices changed while it was read') as string,
			},
		});
	});
});
