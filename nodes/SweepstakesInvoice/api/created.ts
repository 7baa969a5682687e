import type { Client, Confirm } from '../../shared/client/client';
import { undefinedIfRefused } from '../../shared/client/failures';
import { readCount } from '../../shared/numeral';
import { asText, type Json, toNumber } from '../../shared/json';
import { toDay } from '../../shared/time/instant';
import { DAY_MS } from '../../shared/time/units';
import { z } from '../../shared/zod';
import { confirmCreation } from '../../shared/api/confirm';
import { findDifferences } from '../../shared/api/differences';
import { endpoint, unsafe } from '../../shared/api/endpoint';
import { record } from '../../shared/api/replies';
import { collect } from '../../shared/api/pages';
import { toNameKey, toTitleKey } from '../../shared/api/titles';
import { billTo, details, DUE_AFTER_ISSUE, invoices, fetchInvoiceWithLink, items } from './invoices';

const invoiceToCreate = details.extend({
	BillTo: billTo,
	Items: items,
	Status: z.enum(['draft', 'pending']),
});

export type InvoiceToCreate = z.output<typeof invoiceToCreate>;

/** The minimum total of an invoice, in dollars (contract, invoices/create). */
const MIN_TOTAL = 1;
/** The maximum total of an invoice, in dollars (contract, invoices/create). */
const MAX_TOTAL = 1_000_000;

/**
 * Rounds to the cent, half cents up. Floating-point arithmetic may put half a cent slightly below the half: `100.75 *
 * 0.1` is 10.0749…
 */
const toCents = (dollars: number) => Math.round(Number((dollars * 100).toFixed(6))) / 100;

/** Returns the amounts of a new invoice before fees, in dollars, as the service would calculate them. */
function calculateAmounts({ Items, TaxEnabled = false, TaxRate = 0, ...invoice }: InvoiceToCreate) {
	const Subtotal = toCents(Items.reduce((total, { Quantity, Rate }) => total + Quantity * Rate, 0));
	const DiscountAmount = Math.min(invoice.DiscountAmount ?? 0, Subtotal);
	const TaxAmount = toCents(((Subtotal - DiscountAmount) * (TaxEnabled ? TaxRate : 0)) / 100);
	const AmountBeforeFees = toCents(Subtotal - DiscountAmount + TaxAmount);
	return { Subtotal, DiscountAmount, TaxEnabled, TaxRate, TaxAmount, AmountBeforeFees };
}

/**
 * How far an amount in dollars may be from ours and still be the same: the service may round the amount of each item to
 * the cent.
 */
const getTolerance = ({ Items }: InvoiceToCreate) => 0.005 * (Items.length + 2);

/**
 * Returns the percentages of the card fees that the account’s latest invoice has, once per execution. The service takes
 * them from the plan, so a new invoice usually has the same (contract, Invoices).
 *
 * @returns undefined if no invoice on the first page has them, or if the invoices cannot be read
 */
export async function readCardFees(client: Client): Promise<readonly number[] | undefined> {
	return await client.memory.getOrCreate('card fees', async () => {
		const page = await invoices.readPage(client, {}, 1).catch(undefinedIfRefused);
		const all = (page?.records ?? []).map((one) =>
			[one.ProcessingFeePercentage, one.MerchantFeePercentage].map(readCount),
		);
		const isKnown = (fees: Array<number | undefined>): fees is number[] => !fees.includes(undefined);
		return all.find(isKnown);
	});
}

/**
 * Returns a new invoice as the service would calculate it. The invoice number and links are missing.
 *
 * @param fees the percentages of the card fees. If they are unknown, the fee and total of a card payment are null.
 */
export function previewInvoice(invoice: InvoiceToCreate, fees?: readonly number[]): Json {
	const { Title, Status, Items, PaymentMethod = 'card', IssueDate = null, DueDate = null } = invoice;
	const amounts = calculateAmounts(invoice);
	const { AmountBeforeFees } = amounts;
	const cardFee =
		fees?.reduce((sum, fee) => toCents(sum + toCents((AmountBeforeFees * fee) / 100)), 0) ?? null;
	const isFree = PaymentMethod === 'check' || PaymentMethod === 'transfer';
	const FeeAmount = isFree ? 0 : PaymentMethod === 'card' ? cardFee : null;
	const isCard = PaymentMethod === 'card';
	return {
		...(Title !== undefined && { Title }),
		Status,
		Items,
		...amounts,
		FeeAmount,
		Total: !isCard ? AmountBeforeFees : FeeAmount === null ? null : toCents(AmountBeforeFees + FeeAmount),
		PaymentMethod,
		IssueDate,
		DueDate,
	};
}

/**
 * Returns the keys whose requested values differ from an existing invoice's, as far as the list of invoices shows them.
 * The status is not compared, because it changes when the invoice is published or paid.
 */
export function findInvoiceDifferences(listed: Json, invoice: InvoiceToCreate): string[] {
	const { Subtotal, DiscountAmount, TaxAmount } = calculateAmounts(invoice);
	const isOther = (shown: unknown, amount: number) =>
		Math.abs((readCount(shown) ?? amount) - amount) > getTolerance(invoice);
	const { IssueDate, DueDate, PaymentMethod } = invoice;
	return [
		...(isOther(listed.Subtotal, Subtotal) ? ['Items'] : []),
		...(isOther(listed.DiscountAmount, DiscountAmount) ? ['DiscountAmount'] : []),
		...(isOther(listed.TaxAmount, TaxAmount) ? ['TaxRate'] : []),
		...findDifferences({ Name: listed.RecipientName }, { Name: invoice.BillTo.Name }),
		...findDifferences(listed, { IssueDate, DueDate, PaymentMethod }),
	];
}

/** Returns a day (`YYYY-MM-DD`) that is before the given moment in every time zone. */
export const getDayBefore = (ms: number) => toDay(ms - 2 * DAY_MS);

/**
 * Looks for the invoices of the recipient. The call created the only new one, if it has the same title and number of
 * items. The subtotal matters only if the earlier invoices are unknown, because the service may format amounts
 * differently.
 */
const confirmInvoice: Confirm<InvoiceToCreate> = (client, invoice, earlier) => {
	const { Subtotal: subtotal } = calculateAmounts(invoice);
	const isTitled = ({ Title }: Json) =>
		invoice.Title === undefined || toTitleKey(asText(Title)) === toTitleKey(invoice.Title);
	const isPriced = ({ Subtotal }: Json) => Math.abs(toNumber(Subtotal) - subtotal) <= getTolerance(invoice);
	const recipient = invoice.BillTo.Email.toLowerCase();
	return confirmCreation(client, {
		thing: 'invoice',
		earlier,
		async list(sentAt) {
			const listed = await collect(invoices.each(client, { FromDate: getDayBefore(sentAt) }));
			return listed.filter((one) =>
				['', recipient].includes(asText(one.RecipientEmail).trim().toLowerCase()),
			);
		},
		idOf: ({ InvoiceToken }) => InvoiceToken,
		matches: (listed) => isTitled(listed) && (earlier.before !== undefined || isPriced(listed)),
		toReply: async ([created]) => ({
			Data: await fetchInvoiceWithLink(client, asText(created.InvoiceToken)),
		}),
	});
};

/** Returns the key to lock with `Client.runExclusively` while an invoice for this recipient is created. */
export const toRecipientKey = (email: string) => toNameKey('invoice', email.trim(), '');

/** Returns a key for the invoices with this recipient and title. */
export const toInvoiceKey = (email: string, title = '') => toNameKey('invoice', email.trim(), title);

export const createInvoice = endpoint({
	call: 'POST /invoices/create',
	request: invoiceToCreate.refine(...DUE_AFTER_ISSUE).superRefine((invoice, context) => {
		const { AmountBeforeFees: total } = calculateAmounts(invoice);
		// A card payment adds a fee of an unknown percentage, so only a total of zero is certainly too low.
		const isTooLow = (invoice.PaymentMethod ?? 'card') === 'card' ? total === 0 : total < MIN_TOTAL;
		if (!isTooLow && total <= MAX_TOTAL) return;
		// The error does not name a field of the node, because the total has none: the service calculates it.
		const negative = invoice.Items.findIndex(({ Rate }) => Rate < 0) + 1;
		const check =
			negative > 0
				? `The “Rate ($)” of item ${negative} is negative`
				: 'Check “Quantity” and “Rate ($)” of the items';
		const message = `must be from ${MIN_TOTAL} to ${MAX_TOTAL.toLocaleString('en-US')} dollars, but is ${total} after discount and tax. ${check}`;
		context.addIssue({ code: 'custom', path: ['Total'], message });
	}),
	reply: z.object({ Data: record }).passthrough(),
	// A retry would create a second invoice.
	retry: unsafe('Before you create it again, use Invoice › Get Many to check whether the invoice is there.'),
	confirm: confirmInvoice,
});
