import { asText, type Json } from '../shared/json';
import { only } from '../shared/n8n/output/keys';

export const READ_FIRST = ['CouponCode', 'Status', 'Total'];

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

export function codeItem(code: object, { simplify }: { simplify: boolean }): object {
	return simplify ? only(code, KEYS) : code;
}

/** Returns an item without `AssignedTo`, which the service leaves empty after a change (reference, codes). */
export function changedCodeItem({ AssignedTo, ...code }: Json, parameters: { simplify: boolean }): object {
	return codeItem({ ...code, ...(asText(AssignedTo) !== '' && { AssignedTo }) }, parameters);
}
