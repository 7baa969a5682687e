import type { Json } from '../shared/json';
import { arranged, without } from '../shared/fields/simplify';

const FIRST = [
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
];
const LAST = ['CouponToken', 'ParticipantToken', 'SweepstakesToken'];

/** A code as the nodes return it: what a person reads first, then dates, then tokens. */
export function codeItem(code: Json, parameters: { simplify: boolean }): object {
	return parameters.simplify ? without(arranged(code, FIRST, LAST), ['_id', 'SweepstakesToken']) : code;
}
