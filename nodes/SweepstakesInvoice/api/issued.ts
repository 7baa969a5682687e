import type { Client } from '../../shared/client/client';
import { ServiceError } from '../../shared/client/failures';
import { asText, type Json } from '../../shared/json';
import {
	findInvoiceDifferences,
	getDayBefore,
	toInvoiceKey,
	toRecipientKey,
	type InvoiceToCreate,
} from './created';
import { invoices, fetchInvoiceWithLink } from './invoices';
import { DataBudget } from '../../shared/api/data-budget';
import type { ExistingRecord } from '../../shared/api/named';
import { DAY_MS } from '../../shared/time/units';

/** The account's invoices created since a given time, for lookups by recipient and title. */
class IssuedInvoices {
	private readonly byKey = new Map<string, Json>();
	private readonly budget = new DataBudget();
	/** Invoices that the list returned without a title. */
	private untitled: Json[] = [];
	/** The IDs of all invoices that were read. If the reply to a creation is lost, any other invoice must be new. */
	private readonly records: Json[] = [];
	/** The keys of the same invoices. */
	private readonly known = new Set<string>();
	/** When the list was last read, in ms of the monotonic clock. */
	private readAt = 0;
	/** The next read covers invoices created since this time, in ms since 1970 by our clock. */
	private from: number;

	/** What all payment links begin with, once it is known. */
	private linkStart: string | undefined;

	/**
	 * @param since only invoices created since this time are found, in ms since 1970 by our clock
	 * @param needsDetails whether an existing invoice needs more than the list shows
	 */
	constructor(
		private readonly client: Client,
		private readonly since: number,
		private readonly needsDetails: boolean,
	) {
		this.from = since;
	}

	/**
	 * Finds the invoice for a recipient and title, with its payment link. If another execution may have created such an invoice, reads the list again.
	 */
	async find(invoice: InvoiceToCreate): Promise<ExistingRecord<Json>> {
		const { BillTo, Title } = invoice;
		const key = toInvoiceKey(BillTo.Email, Title);
		const { history } = this.client.account;
		if (!this.byKey.has(key) && history.mayBeWrittenSince([toRecipientKey(BillTo.Email)], this.readAt))
			await this.read();
		if (!this.byKey.has(key)) await this.findTitles(BillTo.Email);
		const { records } = this;
		const note = ({ InvoiceToken }: Json) => void records.push({ InvoiceToken });
		const found = this.byKey.get(key);
		if (!found) return { records, note };
		const differences = findInvoiceDifferences(found, invoice);
		return { existing: await this.withLink(found), differences, records, note };
	}

	/** Adds the payment link to a listed invoice. All links begin alike, so it is fetched only for the first invoice. */
	private async withLink(found: Json): Promise<Json> {
		const publicToken = asText(found.PublicToken);
		if (!this.needsDetails && publicToken && this.linkStart !== undefined)
			return { ...found, PublicLink: this.linkStart + publicToken };
		const details = await fetchInvoiceWithLink(this.client, asText(found.InvoiceToken));
		const link = asText(details.PublicLink);
		if (publicToken && link.endsWith(publicToken)) this.linkStart = link.slice(0, -publicToken.length);
		return { ...found, ...details };
	}

	/** Reads all invoices since `since` or, from the second time on, only those created since the last read. */
	async read(): Promise<void> {
		const readAt = performance.now();
		const from = Date.now();
		for await (const invoice of invoices.each(this.client, { FromDate: getDayBefore(this.from) })) {
			const key = invoices.keyOf(invoice);
			if (this.known.has(key)) continue;
			this.known.add(key);
			this.records.push({ InvoiceToken: invoice.InvoiceToken });
			const timing = this.client.clock.judgeTiming(this.since, invoice.CreationDate);
			if (timing === 'before') continue;
			this.budget.holdRecords([invoice]);
			this.note(invoice);
		}
		this.readAt = readAt;
		this.from = from;
	}

	/**
	 * Adds an invoice to `byKey` or, if its title is unknown, to `untitled`.
	 *
	 * @throws {ServiceError} if the recipient is missing
	 */
	private note(invoice: Json): void {
		const email = readRecipient(invoice);
		if (typeof invoice.Title !== 'string') {
			this.untitled.push(invoice);
			return;
		}
		const key = toInvoiceKey(email, invoice.Title);
		const known = this.byKey.get(key);
		// A canceled invoice counts if there is no other, because a second run must not replace an invoice that somebody
		// canceled.
		if (!known || known.Status === 'cancelled') this.byKey.set(key, invoice);
	}

	/** Looks up the titles of a recipient's invoices that the list returned without a title. */
	private async findTitles(email: string): Promise<void> {
		const isTheirs = (invoice: Json) => toRecipientKey(readRecipient(invoice)) === toRecipientKey(email);
		const theirs = this.untitled.filter(isTheirs);
		for (const invoice of theirs) {
			const { Title } = await fetchInvoiceWithLink(this.client, asText(invoice.InvoiceToken));
			if (Title === undefined)
				throw new ServiceError({ code: 'unexpectedReply', missing: 'the titles of the invoices' });
			this.note({ ...invoice, Title: asText(Title) });
		}
		this.untitled = this.untitled.filter((invoice) => !theirs.includes(invoice));
	}
}

/**
 * Returns the recipient's email address, or '' if it is null, as it may be in a draft.
 *
 * @throws {ServiceError} if the key is missing
 */
function readRecipient({ RecipientEmail }: Json): string {
	if (typeof RecipientEmail !== 'string' && RecipientEmail !== null)
		throw new ServiceError({ code: 'unexpectedReply', missing: 'who the invoices are for' });
	return RecipientEmail ?? '';
}

/**
 * Finds the existing invoice with the recipient and title of a new one. The run reads the list of invoices once, and
 * reads its newest part again if another execution may have created the invoice since then. The caller must hold the
 * lock for the {@link toRecipientKey}.
 *
 * @param days how far back to look
 * @param needsDetails whether an existing invoice needs more than the list shows
 * @throws {ServiceError} if the list cannot be read
 */
export async function findIssued(
	client: Client,
	invoice: InvoiceToCreate,
	days: number,
	needsDetails: boolean,
): Promise<ExistingRecord<Json>> {
	const issued = await client.memory.getOrCreate(`invoices ${days} ${needsDetails}`, async () => {
		const listed = new IssuedInvoices(client, Date.now() - days * DAY_MS, needsDetails);
		await listed.read();
		return listed;
	});
	return await issued.find(invoice);
}
