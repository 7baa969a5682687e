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

	test('contains each invoice once, even if some are added and deleted while the list is read', async () => {
		const tokens: string[] = [];
		for (let n = 0; n < 210; n++) tokens.push(await create());
		const gone = [...tokens.slice(0, 3), ...tokens.slice(-3)];
		const client = clientAt(sandbox);
		const found: unknown[] = [];
		for await (const { InvoiceToken } of invoices.each(client, {})) {
			found.push(InvoiceToken);
			if (found.length !== 200) continue;
			for (const token of gone) await sandbox.api('/invoices/delete', { InvoiceToken: token });
			for (let n = 0; n < 3; n++) await create();
		}
		expect(new Set(found).size).toBe(found.length);
		expect(found).toEqual(expect.arrayContaining(tokens.filter((token) => !gone.includes(token))));
	});
});
