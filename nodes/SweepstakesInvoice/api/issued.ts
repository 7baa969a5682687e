import type { Client } from '../../shared/client/client';
import { explainFailure, ServiceError } from '../../shared/client/failures';
import { asText, type Json } from '../../shared/json';
import { getDayBefore, toInvoiceKey, type InvoiceToCreate } from './created';
import { invoices, fetchInvoiceWithLink } from './invoices';
import type { LookResult } from '../../shared/api/named';
import { DAY_MS } from '../../shared/time/units';

/** Finds the account's invoices by recipient and title. */
class IssuedInvoices {
	private readonly byKey = new Map<string, Json>();
	/** The invoices whose titles the list does not give. */
	private untitled: Json[] = [];
	/** The titles that were looked up, by `InvoiceToken`. */
	private readonly titles = new Map<string, string>();
	/** The IDs of all invoices that were read. If a reply is lost, they show which invoice is new. */
	private readonly records: Json[] = [];
	/** When the last reading began, in ms of the monotonic clock. */
	private readAt = 0;
	/** The next reading begins with invoices created at this time, in ms since 1970 by our clock. */
	private from: number;

	/** @param since how far back to read, in ms since 1970 by our clock */
	constructor(
		private readonly client: Client,
		private readonly since: number,
	) {
		this.from = since;
	}

	/** Finds the invoice for this recipient and title, with its link. */
	async find({ BillTo, Title }: InvoiceToCreate): Promise<LookResult<Json>> {
		const key = toInvoiceKey(BillTo.Email, Title);
		const { history } = this.client.account;
		if (!this.byKey.has(key) && history.mayBeWrittenSince(key, this.readAt)) await this.read();
		if (!this.byKey.has(key)) await explainFailure(NOTHING_DONE, this.findTitles(BillTo.Email));
		const { records } = this;
		const found = this.byKey.get(key);
		if (!found) return { records };
		const link = await fetchInvoiceWithLink(this.client, asText(found.InvoiceToken));
		return { existing: { ...found, ...link }, records };
	}

	/**
	 * Reads the whole list or, later, only the invoices created since the last reading.
	 *
	 * @throws {ServiceError} with a note that nothing was created
	 */
	async read(): Promise<void> {
		const readAt = performance.now();
		const from = Date.now();
		await explainFailure(NOTHING_DONE, this.readFrom(this.from));
		this.readAt = readAt;
		this.from = from;
	}

	private async readFrom(from: number): Promise<void> {
		for await (const invoice of invoices.each(this.client, { FromDate: getDayBefore(from) })) {
			this.records.push({ InvoiceToken: invoice.InvoiceToken });
			if (!this.isTooOld(invoice)) this.note(invoice);
		}
	}

	/**
	 * Remembers an invoice.
	 *
	 * @throws {ServiceError} if the recipient is missing
	 */
	private note(invoice: Json): void {
		const email = readRecipient(invoice);
		const title = invoice.Title ?? this.titles.get(asText(invoice.InvoiceToken));
		if (title === undefined) {
			this.untitled.push(invoice);
			return;
		}
		const key = toInvoiceKey(email, asText(title));
		const known = this.byKey.get(key);
		// A canceled invoice counts only if there is no other, so that a second run does not undo a cancellation.
		if (!known || known.Status === 'cancelled') this.byKey.set(key, invoice);
	}

	/** Looks up the titles that the list does not give for a recipient's invoices. */
	private async findTitles(email: string): Promise<void> {
		const isTheirs = (invoice: Json) => toInvoiceKey(readRecipient(invoice)) === toInvoiceKey(email);
		const theirs = this.untitled.filter(isTheirs);
		for (const invoice of theirs) {
			const token = asText(invoice.InvoiceToken);
			const { Title } = await fetchInvoiceWithLink(this.client, token);
			if (Title === undefined)
				throw new ServiceError({ code: 'unexpectedReply', missing: 'the titles of the invoices' });
			this.titles.set(token, asText(Title));
			this.note(invoice);
		}
		this.untitled = this.untitled.filter((invoice) => !theirs.includes(invoice));
	}

	private isTooOld({ CreationDate }: Json): boolean {
		return this.client.clock.judgeTiming(this.since, CreationDate) === 'before';
	}
}

const NOTHING_DONE = 'No invoice was created for this item, because the existing invoices could not be read.';

/** @throws {ServiceError} if the recipient is missing; it may be null in a draft */
function readRecipient({ RecipientEmail }: Json): string {
	if (typeof RecipientEmail !== 'string' && RecipientEmail !== null)
		throw new ServiceError({ code: 'unexpectedReply', missing: 'who the invoices are for' });
	return RecipientEmail ?? '';
}

/**
 * Finds the invoice for this recipient with this title. It reads the list once, and the newest part of the list again
 * if another execution may have created the invoice since then. The caller must hold the {@link toInvoiceKey}.
 *
 * @param days how far back to look
 * @throws {ServiceError} if the list cannot be read
 */
export async function findIssued(
	client: Client,
	invoice: InvoiceToCreate,
	days: number,
): Promise<LookResult<Json>> {
	const issued = await client.run.askOnce(`invoices ${days}`, async () => {
		const listed = new IssuedInvoices(client, Date.now() - days * DAY_MS);
		await listed.read();
		return listed;
	});
	return await issued.find(invoice);
}
