import { z } from 'zod';
import { dateOf, dateTime, instantOf } from '../clock';
import { endpoint, type Call } from '../endpoint';
import { email, flag, isoDate, text } from '../fields';
import { computeAmounts } from '../money';
import type { Invoice } from '../records';
import { forbidden, invalid } from '../refusal';
import { newToken } from '../token';

const DAY_MS = 24 * 60 * 60 * 1000;

const billTo = z.object({
	Name: text.trim().min(1),
	Email: email,
	Phone: text.optional(),
	Company: text.optional(),
	Address: text.optional(),
	City: text.optional(),
	State: text.optional(),
	ZipCode: text.optional(),
	Country: text.optional(),
	TaxId: text.optional(),
});

const item = z.object({
	Description: text.trim().default(''),
	Quantity: z.number().positive().max(100).default(1),
	Rate: z.number().min(0).max(1_000_000).default(0),
});

const create = endpoint({
	method: 'POST',
	path: '/invoices/create',
	module: 'invoices',
	request: z.object({
		BillTo: billTo,
		Items: z
			.array(item)
			.max(60)
			.refine((items) => items.some(isDescribed), 'must have at least one entry with a Description')
			.describe('at least one entry with a Description'),
		Title: text.max(200).default(''),
		IssueDate: isoDate.describe('ISO date, today when absent').optional(),
		DueDate: isoDate.describe('ISO date, today plus the account’s due days when absent').optional(),
		DiscountAmount: z.number().finite().min(0).describe('flat, clamped to the subtotal').default(0),
		TaxEnabled: flag.default(false),
		TaxLabel: text.default('Tax'),
		TaxRate: z.number().min(0).max(100).describe('percent').default(0),
		PaymentMethod: z.enum(['card', 'check', 'transfer', 'recipient']).default('card'),
		PaymentInstructions: text.describe('stored only for check and transfer').default(''),
		NotesToRecipient: text.max(3000).default(''),
		Terms: text.max(3000).default(''),
		Status: z.enum(['draft', 'pending']).default('draft'),
	}),
	carryOut(request, call) {
		const { plan, invoiceDueDays, UserToken } = call.account;
		const items = request.Items.filter(isDescribed);
		const { itemAmounts, ...amounts } = computeAmounts({
			cardTotal: call.dialect === 'reference' ? 'grossedUp' : 'feesAdded',
			items,
			discount: request.DiscountAmount,
			taxEnabled: request.TaxEnabled,
			taxRate: request.TaxRate,
			paymentMethod: request.PaymentMethod,
			processingFee: plan.ProcessingFeePercentage,
			merchantFee: plan.MerchantFeePercentage,
		});
		if (amounts.Total < 1 || amounts.Total > 1_000_000) {
			throw invalid(`Items: the total is ${amounts.Total}; it must lie between 1 and 1000000.`);
		}
		refuseAboveCap(call);
		const PublicToken = newToken();
		const invoice: Invoice = {
			InvoiceToken: newToken(),
			PublicToken,
			InvoiceNumber: nextNumber(call),
			Status: request.Status,
			IssueDate: instant(request.IssueDate, call.now),
			DueDate: instant(request.DueDate, call.now + invoiceDueDays * DAY_MS),
			Currency: 'USD',
			Items: items.map(({ Description, Quantity, Rate }, index) => ({
				Id: String(index + 1),
				Description,
				Quantity,
				Rate,
				Amount: itemAmounts[index]!,
			})),
			TaxEnabled: request.TaxEnabled,
			TaxRate: request.TaxRate,
			...amounts,
			PaymentMethod: request.PaymentMethod,
			ProcessingFeePercentage: plan.ProcessingFeePercentage,
			MerchantFeePercentage: plan.MerchantFeePercentage,
			PublicLink: `${call.appUrl}/invoice?t=${PublicToken}`,
		};
		const isPaidByHand = request.PaymentMethod === 'check' || request.PaymentMethod === 'transfer';
		call.store.invoices.insert({
			UserToken,
			shown: invoice,
			BillTo: request.BillTo,
			Title: request.Title,
			TaxLabel: request.TaxLabel,
			PaymentInstructions: isPaidByHand ? request.PaymentInstructions : '',
			NotesToRecipient: request.NotesToRecipient,
			Terms: request.Terms,
		});
		return invoice;
	},
	answer: (Data) => ({ Data, Message: `Invoice ${Data.InvoiceNumber} created.` }),
	reference: {
		status: 201,
		answer: ({ ServiceFeeAmount, ...invoice }) => ({
			// On the page this key holds the vendor's name.
			Data: { ...invoice, PlatformFeeAmount: ServiceFeeAmount },
			Message: `Invoice ${invoice.InvoiceNumber} created.`,
		}),
	},
});

export const invoiceEndpoints = [create];

const isDescribed = ({ Description }: { Description: string }) => Description !== '';

/** Contract, "Limits": invoice count across the whole account. */
function refuseAboveCap({ store, account }: Call): void {
	const { MaxInvoicesAllowed } = account.plan;
	if (store.invoices.of(account.UserToken).length >= MaxInvoicesAllowed) {
		throw forbidden(`The plan allows ${MaxInvoicesAllowed} invoices (MaxInvoicesAllowed).`);
	}
}

/** Takes the next invoice number of the account. A refused creation takes none. */
function nextNumber({ store, usage, now }: Call): string {
	store.usage.update(usage, { invoiceSequence: usage.invoiceSequence + 1 });
	return `INV-${dateOf(now).slice(0, 4)}-${String(usage.invoiceSequence).padStart(5, '0')}`;
}

/** The given day or timestamp, or else the day of `otherwise` (ms), as an instant in UTC. */
function instant(iso: string | undefined, otherwise: number): string {
	return dateTime(instantOf(iso ?? dateOf(otherwise)));
}
