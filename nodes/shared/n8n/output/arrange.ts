import type { Json } from '../../json';

/** What a person looks for first in a record of any kind, in this order. */
const READ_FIRST = [
	// Who
	'FirstName',
	'LastName',
	'FullName',
	'Email',
	'KeyEmail',
	'PhoneNumber',
	'KeyPhoneNumber',
	// What
	'HowManyWinnersToPick',
	'howManyWinnersToPick',
	'DrawingDate',
	'endDate',
	'DrawingTime',
	'endTime',
	'TimezoneDescription',
	'CouponCode',
	'InvoiceNumber',
	'CaseNumber',
	'Subject',
	'Title',
	'EventTitle',
	'SurveyName',
	'Filename',
	'SweepstakesName',
	'GroupName',
	'BusinessName',
	'FieldName',
	'Name',
	'Handler',
	'RecipientName',
	'RecipientEmail',
	// In which state
	'state',
	'Status',
	'StatusDescription',
	'Total',
	'Currency',
	'PublicLink',
	// When it takes place
	'StartDate',
	'StartTime',
	'EndDate',
	'EndTime',
	'EventStartDate',
	'EventStartTime',
	'EventEndDate',
	'EventEndTime',
];

const FIRST = new Map(READ_FIRST.map((key, index) => [key, index]));

const FACT = READ_FIRST.length;
const DATE = FACT + 1;
const NESTED = DATE + 1;
const TOKEN = NESTED + 1;

/**
 * Puts the fields of each item into the order in which a person reads them: what they look for first, then facts, dates, what
 * is nested, and tokens last. Within each, as the record has them.
 *
 * Most items of a list have the same fields, so the order of the one before is kept: sorting each time would take more memory
 * than the items.
 */
export function arranging(): (item: object) => Json {
	let keys: string[] = [];
	let kinds: Kind[] = [];
	let inOrder: Json = {};
	return (item) => {
		const record = item as Json;
		const itsKeys = Object.keys(record);
		const itsKinds = itsKeys.map((key) => classify(record[key]));
		if (!isSame(itsKeys, keys) || !isSame(itsKinds, kinds)) {
			[keys, kinds] = [itsKeys, itsKinds];
			const ranked = keys.map((key, index) => ({ key, rank: rank(key, kinds[index]!) }));
			ranked.sort((one, other) => one.rank - other.rank);
			inOrder = Object.fromEntries(ranked.map(({ key }) => [key, undefined]));
		}
		const result = { ...inOrder };
		for (const key of keys) result[key] = record[key];
		return result;
	};
}

/** What of a value decides where its field stands. */
type Kind = 'boolean' | 'nested' | 'plain';

function classify(value: unknown): Kind {
	if (typeof value === 'boolean') return 'boolean';
	return typeof value === 'object' && value !== null ? 'nested' : 'plain';
}

function isSame<T>(list: readonly T[], other: readonly T[]): boolean {
	return list.length === other.length && list.every((one, index) => one === other[index]);
}

function rank(key: string, kind: Kind): number {
	const first = FIRST.get(key);
	// A state in words is read first. Whether a record is active is a fact like others.
	if (first !== undefined && kind !== 'boolean') return first;
	// A key of several words is not the service's: it is a question of a survey, or a column of the input item.
	if (/\s/.test(key)) return FACT;
	if (/(Tokens?|token|ID|Id|Hash)$/.test(key)) return TOKEN;
	if (kind === 'nested') return NESTED;
	return /(Date|Time|Login|[a-z]At)$/.test(key) ? DATE : FACT;
}
