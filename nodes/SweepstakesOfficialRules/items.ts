import { putFirst, pickKeys, omitKeys } from '../shared/n8n/output/keys';

export const READ_FIRST = ['Title'];

/**
 * The keys that Simplify keeps. It drops the short text for shops, the state of the service's rules wizard, and the
 * statistics.
 */
const KEYS = [
	'Title',
	'Primary',
	'Status',
	'DocumentContent',
	'CreationDate',
	'RulesToken',
	'SweepstakesToken',
];

export function toRulesItem(record: object, { simplify }: { simplify: boolean }): object {
	return simplify ? pickKeys(record, KEYS) : record;
}

/** Keys that a document has only in the list of documents. */
const LISTED_KEYS = [
	'DocumentContent',
	'AbbreviatedRulesForShopify',
	'AbbrebiatedRulesForShopify',
	'Metadata',
	'EntryPeriods',
	'Views',
	'Status',
];

/** Returns an item with the same columns for a new document and for an existing one from the list. */
export const toCreatedItem = (record: object): object => putFirst(omitKeys(record, LISTED_KEYS), KEYS);
