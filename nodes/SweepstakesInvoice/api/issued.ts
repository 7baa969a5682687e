import type { Caller, Confirmation } from '../../shared/client/endpoint';
import { explained, ServiceError } from '../../shared/client/failures';
import { asText, type Json } from '../../shared/json';
import { dayBefore, invoiceCreated, invoices, invoiceWithLink, type InvoiceToCreate } from './invoices';
import { memoize } from '../../shared/api/memoize';
import { mayBeWrittenSince } from '../../shared/api/recentWrites';
import { nameKey } from '../../shared/api/titles';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The invoices of the account, found by recipient and title. */
export interface IssuedInvoices {
	/**
	 * The invoice for this recipient with this title, with its link. Called while its `invoiceKey` is held.
	 *
	 * @throws {ServiceError} if the service cannot be asked.
	 */
	find(invoice: InvoiceToCreate): Promise<Json | undefined>;
	/** Confirms the creation of an invoice that was not found before: one that is found now is this one. */
	confirm(service: Caller, invoice: InvoiceToCreate): Confirmation;
}

const createCache = () => new Map<string, Promise<ListedInvoices>>();

/**
 * The invoices that were created in the last days. The list is read once for an execution, and again for a recipient and a
 * title for whom an execution of this process may have created an invoice since.
 *
 * @throws {ServiceError} if the list cannot be read.
 */
export async function issuedInvoices(service: Caller, days: number): Promise<IssuedInvoices> {
	return await memoize(service.state.get(createCache), String(days), async () => {
		const listed = new ListedInvoices(service, Date.now() - days * DAY_MS);
		await listed.read();
		return listed;
	});
}

class ListedInvoices implements IssuedInvoices {
	private byKey = new Map<string, Json>();
	/** When the last reading began, in ms of the monotonic clock. */
	private readAt = 0;

	/** @param since ms since 1970 by our clock */
	constructor(
		private readonly service: Caller,
		private readonly since: number,
	) {}

	async find({ BillTo, Title }: InvoiceToCreate): Promise<Json | undefined> {
		const key = invoiceKey(BillTo.Email, Title);
		if (!this.byKey.has(key) && mayBeWrittenSince(this.service, key, this.readAt)) await this.read();
		const found = this.byKey.get(key);
		if (!found) return undefined;
		return { ...found, ...(await invoiceWithLink(this.service, asText(found.InvoiceToken))) };
	}

	confirm = (service: Caller, invoice: InvoiceToCreate): Confirmation => {
		const key = invoiceKey(invoice.BillTo.Email, invoice.Title);
		return invoiceCreated(service, invoice, (one) => keyOfListed(one) === key && !this.isTooOld(one));
	};

	/** @throws {ServiceError} that says that nothing was created. */
	async read(): Promise<void> {
		this.readAt = performance.now();
		this.byKey = await explained(NOTHING_DONE, this.list());
	}

	private async list(): Promise<Map<string, Json>> {
		const byKey = new Map<string, Json>();
		for await (const invoice of invoices.read(this.service, { FromDate: dayBefore(this.since) }, Infinity)) {
			const key = keyOfListed(invoice);
			const known = byKey.get(key);
			// A cancelled invoice counts if there is no other: running a workflow again must not undo a cancellation.
			const isBetter = !known || known.Status === 'cancelled';
			if (isBetter && !this.isTooOld(invoice)) byKey.set(key, invoice);
		}
		return byKey;
	}

	private isTooOld({ CreationDate }: Json): boolean {
		return this.service.timing(this.since, CreationDate) === 'before';
	}
}

const NOTHING_DONE =
	'No invoice was created for this item, because the invoices that there are could not be read.';

/**
 * A draft may have no recipient yet: its `RecipientEmail` is null, and its key matches no invoice that is to be created.
 *
 * @throws {ServiceError} if the service does not say who the invoice is for.
 */
function keyOfListed({ RecipientEmail, Title }: Json): string {
	if (typeof RecipientEmail !== 'string' && RecipientEmail !== null)
		throw new ServiceError({ code: 'unexpectedReply', missing: 'who the invoices are for' });
	return invoiceKey(RecipientEmail ?? '', asText(Title));
}

/** What `Caller.exclusively` holds while an invoice of this recipient and title is created. */
export const invoiceKey = (email: string, title = '') => nameKey('invoice', email.trim(), title);
