import { leading, only, without } from '../shared/n8n/output/keys';

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

/** What only the list of documents has. */
const LISTED_KEYS = [
	'DocumentContent',
	'AbbreviatedRulesForShopify',
	'AbbrebiatedRulesForShopify',
	'Metadata',
	'EntryPeriods',
	'Views',
	'Status',
];

/** Gives a new document and one from the list the same columns. */
export const createdItem = (record: object): object => leading(without(record, LISTED_KEYS), KEYS);
