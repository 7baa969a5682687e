import { only } from '../shared/n8n/output/keys';

/** What people work with. The rest is a short text for a store, and what the service's wizard and statistics keep. */
const KEYS = [
	'Title',
	'Primary',
	'Status',
	'DocumentContent',
	'CreationDate',
	'RulesToken',
	'SweepstakesToken',
];

/** A rules document as it comes out of the node. */
export function rulesItem(record: object, { simplify }: { simplify: boolean }): object {
	return simplify ? only(record, KEYS) : record;
}
