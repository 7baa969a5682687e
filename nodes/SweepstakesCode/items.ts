import type { Json } from '../shared/json';
import { pickKeys, mergeRecord } from '../shared/n8n/output/keys';

export const READ_FIRST = ['CouponCode', 'FirstName', 'LastName', 'Email', 'PhoneNumber', 'Status', 'Total'];

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

export function toCodeItem(code: object, { simplify }: { simplify: boolean }): object {
	return simplify ? pickKeys(code, KEYS) : code;
}

/**
 * Returns the item for a changed code, without `AssignedTo`, because the service leaves this key empty after a change
 * (reference, codes).
 */
export function toChangedCodeItem(data: Json, parameters: { simplify: boolean }): object {
	const { AssignedTo: _, ...code } = mergeRecord(data, 'Code');
	return toCodeItem(code, parameters);
}
