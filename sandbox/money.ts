import { Decimal } from 'decimal.js';

/**
 * The precision is high enough to represent the product of any two numbers in a request before it is rounded to the
 * cent.
 */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

export interface Charges {
	items: Array<{ Quantity: number; Rate: number }>;
	discount: number;
	taxEnabled: boolean;
	/** The tax rate in percent. */
	taxRate: number;
	/** How card fees are included in the total; see `computeAmounts`. */
	cardTotal: 'feesAdded' | 'grossedUp';
	paymentMethod: 'card' | 'check' | 'transfer' | 'recipient';
	/** The processing fee in percent. */
	processingFee: number;
	/** The merchant fee in percent. */
	merchantFee: number;
}

/**
 * Computes all amounts of an invoice, in dollars with whole cents. Each amount is rounded once, half up. With
 * `feesAdded`, each fee is a percentage of AmountBeforeFees and is added to the total. With `grossedUp`, each fee is a
 * percentage of the total, and the total is AmountBeforeFees / (1 - both percentages) (contract, Invoices; reference,
 * invoices/create).
 */
export function computeAmounts(charges: Charges) {
	const products = charges.items.map(({ Quantity, Rate }) => new Exact(Quantity).times(Rate));
	const subtotal = cents(Exact.sum(0, ...products));
	const discount = Exact.min(cents(new Exact(charges.discount)), subtotal);
	const discounted = subtotal.minus(discount);
	const tax = charges.taxEnabled ? percent(charges.taxRate, discounted) : new Exact(0);
	const beforeFees = discounted.plus(tax);
	const isFree = charges.paymentMethod === 'check' || charges.paymentMethod === 'transfer';
	const base = charges.cardTotal === 'grossedUp' ? grossUp(beforeFees, charges) : beforeFees;
	const serviceFee = isFree ? new Exact(0) : percent(charges.processingFee, base);
	const merchantFee = isFree ? new Exact(0) : percent(charges.merchantFee, base);
	const fee = serviceFee.plus(merchantFee);
	const total = charges.paymentMethod === 'card' ? beforeFees.plus(fee) : beforeFees;
	return {
		itemAmounts: products.map((product) => cents(product).toNumber()),
		Subtotal: subtotal.toNumber(),
		DiscountAmount: discount.toNumber(),
		TaxAmount: tax.toNumber(),
		AmountBeforeFees: beforeFees.toNumber(),
		ServiceFeeAmount: serviceFee.toNumber(),
		MerchantFeeAmount: merchantFee.toNumber(),
		FeeAmount: fee.toNumber(),
		FeesChargedToRecipient: !isFree,
		Total: total.toNumber(),
	};
}

function grossUp(beforeFees: Decimal, { processingFee, merchantFee }: Charges): Decimal {
	return cents(beforeFees.dividedBy(new Exact(100).minus(processingFee).minus(merchantFee).dividedBy(100)));
}

function percent(rate: number, of: Decimal): Decimal {
	return cents(of.times(rate).dividedBy(100));
}

function cents(amount: Decimal): Decimal {
	return amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}
