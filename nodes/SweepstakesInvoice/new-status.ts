import { fetchInvoiceWithLink, invoices, setInvoiceStatus } from './api/invoices';
import type { Client } from '../shared/client/client';
import { REHEARSED_ID } from '../shared/client/dry-run';
import { undefinedIfNotFound, undefinedIfRefused } from '../shared/client/failures';
import { isSameId, toIdKey, type Json } from '../shared/json';
import { toChangedItem } from './items';
import type { z } from '../shared/zod';

/**
 * Publishes or cancels an invoice. If `simplify` is on, finds the invoice first, because the reply to the change lacks
 * the recipient, the title and the dates.
 *
 * @param itemCount how many invoices the run changes
 * @param input the fields of the input item
 * @throws {ServiceError} if the status was not set
 */
export async function* setStatus(
	client: Client,
	request: z.output<typeof setInvoiceStatus.request>,
	{ simplify }: { simplify: boolean },
	itemCount: number,
	input: Json,
): AsyncGenerator<object> {
	// An invoice that exists only in the rehearsal comes from the node before.
	if (client.isRehearsal && isSameId(input.InvoiceToken, REHEARSED_ID))
		return yield toChangedItem({ ...request, PublicLink: input.PublicLink }, input);
	const before = simplify ? await findInvoice(client, request.InvoiceToken, itemCount) : {};
	yield* await client.callForItems(setInvoiceStatus, request, ({ Data }) =>
		simplify ? toChangedItem(Data, before) : Data,
	);
}

/**
 * Finds an invoice in the list of all invoices, which a run reads once if this takes fewer calls than fetching each
 * invoice.
 *
 * @returns `{}` if there is no such invoice
 */
async function findInvoice(client: Client, token: string, itemCount: number): Promise<Json> {
	const listed = await client.memory.getOrCreate('all invoices', async () => {
		const found = new Map<string, Json>();
		const reading = invoices.readInsteadOf(client, itemCount, {}, (records) => {
			for (const invoice of records) found.set(toIdKey(invoice.InvoiceToken), invoice);
		});
		await reading.catch(undefinedIfRefused);
		return found;
	});
	return (
		listed.get(toIdKey(token)) ?? (await fetchInvoiceWithLink(client, token).catch(undefinedIfNotFound)) ?? {}
	);
}
