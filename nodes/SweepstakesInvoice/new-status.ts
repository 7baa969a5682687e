import { invoiceWithLink, setInvoiceStatus } from './api/invoices';
import type { Caller } from '../shared/client/endpoint';
import { undefinedIfNotFound } from '../shared/client/failures';
import { invoiceItem } from './items';
import type { z } from '../shared/zod';

/**
 * Publishes or cancels an invoice. Reads it first for the recipient, which the reply leaves out.
 *
 * @throws {ServiceError} if the status was not set
 */
export async function* setStatus(
	service: Caller,
	request: z.output<typeof setInvoiceStatus.request>,
	{ simplify }: { simplify: boolean },
): AsyncGenerator<object> {
	const before = simplify && (await undefinedIfNotFound(invoiceWithLink(service, request.InvoiceToken)));
	yield* await service.callForItems(setInvoiceStatus, request, ({ Data }) =>
		simplify ? invoiceItem(Data, before || {}) : Data,
	);
}
