import { only } from '../shared/n8n/output/keys';

export const READ_FIRST = ['Title'];

/** Omits the short text for shops, and the state of the service's wizard and statistics. */
const KEYS = [
	'Title',
	'Primary',
	'Status',
	'DocumentContent',
	'CreationDate',
	'RulesToken',
	'SweepstakesToken',
];

export function rulesItem(record: object, { simplify }: { simplify: boolean }): object {
	return simplify ? only(record, KEYS) : record;
}
