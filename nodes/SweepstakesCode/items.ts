import { asText, type Json } from '../shared/json';
import { only } from '../shared/n8n/output/keys';

/** What a person reads first, then what the code is worth, then dates, then tokens. */
const KEYS = [
	'CouponCode',
	'Status',
	'AssignedTo',
	'Value',
	'Description',
	'ExternalURL',
	'ExpirationDate',
	'ExpirationTime',
	'RedemptionDate',
	'RedemptionTime',
	'CreationDate',
	'CouponToken',
	'ParticipantToken',
	'SweepstakesToken',
];

/** A code as it comes out of the node. */
export function codeItem(code: object, { simplify }: { simplify: boolean }): object {
	return simplify ? only(code, KEYS) : code;
}

/** A code after a change: the service does not say then who holds it (reference, "Code record": AssignedTo). */
export function changedCodeItem({ AssignedTo, ...code }: Json, parameters: { simplify: boolean }): object {
	return codeItem({ ...code, ...(asText(AssignedTo) !== '' && { AssignedTo }) }, parameters);
}
