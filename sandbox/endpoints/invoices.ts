import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { toDate, dateTime, toInstant } from '../time/clock';
import { endpoint, requireOwn, type Call } from '../endpoint';
import { date, email, flag, integer, isoDate, text, uuid } from '../fields';
import {
	toDerived,
	toDetails,
	toEvents,
	toListEntry,
	toPayment,
	countViews,
	summarize,
} from '../invoice-answers';
import { computeAmounts } from '../money';
import { takePage } from './paging';
import { INVOICE_STATUSES, type Invoice, type InvoiceChange, type StoredInvoice } from '../records';
import { forbidden, invalid, Refusal } from '../refusal';
import { newToken } from '../token';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A black pixel in place of the QR code of the invoice's page. */
const QR_CODE =
	'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mNgAAAAAgAB5Sfe/AAAAABJRU5ErkJggg==';

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

const items = z
	.array(item)
	.max(60)
	.refine((list) => list.some(isDescribed), 'must have at least one entry with a Description')
	.describe('at least one entry with a Description');

const title = text.max(200);
const discount = z.number().finite().min(0).describe('flat, clamped to the subtotal');
const taxRate = z.number().min(0).max(100).describe('percent');
const paymentMethod = z.enum(['card', 'check', 'transfer', 'recipient']);
const instructions = text.describe('stored only for check and transfer');
const longText = text.max(3000);

const create = endpoint({
	method: 'POST',
	path: '/invoices/create',
	module: 'invoices',
	request: z.object({
		BillTo: billTo,
		Items: items,
		Title: title.default(''),
		IssueDate: isoDate.describe('ISO date, today when absent').optional(),
		DueDate: isoDate.describe('ISO date, today plus the account’s due days when absent').optional(),
		DiscountAmount: discount.default(0),
		TaxEnabled: flag.default(false),
		TaxLabel: text.default('Tax'),
		TaxRate: taxRate.default(0),
		PaymentMethod: paymentMethod.default('card'),
		PaymentInstructions: instructions.default(''),
		NotesToRecipient: longText.default(''),
		Terms: longText.default(''),
		Status: z.enum(['draft', 'pending']).default('draft'),
	}),
	carryOut({ BillTo, Title, TaxLabel, NotesToRecipient, Terms, ...request }, call) {
		const { plan, invoiceDueDays, UserToken } = call.account;
		const percentages = {
			ProcessingFeePercentage: plan.ProcessingFeePercentage,
			MerchantFeePercentage: plan.MerchantFeePercentage,
		};
		const calculated = calculate({ ...request, ...percentages }, call);
		refuseAboveCap(call);
		const PublicToken = newToken();
		const shown: Invoice = {
			InvoiceToken: newToken(),
			PublicToken,
			InvoiceNumber: nextNumber(call),
			Status: request.Status,
			IssueDate: toDateTime(request.IssueDate, call.now),
			DueDate: toDateTime(request.DueDate, call.now + invoiceDueDays * DAY_MS),
			Currency: 'USD',
			TaxEnabled: request.TaxEnabled,
			TaxRate: request.TaxRate,
			...calculated,
			PaymentMethod: request.PaymentMethod,
			...percentages,
			PublicLink: `${call.appUrl}/invoice?t=${PublicToken}`,
		};
		const CreationDate = dateTime(call.now);
		return call.store.invoices.insert({
			UserToken,
			shown,
			BillTo,
			Title,
			TaxLabel,
			PaymentInstructions: keptInstructions(request),
			NotesToRecipient,
			Terms,
			CreationDate,
			UpdatedAt: CreationDate,
			events: [
				{ EventType: 'created', CreationDate },
				...(request.Status === 'pending' ? [{ EventType: 'issued' as const, CreationDate }] : []),
			],
			log: [],
		});
	},
	answer: ({ shown }) => ({ Data: shown, Message: `Invoice ${shown.InvoiceNumber} created.` }),
	reference: {
		status: 201,
		answer: ({ shown }) => ({
			Data: withPlatformFee(shown),
			Message: `Invoice ${shown.InvoiceNumber} created.`,
		}),
	},
});

const fetch = endpoint({
	method: 'POST',
	path: '/invoices/fetch',
	module: 'invoices',
	request: z.object({
		Status: z.enum(INVOICE_STATUSES).optional(),
		FromDate: date.optional(),
		ToDate: date.optional(),
		Page: integer.min(1).default(1),
		Limit: integer.min(1).max(200).default(50),
	}),
	carryOut({ Status, FromDate = '', ToDate = '9999', Page, Limit }, call) {
		const oldestFirst = call.store.invoices.of(call.account.UserToken).filter(({ shown, CreationDate }) => {
			const day = CreationDate.slice(0, 10);
			return (Status === undefined || shown.Status === Status) && day >= FromDate && day <= ToDate;
		});
		const found = call.dialect === 'contract' ? oldestFirst.toReversed() : oldestFirst;
		const { rows, totalPages: TotalPages } = takePage(found, Page, Limit);
		return {
			Data: {
				Invoices: rows.map((invoice) => toListEntry(invoice, call.now)),
				Summary: summarize(found, call.now),
				Pagination: { Page, Limit, TotalInvoices: found.length, TotalPages },
			},
		};
	},
});

const single = endpoint({
	method: 'POST',
	path: '/invoices/single',
	module: 'invoices',
	request: z.object({
		InvoiceToken: uuid,
		IncludeEvents: flag.default(true),
		IncludeQrCode: flag.default(true),
	}),
	carryOut({ InvoiceToken, IncludeEvents, IncludeQrCode }, call) {
		const stored = requireOwnInvoice(call, InvoiceToken);
		return {
			Data: {
				Invoice: toDetails(stored),
				Payment: toPayment(stored),
				PublicLink: stored.shown.PublicLink,
				QrCode: IncludeQrCode ? QR_CODE : null,
				Stats: countViews(stored),
				Derived: toDerived(stored, call.now),
				...(IncludeEvents && { Events: toEvents(stored) }),
				ModificationsLog: stored.log,
			},
		};
	},
});

const update = endpoint({
	method: 'POST',
	path: '/invoices/update',
	module: 'invoices',
	request: z.object({
		InvoiceToken: uuid,
		BillTo: billTo.optional(),
		Items: items.optional(),
		Title: title.optional(),
		IssueDate: date.optional(),
		DueDate: date.optional(),
		DiscountAmount: discount.optional(),
		TaxEnabled: flag.optional(),
		TaxLabel: text.optional(),
		TaxRate: taxRate.optional(),
		PaymentMethod: paymentMethod.optional(),
		PaymentInstructions: instructions.optional(),
		NotesToRecipient: longText.optional(),
		Terms: longText.optional(),
		Status: z.enum(['pending', 'cancelled']).optional(),
	}),
	carryOut({ InvoiceToken, ...sent }, call) {
		const stored = requireOwnInvoice(call, InvoiceToken);
		const { Status: PreviousStatus } = stored.shown;
		if (PreviousStatus === 'paid' || PreviousStatus === 'cancelled') {
			throw new Refusal(409, `The invoice is ${PreviousStatus} and cannot be changed.`);
		}
		const changed = withChanges(stored, sent, call);
		const Changes = findChanges(toDetails(stored), toDetails(changed));
		const { Status } = changed.shown;
		const EventType = Status === PreviousStatus ? 'updated' : Status === 'pending' ? 'issued' : 'cancelled';
		const CreationDate = dateTime(call.now);
		call.store.invoices.update(stored, {
			...changed,
			UpdatedAt: CreationDate,
			events: [...stored.events, { EventType, CreationDate }],
			log: [...stored.log, { Date: CreationDate, Changes }],
		});
		return { ...stored.shown, Action: EventType, PreviousStatus, Changes };
	},
	answer: (invoice) => ({
		Data: toUpdateReply(invoice),
		Message: `Invoice ${invoice.InvoiceNumber} updated.`,
	}),
	reference: {
		answer: (invoice) => ({
			Data: withPlatformFee(toUpdateReply(invoice)),
			Message: `Invoice ${invoice.InvoiceNumber} updated.`,
		}),
	},
});

const remove = endpoint({
	method: 'POST',
	path: '/invoices/delete',
	module: 'invoices',
	request: z.object({ InvoiceToken: uuid }),
	carryOut({ InvoiceToken }, call) {
		const stored = requireOwnInvoice(call, InvoiceToken);
		const { InvoiceNumber, Status: PreviousStatus } = stored.shown;
		call.store.invoices.remove(stored);
		return {
			Data: {
				InvoiceToken,
				InvoiceNumber,
				PreviousStatus,
				InvoicesDeleted: 1,
				EventsDeleted: stored.events.length,
				FinancialRecords: 'Wallet movements and commissions stay.',
			},
			Message: `Invoice ${InvoiceNumber} deleted.`,
		};
	},
});

export const invoiceEndpoints = [create, fetch, single, update, remove];

function isDescribed({ Description }: { Description: string }): boolean {
	return Description !== '';
}

const requireOwnInvoice = (call: Call, token: string) =>
	requireOwn(call, call.store.invoices.get(token), 'Invoice');

/** The fields that determine the amounts of an invoice. */
type ChargedFields = Pick<
	Invoice,
	| 'DiscountAmount'
	| 'TaxEnabled'
	| 'TaxRate'
	| 'PaymentMethod'
	| 'ProcessingFeePercentage'
	| 'MerchantFeePercentage'
> & { Items: Array<{ Description: string; Quantity: number; Rate: number }> };

/**
 * Computes the items and the amounts of an invoice.
 *
 * @throws Refusal 400 if the total is out of range
 */
function calculate(charged: ChargedFields, { dialect }: Call) {
	const described = charged.Items.filter(isDescribed);
	const { itemAmounts, ...amounts } = computeAmounts({
		cardTotal: dialect === 'reference' ? 'grossedUp' : 'feesAdded',
		items: described,
		discount: charged.DiscountAmount,
		taxEnabled: charged.TaxEnabled,
		taxRate: charged.TaxRate,
		paymentMethod: charged.PaymentMethod,
		processingFee: charged.ProcessingFeePercentage,
		merchantFee: charged.MerchantFeePercentage,
	});
	if (amounts.Total < 1 || amounts.Total > 1_000_000) {
		throw invalid(`Items: the total is ${amounts.Total}; it must lie between 1 and 1000000.`);
	}
	const Items = described.map(({ Description, Quantity, Rate }, index) => ({
		Id: String(index + 1),
		Description,
		Quantity,
		Rate,
		Amount: itemAmounts[index]!,
	}));
	return { Items, ...amounts };
}

function keptInstructions(invoice: { PaymentMethod: string; PaymentInstructions: string }): string {
	const isPaidByHand = invoice.PaymentMethod === 'check' || invoice.PaymentMethod === 'transfer';
	return isPaidByHand ? invoice.PaymentInstructions : '';
}

interface SentChanges
	extends
		Partial<Omit<ChargedFields, 'Items'>>,
		Partial<
			Pick<
				StoredInvoice,
				'BillTo' | 'Title' | 'TaxLabel' | 'PaymentInstructions' | 'NotesToRecipient' | 'Terms'
			>
		> {
	Items?: ChargedFields['Items'];
	IssueDate?: string;
	DueDate?: string;
	Status?: 'pending' | 'cancelled';
}

/**
 * Applies changes to an invoice. BillTo and Items are replaced as a whole, and the fee percentages are kept (reference,
 * Invoices).
 */
function withChanges(stored: StoredInvoice, sent: SentChanges, call: Call): StoredInvoice {
	const { BillTo, Title, TaxLabel, PaymentInstructions, NotesToRecipient, Terms, ...others } = sent;
	const { IssueDate, DueDate, ...charged } = { ...stored.shown, ...others };
	const texts = { Title, TaxLabel, PaymentInstructions, NotesToRecipient, Terms };
	const filled = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
	const changed: StoredInvoice = {
		...stored,
		...filled,
		BillTo: BillTo ?? stored.BillTo,
		shown: {
			...charged,
			IssueDate: toDateTime(IssueDate, call.now),
			DueDate: toDateTime(DueDate, call.now),
			...calculate(charged, call),
		},
	};
	const PaymentMethod = changed.shown.PaymentMethod;
	return { ...changed, PaymentInstructions: keptInstructions({ ...changed, PaymentMethod }) };
}

function findChanges(before: object, after: object): InvoiceChange[] {
	const values = new Map(Object.entries(before));
	return Object.entries(after)
		.filter(([Field, To]) => !isDeepStrictEqual(values.get(Field), To))
		.map(([Field, To]) => ({ Field, From: values.get(Field), To: To as unknown }));
}

/** Returns the reply to an update, which lacks some fields of an invoice (reference, Invoices). */
function toUpdateReply<Result extends Invoice>(invoice: Result) {
	const {
		PublicToken,
		IssueDate,
		DueDate,
		Currency,
		ProcessingFeePercentage,
		MerchantFeePercentage,
		...answered
	} = invoice;
	return answered;
}

/** Renames ServiceFeeAmount to PlatformFeeAmount, in place of a key that contains the provider's name. */
function withPlatformFee<Result extends { ServiceFeeAmount: number }>({
	ServiceFeeAmount,
	...invoice
}: Result) {
	return { ...invoice, PlatformFeeAmount: ServiceFeeAmount };
}

/** Refuses another invoice if the whole account has as many as the plan allows. */
function refuseAboveCap({ store, account }: Call): void {
	const { MaxInvoicesAllowed } = account.plan;
	if (store.invoices.of(account.UserToken).length >= MaxInvoicesAllowed) {
		throw forbidden(`The plan allows ${MaxInvoicesAllowed} invoices (MaxInvoicesAllowed).`);
	}
}

/** Takes the account's next invoice number. A refused call never gets this far, so it does not use up a number. */
function nextNumber({ store, usage, now }: Call): string {
	store.usage.update(usage, { invoiceSequence: usage.invoiceSequence + 1 });
	return `INV-${toDate(now).slice(0, 4)}-${String(usage.invoiceSequence).padStart(5, '0')}`;
}

/** Returns the given day or timestamp as an instant in UTC. By default, returns the day of `otherwise` (in ms). */
function toDateTime(iso: string | undefined, otherwise: number): string {
	return dateTime(toInstant(iso ?? toDate(otherwise)));
}
