import type { StoredInvoice } from '../records';
import { toDocument, html } from './html';

const money = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

export function invoicePage({
	shown,
	BillTo,
	Title,
	TaxLabel,
	PaymentInstructions,
	...notes
}: StoredInvoice): string {
	const lines: Array<[string, number]> = [
		['Subtotal', shown.Subtotal],
		['Discount', -shown.DiscountAmount],
		[`${TaxLabel} ${shown.TaxRate} %`, shown.TaxAmount],
		['Fees', shown.PaymentMethod === 'card' ? shown.FeeAmount : 0],
	];
	return toDocument(
		shown.InvoiceNumber,
		html`<h1>${Title || 'Invoice'} ${shown.InvoiceNumber}</h1>
			<p class="dim">
				${shown.Status} · issued ${shown.IssueDate.slice(0, 10)} · due ${shown.DueDate.slice(0, 10)} · by
				${shown.PaymentMethod}
			</p>
			<p>To ${BillTo.Name} (${BillTo.Email})</p>
			<table>
				<tr>
					<th>Description</th>
					<th class="number">Quantity</th>
					<th class="number">Rate</th>
					<th class="number">Amount</th>
				</tr>
				${shown.Items.map(
					(item) =>
						html`<tr>
							<td>${item.Description}</td>
							<td class="number">${item.Quantity}</td>
							<td class="number">${money(item.Rate)}</td>
							<td class="number">${money(item.Amount)}</td>
						</tr> `,
				)}${lines
					.filter(([, amount]) => amount !== 0)
					.map(
						([name, amount]) =>
							html`<tr>
								<td>${name}</td>
								<td></td>
								<td></td>
								<td class="number">${money(amount)}</td>
							</tr>`,
					)}
				<tr>
					<td><strong>Total</strong></td>
					<td></td>
					<td></td>
					<td class="number"><strong>${money(shown.Total)}</strong></td>
				</tr>
			</table>
			<p>${PaymentInstructions}</p>
			<p>${notes.NotesToRecipient}</p>
			<p class="dim">${notes.Terms}</p>`,
	);
}
