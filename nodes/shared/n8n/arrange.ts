import type { Json } from '../json';

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
 * The fields of an item in the order in which a person reads them: what they look for first, then facts, dates, what is
 * nested, and tokens last. Within each, as the record has them.
 */
export function arranged(item: object): Json {
	return Object.fromEntries(
		Object.entries(item)
			.map((entry) => ({ entry, rank: rankOf(...entry) }))
			.sort((one, other) => one.rank - other.rank)
			.map(({ entry }) => entry),
	);
}

function rankOf(key: string, value: unknown): number {
	const first = FIRST.get(key);
	// A state in words is read first. Whether a record is active is a fact like others.
	if (first !== undefined && typeof value !== 'boolean') return first;
	// A key of several words is not the service's: it is a question of a survey, or a column of the input item.
	if (/\s/.test(key)) return FACT;
	if (/(Tokens?|token|ID|Id|Hash)$/.test(key)) return TOKEN;
	if (typeof value === 'object' && value !== null) return NESTED;
	return /(Date|Time|Login|[a-z]At)$/.test(key) ? DATE : FACT;
}
