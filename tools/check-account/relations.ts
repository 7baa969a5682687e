import {
	toIdKey,
	asRecords,
	isBlank,
	isAbsent,
	isObject,
	toPlainKey,
	type Json,
} from '../../nodes/shared/json';
import { findRecordLists } from '../../nodes/shared/api/replies';
import { MONEY, type Finding } from './finding';
import { readMoment, valueAt, wrongLength } from './lists';
import { isSuccess, type Attempt } from './recorder';

/** Finds contradictions within one reply. */
export function relationFindings(attempt: Attempt): Finding[] {
	const body = attempt.body ?? {};
	return [
		...countedLists(body),
		...sums(attempt.call, body),
		...amounts(body),
		...datesOfEntry(attempt.call, body),
		...strangers(attempt.request, body),
		...doubles(body),
	];
}

/** Pairs of keys: a list, and its count in the same object. */
const COUNTED: ReadonlyArray<readonly [list: string, count: string]> = [
	['Entries', 'TotalEntries'],
	['SecondaryRules', 'TotalRules'],
	['Distribution', 'TotalAnswers'],
	['Steps', 'StepsCount'],
	['Invalid', 'InvalidCount'],
	['Skipped', 'SkippedCount'],
	['Duplicates', 'DuplicateCount'],
	['Countries', 'TotalResults'],
	['ZipCodes', 'TotalResults'],
	['AreaCodes', 'TotalResults'],
];

/** How many of the counted records are not in the list. The list of rules lacks the primary document. */
const LEFT_OUT: Readonly<Record<string, number>> = { SecondaryRules: 1 };

/**
 * Finds lists that contradict the count next to them. A list may be truncated, so a count above the length of the list
 * is not a contradiction.
 */
function countedLists(body: Json): Finding[] {
	const { Questions, Survey } = getData(body);
	const survey: Json[] = isObject(Survey) ? [{ Questions, QuestionsCount: Survey.QuestionsCount }] : [];
	return [...listParts(body), ...survey].flatMap((part) =>
		[...COUNTED, ['Questions', 'QuestionsCount'] as const].flatMap(([list, count]) => {
			const counted = Number(part[count] ?? NaN) - (LEFT_OUT[list] ?? 0);
			if (part[list] === undefined || Number.isNaN(counted)) return [];
			const { length } = asRecords(part[list]);
			const isWrong = isEmpty(part[list]) ? counted > 0 : counted < length;
			return isWrong ? [wrongLength(list, `as many entries as ${count} says`, length, counted)] : [];
		}),
	);
}

const isEmpty = (value: unknown): boolean => isAbsent(value) || (Array.isArray(value) && value.length === 0);

/** The sums in replies, by call: the key of the total, followed by the keys of its parts. */
const SUMS: Readonly<Record<string, ReadonlyArray<readonly [whole: string, ...parts: string[]]>>> = {
	'POST /participants/count': [['Total', 'Participants', 'AmoeParticipants', 'OptOuts']],
	'POST /codes/stats': [['Total', 'Assigned', 'Unassigned']],
	'POST /files/fetch': [['MaxMB', 'UsedMB', 'RemainingMB']],
	'POST /surveys/report': [['TotalResponses', 'CompletedResponses', 'AbandonedResponses']],
	'POST /billing/consumptions': [
		['GrandTotal', 'Consumptions.Total'],
		['Total', 'Months.Total'],
	],
};

/** The largest difference that rounding can explain, in dollars. */
const ROUNDING = 0.011;

function sums(call: string, body: Json): Finding[] {
	return (SUMS[call] ?? []).flatMap(([whole, ...parts]) =>
		listParts(body).flatMap((object) => {
			if (parts.some((part) => !(part.split('.')[0]! in object))) return [];
			const total = Number(object[whole]);
			const sum = parts.reduce((all, part) => all + sumAt(object, part.split('.')), 0);
			if (!Number.isFinite(total) || !Number.isFinite(sum) || Math.abs(total - sum) < ROUNDING) return [];
			return [
				{
					about: whole,
					expected: `the sum of ${parts.join(' and ')}`,
					came: wrongSum(total, sum),
					means: 'A report or a warning that uses this number can be wrong.',
				},
			];
		}),
	);
}

function sumAt(object: Json, [key = '', inner]: string[]): number {
	if (inner === undefined) return Number(object[key]);
	return asRecords(object[key]).reduce((sum, one) => sum + Number(one[inner]), 0);
}

/** Finds amounts of an invoice that contradict each other or the limits in the contract. */
function amounts(body: Json): Finding[] {
	return listParts(body).flatMap((part) => {
		const { Quantity, Rate, Amount, Subtotal, DiscountAmount = 0, TaxAmount = 0, Total, Items } = part;
		const lines = asRecords(Items).map((item) => Number(item.Amount));
		const linesSum = lines.reduce((sum, one) => sum + one, 0);
		const base = Number(Subtotal) - Number(DiscountAmount) + Number(TaxAmount);
		return [
			...compareAmounts('Amount', 'Quantity times Rate', Number(Amount), Number(Quantity) * Number(Rate)),
			...(lines.length > 0
				? compareAmounts('Subtotal', 'the sum of the amounts of its items', Number(Subtotal), linesSum)
				: []),
			...('Items' in part && lines.length === 0 && Number(Subtotal) > 0
				? [
						{
							about: 'Items',
							expected: 'a list with entries, because Subtotal is not 0',
							came: 'an empty list',
							means:
								'Your workflow gets no rows although there are some. Compare with your provider’s web app.',
						},
					]
				: []),
			...(Subtotal === undefined ? [] : compareTotal(Number(Total), base)),
		];
	});
}

function compareAmounts(about: string, expected: string, amount: number, wanted: number): Finding[] {
	if (!Number.isFinite(amount) || !Number.isFinite(wanted) || Math.abs(amount - wanted) < ROUNDING) return [];
	return [{ about, expected, came: wrongSum(amount, wanted), means: WRONG_AMOUNT }];
}

/** Checks that fees neither lower a total nor more than double it (contract, Invoices). */
function compareTotal(total: number, base: number): Finding[] {
	if (!Number.isFinite(total) || !Number.isFinite(base)) return [];
	const about = 'Total';
	if (total > MAX_DOLLARS)
		return [
			{
				about,
				expected: 'at most 1,000,000 dollars',
				came: 'more, so it looks like cents',
				means: WRONG_AMOUNT,
			},
		];
	if (total >= base - ROUNDING && total <= base * 2 + ROUNDING) return [];
	const expected = 'the subtotal less the discount, plus tax and fees';
	return [{ about, expected, came: wrongSum(total, base), means: WRONG_AMOUNT }];
}

const MAX_DOLLARS = 1_000_000;
export const WRONG_AMOUNT =
	'Invoices, sums and messages can show a wrong amount. Compare one invoice with your provider’s web app before you send any.';

/** Describes how an amount differs, without showing the amounts. */
export function wrongSum(came: number, expected: number): string {
	const ratio = came / expected;
	if (ratio > 50 && ratio < 200) return 'about a hundred times as much, so it looks like cents';
	if (ratio > 0.005 && ratio < 0.02) return 'about a hundredth, so the rest looks like cents';
	return came > expected ? 'more' : 'less';
}

/** Checks that an entry has a date. An opt-out may have it under a different key. */
function datesOfEntry(call: string, body: Json): Finding[] {
	if (!call.startsWith('POST /participants/')) return [];
	const entries = findRecordLists(body).flatMap(({ records }) => records);
	const undated = entries.filter(
		({ Collection, CreationDate, OptOutDate }) =>
			isBlank(CreationDate) && (Collection !== 'OptOuts' || isBlank(OptOutDate)),
	);
	if (undated.length === 0) return [];
	return [
		{
			about: 'CreationDate',
			expected: 'a date in every entry',
			came: undated.length === entries.length ? 'no date in any entry' : 'no date in some entries',
			means: 'The trigger for new participants stops with an error, because it cannot tell who is new.',
		},
	];
}

/** Finds records whose ID differs from the one in the request. */
function strangers(request: Json, body: Json): Finding[] {
	const asked = Object.entries(request).filter(
		([key, value]) => /token$|^casenumber$/i.test(key) && typeof value === 'string',
	);
	const found = asked.filter(([key, value]) =>
		listParts(body).some((part) =>
			Object.entries(part).some(
				([own, other]) =>
					toPlainKey(own) === toPlainKey(key) && !isBlank(other) && toIdKey(other) !== toIdKey(value),
			),
		),
	);
	return found.map(([key]) => ({
		about: key,
		expected: 'the record that was asked for',
		came: 'a record with another ID',
		means: 'Your workflow could change or show somebody else’s record. Do not let it write yet.',
	}));
}

/** Maps the key of a record's ID to another key whose values are unique within a list. */
const UNIQUE: Readonly<Record<string, string>> = { InvoiceToken: 'InvoiceNumber', CouponToken: 'CouponCode' };

/**
 * Finds records that appear twice in a list. Entries of the same participant count as one record only if they are
 * equal.
 */
function doubles(body: Json): Finding[] {
	return findRecordLists(body).flatMap(({ key, records }) => {
		const about = key || 'Data';
		const ids = records.map((record) =>
			findId(record)?.startsWith('ParticipantToken') ? JSON.stringify(record) : findId(record),
		);
		if (hasTwice(ids))
			return [
				{
					about,
					expected: 'each record once',
					came: 'the same ID twice',
					means: 'The nodes show each record once, so a list can have fewer rows than its count says.',
				},
			];
		const shared = Object.entries(UNIQUE).filter(([id, name]) =>
			hasTwice(records.filter((record) => id in record).map((record) => record[name])),
		);
		return shared.map(([, name]) => ({
			about,
			expected: `another ${name} in each record`,
			came: 'two records with the same one',
			means: 'A step that looks for this number finds the wrong record, or two.',
		}));
	});
}

function hasTwice(values: readonly unknown[]): boolean {
	const given = values.filter((value) => !isBlank(value));
	return new Set(given).size < given.length;
}

/** Matches keys whose values change between calls. */
const CHANGING = /^(UpdatedAt|Last|.*At$|Days|ExpiresAt|Views)/;

/** Finds records whose amounts or dates differ between two replies. */
export function recordFindings(attempts: readonly Attempt[]): Array<Finding & { call: string }> {
	const first = new Map<string, { record: Json; call: string }>();
	return attempts.flatMap(({ call, body, status }) => {
		if (!isSuccess({ status }) || /create$|delete$/.test(call)) return [];
		return listParts(body ?? {}).flatMap((record) => {
			const id = findId(record);
			if (id === undefined) return [];
			const known = first.get(id);
			if (!known) first.set(id, { record, call });
			if (!known || known.call === call) return [];
			return Object.entries(record).flatMap(([key, value]) =>
				CHANGING.test(key) ? [] : compareValues(call, known.call, key, value, known.record[key]),
			);
		});
	});
}

const RECORD_IDS = [
	'ResponseToken',
	'InvoiceToken',
	'CouponToken',
	'SurveyToken',
	'NoteToken',
	'EventToken',
	'FileToken',
	'CaseNumber',
	'CampaignToken',
	'DripToken',
	'DocumentToken',
	'ParticipantToken',
];

/**
 * Identifies a record by its first ID and its collection. The collection is needed because a participant may be in
 * several collections.
 */
function findId(record: Json): string | undefined {
	const key = RECORD_IDS.find((one) => typeof record[one] === 'string');
	if (!key || !('CreationDate' in record || 'Date' in record)) return undefined;
	return `${key} ${toIdKey(record[key])} ${String(record.Collection ?? '')}`;
}

function compareValues(
	call: string,
	earlier: string,
	key: string,
	value: unknown,
	other: unknown,
): Array<Finding & { call: string }> {
	const expected = `the same as in the answer to ${earlier}`;
	if (typeof value === 'number' && typeof other === 'number' && MONEY.test(key))
		return compareAmounts(key, expected, value, other).map((one) => ({ ...one, call }));
	const [moment, otherMoment] = [readMoment(value), readMoment(other)];
	// A date without a time may mean any time of that day.
	const isSame = moment === otherMoment || String(value).slice(0, 10) === String(other).slice(0, 10);
	if (!/Date|At$/.test(key) || moment === undefined || otherMoment === undefined || isSame) return [];
	return [
		{
			call,
			about: key,
			expected,
			came: 'another day',
			means: 'Filters by date and messages that show it can be off by hours or a day.',
		},
	];
}

/**
 * Asks the user whether amounts are in cents if every invoice total is a whole number of 1,000 or more. Round amounts
 * in dollars look the same, so only the user can tell.
 */
export function askAboutCents(attempts: readonly Attempt[]): string[] {
	const bodies = attempts.filter((one) => one.call === 'POST /invoices/fetch' && isSuccess(one));
	const totals = bodies
		.flatMap(({ body }) => asRecords(valueAt(body, ['Data', 'Invoices'])))
		.map(({ Total }) => Number(Total));
	const isRound = (total: number) => Number.isInteger(total) && total >= 1_000;
	if (totals.length === 0 || !totals.every(isRound)) return [];
	return [
		'Every invoice total is a whole number of 1,000 or more. If your invoices are smaller than that, the service counts cents, and the amounts in your workflows are a hundred times too large. Compare one with your provider’s web app.',
	];
}

const getData = (body: Json): Json => (isObject(body.Data) ? body.Data : body);

/** Returns all objects in a reply. */
export function listParts(value: unknown, depth = 0): Json[] {
	if (depth > MAX_DEPTH) return [];
	if (Array.isArray(value)) return value.slice(0, MAX_VALUES).flatMap((one) => listParts(one, depth + 1));
	if (!isObject(value)) return [];
	return [
		value,
		...Object.values(value)
			.slice(0, MAX_VALUES)
			.flatMap((one) => listParts(one, depth + 1)),
	];
}

const MAX_DEPTH = 8;
const MAX_VALUES = 500;
