import { toInstant } from './time/clock';
import type { StoredInvoice } from './records';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The maximum number of timeline events that invoices/single returns. */
const EVENTS_SHOWN = 200;

/** Returns an invoice as invoices/fetch lists it. */
export function toListEntry(invoice: StoredInvoice, now: number) {
	const { shown, BillTo, Title, CreationDate } = invoice;
	const { Views, LastViewDate } = countViews(invoice);
	return {
		InvoiceToken: shown.InvoiceToken,
		PublicToken: shown.PublicToken,
		InvoiceNumber: shown.InvoiceNumber,
		Title,
		CreationDate,
		IssueDate: shown.IssueDate,
		DueDate: shown.DueDate,
		RecipientName: BillTo.Name,
		RecipientEmail: BillTo.Email,
		Currency: shown.Currency,
		Subtotal: shown.Subtotal,
		DiscountAmount: shown.DiscountAmount,
		TaxEnabled: shown.TaxEnabled,
		TaxAmount: shown.TaxAmount,
		Total: shown.Total,
		Status: shown.Status,
		PaymentMethod: shown.PaymentMethod,
		IsManualPayment: invoice.payment?.isManual ?? false,
		IsOverdue: daysOverdue(invoice, now) > 0,
		DaysElapsed: daysBetween(shown.IssueDate, now),
		DaysOverdue: daysOverdue(invoice, now),
		Views,
		Notifications: 0,
		LastViewDate,
		LastNotificationDate: null,
		PaidDate: invoice.payment?.PaidDate ?? null,
		Archived: false,
		ProcessingFeePercentage: shown.ProcessingFeePercentage,
		MerchantFeePercentage: shown.MerchantFeePercentage,
	};
}

/** The totals of a filtered list. */
export function summarize(invoices: readonly StoredInvoice[], now: number) {
	const withStatus = (status: string) => invoices.filter(({ shown }) => shown.Status === status);
	const addUp = (some: readonly StoredInvoice[]) =>
		some.reduce((cents, { shown }) => cents + Math.round(shown.Total * 100), 0) / 100;
	return {
		TotalPending: addUp(withStatus('pending')),
		TotalPaid: addUp(withStatus('paid')),
		CountPending: withStatus('pending').length,
		CountPaid: withStatus('paid').length,
		CountDraft: withStatus('draft').length,
		CountOverdue: invoices.filter((invoice) => daysOverdue(invoice, now) > 0).length,
		CountTotal: invoices.length,
	};
}

/** Returns the `Invoice` part of the reply of invoices/single. */
export function toDetails({ shown, BillTo, Title, UpdatedAt, CreationDate, ...stored }: StoredInvoice) {
	const EMPTY = {
		Phone: '',
		Company: '',
		Address: '',
		City: '',
		State: '',
		ZipCode: '',
		Country: '',
		TaxId: '',
	};
	return {
		InvoiceToken: shown.InvoiceToken,
		PublicToken: shown.PublicToken,
		InvoiceNumber: shown.InvoiceNumber,
		Title,
		CreationDate,
		UpdatedAt,
		IssueDate: shown.IssueDate,
		DueDate: shown.DueDate,
		Currency: shown.Currency,
		BillTo: { ...EMPTY, ...BillTo },
		Items: shown.Items,
		Subtotal: shown.Subtotal,
		DiscountAmount: shown.DiscountAmount,
		TaxEnabled: shown.TaxEnabled,
		TaxLabel: stored.TaxLabel,
		TaxRate: shown.TaxRate,
		TaxAmount: shown.TaxAmount,
		Total: shown.Total,
		Status: shown.Status,
		PaymentMethod: shown.PaymentMethod,
		PaymentInstructions: stored.PaymentInstructions,
		NotesToRecipient: stored.NotesToRecipient,
		Terms: stored.Terms,
		ProcessingFeePercentage: shown.ProcessingFeePercentage,
		MerchantFeePercentage: shown.MerchantFeePercentage,
		IsSandboxInvoice: false,
		Archived: false,
	};
}

/** Returns the `Payment` part of the reply of invoices/single. */
export function toPayment({ shown, BillTo, payment }: StoredInvoice) {
	const isByCard = payment !== undefined && !payment.isManual;
	return {
		IsPaid: payment !== undefined,
		IsManualPayment: payment?.isManual ?? false,
		PaidDate: payment?.PaidDate ?? null,
		Method: payment ? shown.PaymentMethod : null,
		PayerName: payment ? BillTo.Name : null,
		PayerEmail: payment ? BillTo.Email : null,
		CCType: isByCard ? 'Visa' : null,
		CCLastFourDigits: isByCard ? '1111' : null,
		GrossAmount: payment ? shown.Total : null,
		ProcessingFee: payment ? (isByCard ? shown.FeeAmount : 0) : null,
		NetAmount: payment ? shown.AmountBeforeFees : null,
		Reference: payment ? shown.InvoiceNumber : null,
	};
}

export function countViews({ events }: StoredInvoice) {
	const views = events.filter(({ EventType }) => EventType === 'viewed');
	return {
		Views: views.length,
		UniqueViews: Math.min(1, views.length),
		FirstViewDate: views[0]?.CreationDate ?? null,
		LastViewDate: views.at(-1)?.CreationDate ?? null,
		Notifications: 0,
		LastNotificationDate: null,
		PaymentAttempts: events.filter(({ EventType }) => EventType === 'paid').length,
		FailedAttempts: 0,
	};
}

export function toDerived(invoice: StoredInvoice, now: number) {
	const { shown, payment } = invoice;
	return {
		IsOverdue: daysOverdue(invoice, now) > 0,
		DaysSinceIssued: daysBetween(shown.IssueDate, now),
		DaysOverdue: daysOverdue(invoice, now),
		DaysToPayment: payment ? daysBetween(shown.IssueDate, toInstant(payment.PaidDate)) : null,
	};
}

export function toEvents({ events }: StoredInvoice) {
	const Totals: Record<string, number> = {};
	for (const { EventType } of events) Totals[EventType] = (Totals[EventType] ?? 0) + 1;
	const Timeline = events
		.slice(-EVENTS_SHOWN)
		.toReversed()
		.map(({ EventType, CreationDate }) => ({
			EventType,
			Description: `The invoice was ${EventType}.`,
			CreationDate,
			IpAddress: '127.0.0.1',
			Browser: '',
			DeviceType: '',
			OperatingSystem: '',
			Referrer: '',
		}));
	return { Totals, Timeline };
}

/**
 * Returns the number of days after the due date, or 0. Only a pending invoice can be overdue, from the day after its
 * due date.
 */
function daysOverdue({ shown }: StoredInvoice, now: number): number {
	return shown.Status === 'pending' ? Math.max(0, daysBetween(shown.DueDate, now)) : 0;
}

/** The number of days from one UTC day to another. It is negative if the first day is later than the second. */
function daysBetween(iso: string, ms: number): number {
	return Math.floor(ms / DAY_MS) - Math.floor(toInstant(iso) / DAY_MS);
}
