import type { Client } from '../../shared/client/client';
import { explained, ServiceError } from '../../shared/client/failures';
import { asText, type Json } from '../../shared/json';
import { dayBefore, invoiceKey, type InvoiceToCreate } from './created';
import { invoices, invoiceWithLink } from './invoices';
import { DAY_MS } from '../../shared/time/units';

/** Finds the account's invoices by recipient and title. */
export class IssuedInvoices {
	private readonly byKey = new Map<string, Json>();
	/** The IDs of all invoices that were read. */
	private readonly records: Json[] = [];
	/** Start of the last reading, in ms of the monotonic clock. */
	private readAt = 0;
	/** Invoices from this moment on are read next, in ms since 1970 by our clock. */
	private from: number;

	/** @param since ms since 1970 by our clock */
	constructor(
		private readonly client: Client,
		private readonly since: number,
	) {
		this.from = since;
	}

	/** An existing invoice includes its link. The caller holds the {@link invoiceKey}. */
	async find({ BillTo, Title }: InvoiceToCreate): Promise<{ existing?: Json; records: readonly Json[] }> {
		const key = invoiceKey(BillTo.Email, Title);
		const { history } = this.client.account;
		if (!this.byKey.has(key) && history.mayBeWrittenSince(key, this.readAt)) await this.read();
		const { records } = this;
		const found = this.byKey.get(key);
		if (!found) return { records };
		const link = await invoiceWithLink(this.client, asText(found.InvoiceToken));
		return { existing: { ...found, ...link }, records };
	}

	/**
	 * Reads the list, or what was created since the last reading.
	 *
	 * @throws {ServiceError} that says that nothing was created
	 */
	async read(): Promise<void> {
		const readAt = performance.now();
		const from = Date.now();
		await explained(NOTHING_DONE, this.readFrom(this.from));
		this.readAt = readAt;
		this.from = from;
	}

	private async readFrom(from: number): Promise<void> {
		for await (const invoice of invoices.each(this.client, { FromDate: dayBefore(from) })) {
			this.records.push({ InvoiceToken: invoice.InvoiceToken });
			const key = keyOfListed(invoice);
			const known = this.byKey.get(key);
			// A cancelled invoice counts if there is no other: a rerun must not undo a cancellation.
			const isBetter = !known || known.Status === 'cancelled';
			if (isBetter && !this.isTooOld(invoice)) this.byKey.set(key, invoice);
		}
	}

	private isTooOld({ CreationDate }: Json): boolean {
		return this.client.clock.timing(this.since, CreationDate) === 'before';
	}
}

const NOTHING_DONE = 'No invoice was created for this item, because the existing invoices could not be read.';

/** @throws {ServiceError} if the recipient is missing; it may be null in a draft */
function keyOfListed({ RecipientEmail, Title }: Json): string {
	if (typeof RecipientEmail !== 'string' && RecipientEmail !== null)
		throw new ServiceError({ code: 'unexpectedReply', missing: 'who the invoices are for' });
	return invoiceKey(RecipientEmail ?? '', asText(Title));
}

/**
 * Reads the list once, and its newest part again if another execution may have created the invoice since.
 *
 * @throws {ServiceError} if the list cannot be read
 */
export async function issuedInvoices(client: Client, days: number): Promise<IssuedInvoices> {
	return await client.run.once(`invoices ${days}`, async () => {
		const listed = new IssuedInvoices(client, Date.now() - days * DAY_MS);
		await listed.read();
		return listed;
	});
}
