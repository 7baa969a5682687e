import { fetchInvoiceWithLink, setInvoiceStatus } from './api/invoices';
import type { Client } from '../shared/client/client';
import { undefinedIfNotFound } from '../shared/client/failures';
import { toChangedItem } from './items';
import type { z } from '../shared/zod';

/**
 * Publishes or cancels an invoice. If `simplify` is on, reads the invoice first, because the reply to the change lacks
 * the recipient, the title and the dates.
 *
 * @throws {ServiceError} if the status was not set
 */
export async function* setStatus(
	client: Client,
	request: z.output<typeof setInvoiceStatus.request>,
	{ simplify }: { simplify: boolean },
): AsyncGenerator<object> {
	const before =
		simplify && (await fetchInvoiceWithLink(client, request.InvoiceToken).catch(undefinedIfNotFound));
	yield* await client.callForItems(setInvoiceStatus, request, ({ Data }) =>
		simplify ? toChangedItem(Data, before || {}) : Data,
	);
}
