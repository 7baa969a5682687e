import type { Caller, Confirmation, Unsafe } from '../../shared/client/endpoint';
import { ServiceError } from '../../shared/client/failures';
import { isObject, asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import {
	acknowledgement,
	dataReply,
	endpoint,
	lookup,
	record,
	safe,
	safeDelete,
	unsafe,
} from '../../shared/api/endpoint';
import { date, email, filledNumeral, uuid } from '../../shared/api/formats';
import { confirmCreation } from '../../shared/api/ledger';
import { pageReply } from '../../shared/api/pagedLists';
import { titleKey } from '../../shared/api/titles';
import { readPages, uniqueRecords } from '../../shared/api/pages';

const lineItem = z.object({
	Description: z.string().optional(),
	// Without one of these, the service would issue the invoice for less.
	Quantity: filledNumeral.pipe(z.number().max(100)),
	Rate: filledNumeral.pipe(z.number().max(1_000_000)),
});

/** In percent. */
export const taxRate = z.number().min(0).max(100);

const billTo = z.object({
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
});

const items = z.unknown().pipe(
	z
		.array(lineItem)
		.max(60)
		.refine((list) => list.some(({ Description }) => Description), {
			message: 'must have at least one item with a description',
		}),
);

/** What an invoice may have, new or not. */
const details = z.object({
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
});

const invoiceToCreate = details.extend({
	BillTo: billTo,
	Items: items,
	Status: z.enum(['draft', 'pending']),
});

/** An invoice as it is sent to the service. */
export type InvoiceToCreate = z.output<typeof invoiceToCreate>;

/** In dollars (contract, POST /invoices/create, rule 9). */
const LEAST_TOTAL = 1;
const MOST_TOTAL = 1_000_000;

/**
 * The least and the most, in dollars, that an item may add to the subtotal. The contract does not say what the
 * service does with an item without a description.
 */
function findBounds({ Description, Quantity, Rate }: z.output<typeof lineItem>): [number, number] {
	const amount = Quantity * Rate;
	return Description ? [amount, amount] : [Math.min(0, amount), Math.max(0, amount)];
}

/** The least and the most, in dollars, that the items of an invoice add up to. */
function subtotalBounds({ Items }: InvoiceToCreate): [number, number] {
	const bounds = Items.map(findBounds);
	return [sum(bounds.map(([least]) => least)), sum(bounds.map(([, most]) => most))];
}

/** By how much, in dollars, an amount may differ: the service may round each amount to the cent. */
const findRounding = ({ Items }: InvoiceToCreate) => 0.005 * (Items.length + 2);

/**
 * Says which amount makes it certain that the service refuses the total. Fees are added to a payment by card, and their
 * percentages are not known here, so only a total of zero is certainly too low then.
 *
 * @returns the amount in dollars, or undefined if the total may be in range.
 */
function impossibleTotal(invoice: InvoiceToCreate): number | undefined {
	const { DiscountAmount = 0, TaxEnabled = false, TaxRate, PaymentMethod = 'card' } = invoice;
	const [leastSubtotal, mostSubtotal] = subtotalBounds(invoice);
	const rounding = findRounding(invoice);
	const amount = (subtotal: number, tax: number) => Math.max(0, subtotal - DiscountAmount) * (1 + tax / 100);
	const least = amount(leastSubtotal, TaxEnabled ? (TaxRate ?? 0) : 0);
	const most = amount(mostSubtotal, TaxEnabled ? (TaxRate ?? 100) : 0);
	if (DiscountAmount < 0) return undefined;
	if (least - rounding > MOST_TOTAL) return least;
	const isTooLow = PaymentMethod === 'card' ? most === 0 : most + rounding < LEAST_TOTAL;
	return isTooLow ? most : undefined;
}

function sum(amounts: number[]): number {
	return amounts.reduce((total, amount) => total + amount, 0);
}

/** The states that the service filters by, and `overdue`, which it calculates when an invoice is read. */
const status = z.enum(['draft', 'pending', 'paid', 'cancelled', 'overdue']);

const invoiceFilter = z.object({
	Status: status.optional(),
	FromDate: date.optional(),
	ToDate: date.optional(),
});

/** The largest page of the service (reference, POST /invoices/fetch). */
export const INVOICES_PER_PAGE = 200;

export const fetchInvoices = endpoint({
	call: 'POST /invoices/fetch',
	request: invoiceFilter.extend({
		Status: status.exclude(['overdue']).optional(),
		Page: z.number().optional(),
		Limit: z.number().optional(),
	}),
	reply: pageReply('Invoices', 'TotalInvoices'),
	tells: 'which invoices there are',
	retry: safe,
});

const DATES_NOT_IN_ORDER = { path: ['ToDate'], message: 'must not be before {FromDate}' };

const areInOrder = ({ FromDate, ToDate }: { FromDate?: string; ToDate?: string }) =>
	!FromDate || !ToDate || FromDate <= ToDate;

/** The totals of all invoices that match, in one call. */
export const invoiceTotals = endpoint({
	...fetchInvoices,
	request: fetchInvoices.request.refine(areInOrder, DATES_NOT_IN_ORDER),
	reply: z.object({ Data: z.object({ Summary: record }) }),
	tells: 'what the invoices add up to',
	retry: safe,
});

/** All invoices that match, each once, in the service's order. Pages are read as they are needed. */
export const invoices = lookup({
	request: invoiceFilter.refine(areInOrder, DATES_NOT_IN_ORDER),
	read(service, { Status, ...dates }, limit) {
		// Overdue is pending and past the due date (reference, "States of an invoice").
		const filter = { ...dates, Status: Status === 'overdue' ? 'pending' : Status } as const;
		const Limit = Status === 'overdue' ? INVOICES_PER_PAGE : Math.min(limit, INVOICES_PER_PAGE);
		const pages = readPages({
			name: 'invoices',
			perPage: Limit,
			readPage: async (Page) => await service.call(fetchInvoices, { ...filter, Page, Limit }),
		});
		const isWanted = ({ IsOverdue }: Json) => Status !== 'overdue' || IsOverdue === true;
		return uniqueRecords(service, pages, tokenOrWhole, isWanted);
	},
});

const tokenOrWhole = (invoice: Json) => asText(invoice.InvoiceToken) || JSON.stringify(invoice);

const oneInvoice = z.object({ InvoiceToken: uuid });

export const fetchInvoice = endpoint({
	call: 'POST /invoices/single',
	request: oneInvoice.extend({ IncludeEvents: z.boolean(), IncludeQrCode: z.boolean() }),
	reply: z.object({ Data: z.object({ Invoice: record }).passthrough() }),
	tells: 'what the invoice is',
	retry: safe,
});

/** An invoice with its link, without events and QR code. @throws {ServiceError} if the service cannot be asked. */
export async function invoiceWithLink(service: Caller, InvoiceToken: string): Promise<Json> {
	const request = { InvoiceToken, IncludeEvents: false, IncludeQrCode: false };
	const { Invoice, PublicLink } = (await service.call(fetchInvoice, request)).Data;
	return { ...Invoice, PublicLink };
}

const readEmail = ({ BillTo }: InvoiceToCreate) => BillTo.Email.toLowerCase();

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A day that is before this moment in every time zone. */
export const dayBefore = (ms: number) => new Date(ms - 2 * DAY_MS).toISOString().slice(0, 10);

/**
 * Looks for a new invoice of the same recipient. None: it was not created. Exactly one with the same title, subtotal and
 * number of items: this is it. The service may write texts and amounts in another way, so any other one decides nothing.
 *
 * @param isUnlisted whether an invoice can only be this one, because there was none like it before.
 */
export const invoiceCreated = (
	service: Caller,
	invoice: InvoiceToCreate,
	isUnlisted: (listed: Json) => boolean = () => false,
): Confirmation =>
	confirmCreation(service, {
		keys: [`invoice ${readEmail(invoice)}`],
		listed: async (since) => await invoicesFor(service, invoice, since),
		idOf: ({ InvoiceToken }) => InvoiceToken,
		isLike: (listed) => isUnlisted(listed) || isLike(listed, invoice),
		mayBe: () => true,
		timing: (moment, listed) => (isUnlisted(listed) ? 'since' : service.timing(moment, listed.CreationDate)),
		idsIn: ({ Data }) => (isObject(Data) ? [Data.InvoiceToken] : []),
		replyWith: async ([created, ...others]) => {
			if (!created || others.length > 0) throw new ServiceError({ code: 'inconclusive' });
			const Data = await invoiceWithLink(service, asText(created.InvoiceToken));
			const { Items = [] } = invoice;
			if (Array.isArray(Data.Items) && Data.Items.length !== Items.length)
				throw new ServiceError({ code: 'inconclusive' });
			return { Response: true, Data };
		},
	});

async function invoicesFor(service: Caller, invoice: InvoiceToCreate, since: number): Promise<Json[]> {
	const found: Json[] = [];
	for await (const one of invoices.read(service, { FromDate: dayBefore(since) }, Infinity))
		if (mayBeFor(one, invoice)) found.push(one);
	return found;
}

function mayBeFor({ RecipientEmail }: Json, invoice: InvoiceToCreate): boolean {
	const listed = asText(RecipientEmail).trim().toLowerCase();
	return listed === '' || listed === readEmail(invoice);
}

function isLike({ Title, Subtotal }: Json, invoice: InvoiceToCreate): boolean {
	const [least, most] = subtotalBounds(invoice);
	const rounding = findRounding(invoice);
	const isAmount = Number(Subtotal) >= least - rounding && Number(Subtotal) <= most + rounding;
	return isAmount && (invoice.Title === undefined || titleKey(invoice.Title) === titleKey(asText(Title)));
}

export const createInvoice = endpoint({
	call: 'POST /invoices/create',
	request: invoiceToCreate.superRefine((invoice, context) => {
		const total = impossibleTotal(invoice);
		if (total === undefined) return;
		// No field holds the total: the service calculates it.
		const message = `must be from ${LEAST_TOTAL} to ${MOST_TOTAL} dollars, but items, discount and tax make ${Number(total.toFixed(2))}`;
		context.addIssue({ code: 'custom', path: ['Total'], message });
	}),
	reply: z.object({ Data: record }).passthrough(),
	// A second call would create a second invoice.
	retry: unsafe({
		check: 'Before you create it again, check with Invoice › Get Many whether the invoice is there.',
		confirm: invoiceCreated,
	}),
});

export const updateInvoice = endpoint({
	call: 'POST /invoices/update',
	request: oneInvoice.merge(details).extend({ BillTo: billTo.optional(), Items: items.optional() }),
	reply: dataReply,
	expects: 'The total must be from 1 to 1000000 dollars.',
	// The second time sets the same values, and only adds another entry to the log of the invoice.
	retry: safe,
});

const newStatus = oneInvoice.extend({ Status: z.enum(['pending', 'cancelled']) });

/** A published invoice may be paid before the lookup. */
const RESULTS = { pending: ['pending', 'paid'], cancelled: ['cancelled'] };

const statusSet: Unsafe<z.output<typeof newStatus>>['confirm'] = (service, { InvoiceToken, Status }) => ({
	lookUp: async () => {
		const invoice = await invoiceWithLink(service, InvoiceToken);
		const isSet = RESULTS[Status].includes(asText(invoice.Status));
		return isSet ? { Response: true, Data: invoice } : undefined;
	},
});

/** Publishes or cancels an invoice. */
export const setInvoiceStatus = endpoint({
	call: 'POST /invoices/update',
	request: newStatus,
	reply: dataReply,
	// A second attempt would be refused (409) because of the first and hide that it succeeded.
	retry: unsafe({
		check: 'Before you run this again, check with Invoice › Get which status the invoice has.',
		confirm: statusSet,
	}),
});

export const deleteInvoice = endpoint({
	call: 'POST /invoices/delete',
	request: oneInvoice,
	reply: acknowledgement,
	retry: safeDelete,
});
