import { z } from '../zod';
import { endpoint, unsafe } from './endpoint';
import { date, email } from './formats';

const lineItem = z.object({
	Description: z.string().optional(),
	Quantity: z.number().max(100).optional(),
	Rate: z.number().max(1_000_000).optional(),
});

/** In percent. */
export const taxRate = z.number().min(0).max(100);

export const createInvoice = endpoint({
	call: 'POST /invoices/create',
	request: z.object({
		BillTo: z.object({
			Name: z.string(),
			Email: email,
			Phone: z.string().optional(),
			Company: z.string().optional(),
			Address: z.string().optional(),
			City: z.string().optional(),
			State: z.string().optional(),
			ZipCode: z.string().optional(),
			Country: z.string().optional(),
			TaxId: z.string().optional(),
		}),
		Items: z.unknown().pipe(
			z
				.array(lineItem)
				.max(60)
				.refine((items) => items.some(({ Description }) => Description), {
					message: 'must have at least one item with a description',
				}),
		),
		Title: z.string().max(200).optional(),
		IssueDate: date.optional(),
		DueDate: date.optional(),
		DiscountAmount: z.number().optional(),
		TaxEnabled: z.boolean().optional(),
		TaxLabel: z.string().optional(),
		TaxRate: taxRate.optional(),
		PaymentMethod: z.enum(['card', 'check', 'transfer', 'recipient']).optional(),
		PaymentInstructions: z.string().optional(),
		NotesToRecipient: z.string().max(3_000).optional(),
		Terms: z.string().max(3_000).optional(),
		Status: z.enum(['draft', 'pending']),
	}),
	reply: z.object({ Data: z.object({}).passthrough() }).passthrough(),
	// A second call would create a second invoice, and the specification shows no way to find or cancel one.
	retry: unsafe({
		check:
			'Before you create it again, check in your account whether the invoice is there. The API documentation shows no way to look it up.',
	}),
});
