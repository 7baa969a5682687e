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
