import type { Caller, Confirmation } from '../../shared/client/endpoint';
import { explained, ServiceError } from '../../shared/client/failures';
import { textOf, type Json } from '../../shared/json';
import { dayBefore, invoiceCreated, invoices, invoiceWithLink, type InvoiceToCreate } from './invoices';
import { memoize } from '../../shared/api/memoize';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The invoices of the account, found by recipient and title. */
interface IssuedInvoices {
	/**
	 * The invoice for this recipient with this title, with its link.
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
 * title to which this execution has sent an invoice.
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

	/** The keys of invoices that were sent and are not in the list. */
	private readonly sent = new Set<string>();

	/** @param since ms since 1970 by our clock */
	constructor(
		private readonly service: Caller,
		private readonly since: number,
	) {}

	async find({ BillTo, Title }: InvoiceToCreate): Promise<Json | undefined> {
		const key = keyOf(BillTo.Email, Title);
		if (this.sent.has(key)) await this.read();
		const found = this.byKey.get(key);
		if (!found) return undefined;
		this.sent.delete(key);
		return { ...found, ...(await invoiceWithLink(this.service, textOf(found.InvoiceToken))) };
	}

	confirm = (service: Caller, invoice: InvoiceToCreate): Confirmation => {
		const key = keyOf(invoice.BillTo.Email, invoice.Title);
		this.sent.add(key);
		return invoiceCreated(service, invoice, (one) => keyOfListed(one) === key && !this.isTooOld(one));
	};

	/** @throws {ServiceError} that says that nothing was created. */
	async read(): Promise<void> {
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

/** @throws {ServiceError} if the service does not say who the invoice is for. */
function keyOfListed({ RecipientEmail, Title }: Json): string {
	if (typeof RecipientEmail !== 'string')
		throw new ServiceError({ code: 'unexpectedReply', missing: 'who the invoices are for' });
	return keyOf(RecipientEmail, textOf(Title));
}

const keyOf = (email: string, title = '') => `${email.trim().toLowerCase()} ${title.trim()}`;
