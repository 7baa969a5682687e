import { isAbsent, isObject, asRecords, type Json } from '../../nodes/shared/json';
import { parseInstant } from '../../nodes/shared/time/parse';
import type { Finding } from './finding';
import type { Attempt } from './recorder';

/** Describes a list in the service's reply. */
interface List {
	/** The keys that lead to the list. */
	path: readonly string[];
	/** The page size: a number, or the request key that sets it. It is undefined if a reply contains the whole list. */
	pageSize?: number | string;
	/** The keys that lead to the total. */
	counts: readonly string[];
	total: string;
	/**
	 * The keys that lead to the date by which the list is sorted. The newest record comes first or, with `isAscending`,
	 * the oldest.
	 */
	date?: readonly string[];
	isAscending?: boolean;
}

const dataList = (key: string, total: string, more: Partial<List> = {}): List => ({
	path: ['Data', key],
	counts: ['Data'],
	total,
	...more,
});

const inPages = (key: string, total: string, pageSize: number | string, more: Partial<List> = {}): List =>
	dataList(key, total, { pageSize, ...more });

const NEWEST_FIRST = { date: ['CreationDate'] };
const PAGINATION = { counts: ['Data', 'Pagination'] };

const LISTS: Readonly<Record<string, List>> = {
	'POST /sweepstakes/fetch': { path: ['Data'], counts: [], total: 'Count' },
	'POST /groups/fetch': { path: ['Data'], counts: [], total: 'Count' },
	'POST /participants/fetch': {
		path: ['Participants'],
		pageSize: 20,
		counts: ['Pagination'],
		total: 'Total',
		date: ['CreationDate', 'OptOutDate'],
	},
	'POST /winners/fetch': {
		path: ['Winners'],
		pageSize: 'itemsPerPage',
		counts: [],
		total: 'TotalWinners',
		date: ['DrawDateTime'],
	},
	'GET /winners/fetchscheduled': { path: ['Drawings'], counts: [], total: 'Total', ...NEWEST_FIRST },
	'POST /winners/fetchscheduled': { path: ['Drawings'], counts: [], total: 'Total', ...NEWEST_FIRST },
	'POST /codes/fetch': inPages('Codes', 'TotalResults', 'ItemsPerPage', NEWEST_FIRST),
	'POST /invoices/fetch': inPages('Invoices', 'TotalInvoices', 'Limit', PAGINATION),
	'POST /surveys/fetch': inPages('Surveys', 'TotalSurveys', 'Limit', { ...PAGINATION, ...NEWEST_FIRST }),
	'POST /surveys/responses': inPages('Responses', 'TotalResponses', 'Limit', {
		...PAGINATION,
		...NEWEST_FIRST,
	}),
	'POST /messaging/suppressions': inPages('Suppressions', 'TotalResults', 'ItemsPerPage', NEWEST_FIRST),
	'POST /messaging/campaigns': inPages('Campaigns', 'TotalResults', 'ItemsPerPage', NEWEST_FIRST),
	'POST /messaging/campaign-recipients': inPages('Recipients', 'TotalResults', 'ItemsPerPage'),
	'POST /messaging/drips': inPages('Drips', 'TotalResults', 'ItemsPerPage', NEWEST_FIRST),
	'POST /messaging/drip-enrollments': inPages('Enrollments', 'TotalResults', 'ItemsPerPage', {
		date: ['EnrolledAt'],
	}),
	'POST /notes/fetch': dataList('Notes', 'TotalNotes'),
	'POST /calendar/fetch': dataList('Events', 'TotalEvents', { date: ['EventStartDate'], isAscending: true }),
	'POST /files/fetch': inPages('Files', 'TotalFiles', 'Limit', { ...PAGINATION, ...NEWEST_FIRST }),
	'POST /tickets/fetchOpenTickets': inPages('Tickets', 'TotalTickets', 20, { date: ['Date'] }),
	'POST /tickets/fetchClosedTickets': inPages('Tickets', 'TotalTickets', 20, { date: ['Date'] }),
	'POST /tickets/fetchTodos': inPages('Todos', 'TotalTodos', 20, NEWEST_FIRST),
	'POST /billing/fetchtransactions': dataList('Transactions', 'TotalTransactions', NEWEST_FIRST),
	'POST /wallet/fetchtransactions': dataList('Transactions', 'TotalTransactions', NEWEST_FIRST),
	'POST /billing/datatransfer': dataList('DataTransfer', 'TotalRecords'),
	'POST /tools/timezones': dataList('Timezones', 'TotalTimezones'),
	'POST /tools/states': dataList('States', 'TotalStates'),
	'POST /documentation/fetch': inPages('Documents', 'TotalDocuments', 'limit', NEWEST_FIRST),
};

/** Whether a reply contains an empty list. The official rules are not all in one list, so their total decides. */
export function isEmptyList(attempt: Attempt | undefined): boolean {
	const list = LISTS[attempt?.call ?? ''];
	if (!list) return Number(valueAt(attempt?.body, ['Data', 'TotalRules'])) === 0;
	const found = valueAt(attempt?.body, list.path);
	return isAbsent(found) || (Array.isArray(found) && found.length === 0);
}

/** Finds unusual sizes, orders and totals of a list in a reply. A missing list is the subject of another finding. */
export function listFindings({ call, request, body }: Attempt): Finding[] {
	const list = LISTS[call];
	const value = list && valueAt(body, list.path);
	if (!list || value === undefined || !(Array.isArray(value) || isAbsent(value))) return [];
	const found = Array.isArray(value) ? value : [];
	return [...orderFindings(list, asRecords(found)), ...countFindings(list, found.length, request, body)];
}

/**
 * Finds records that are on two pages of a list although the total stayed the same. No new record can then have moved
 * them to the next page, so each of them is in the place of a missing record.
 */
export function pageFindings(attempts: readonly Attempt[]): Finding[] {
	const list = LISTS[attempts[0]?.call ?? ''];
	if (list?.pageSize === undefined) return [];
	const pages = new Map<string, unknown>();
	return attempts.flatMap(({ request: { page, Page, ...filter }, body }) => {
		const own = page ?? Page ?? 1;
		const total = valueAt(body, [...list.counts, list.total]);
		const isRepeated = asRecords(valueAt(body, list.path)).filter((record) => {
			const key = JSON.stringify([filter, total, record]);
			const earlier = pages.get(key) ?? own;
			pages.set(key, own);
			return earlier !== own;
		});
		if (isRepeated.length === 0) return [];
		return [
			{
				about: list.path.join('.'),
				expected: 'other records on each page',
				came: 'the same record on two pages',
				means:
					'A long list lacks the record that belongs there: a person who cannot be drawn, or an entry that nobody sees. Compare the number of rows with your provider’s web app.',
			},
		];
	});
}

/**
 * Returns the order in which a reply's records are sorted by a date.
 *
 * @returns undefined if there are no two different dates
 */
export function findOrder(
	records: readonly Json[],
	keys: readonly string[],
): 'newest' | 'oldest' | 'none' | undefined {
	const dates = records.map((record) => readMoment(keys.map((key) => record[key]).find(Boolean)));
	const known = dates.filter((date) => date !== undefined);
	if (new Set(known).size < 2) return undefined;
	const isSorted = (sign: number) =>
		known.every((date, index) => index === 0 || (date - known[index - 1]!) * sign >= 0);
	return isSorted(-1) ? 'newest' : isSorted(1) ? 'oldest' : 'none';
}

function orderFindings({ path, date, isAscending }: List, records: readonly Json[]): Finding[] {
	const order = date && findOrder(records, date);
	if (!order || order === (isAscending ? 'oldest' : 'newest')) return [];
	return [
		{
			about: path.join('.'),
			expected: `the ${isAscending ? 'oldest' : 'newest'} first, by ${date.join(' or ')}`,
			came: order === 'none' ? 'no order by date' : `the ${order} first`,
			means:
				'A limit (“the latest 50”) can return other rows than you expect, and triggers can miss new ones.',
		},
	];
}

function countFindings(list: List, length: number, request: Json, body: unknown): Finding[] {
	const total = Number(valueAt(body, [...list.counts, list.total]));
	if (!Number.isFinite(total)) return [];
	const about = list.path.join('.');
	if (list.pageSize === undefined)
		return total === length
			? []
			: [wrongLength(about, `as many entries as ${list.total} says`, length, total)];
	const size = typeof list.pageSize === 'number' ? list.pageSize : Number(request[list.pageSize]);
	const page = Number(request.page ?? request.Page ?? 1);
	const pages = Number(valueAt(body, [...list.counts, 'TotalPages']) ?? Math.ceil(total / size));
	const own = Number(valueAt(body, [...list.counts, 'Page']) ?? page);
	const left = Math.max(0, total - (page - 1) * size);
	const expected = Math.min(size, left);
	const found: Finding[] = [];
	if (length !== expected)
		found.push(
			wrongLength(about, `${size} entries on a page, or what is left of ${list.total}`, length, expected),
		);
	if (Math.max(1, pages) !== Math.max(1, Math.ceil(total / size)))
		found.push({
			about: [...list.counts, 'TotalPages'].join('.'),
			expected: `${list.total} divided by the size of a page`,
			came: Number.isNaN(pages) ? 'no number' : pages > total / size ? 'more pages' : 'fewer pages',
			means:
				'Get Many with Return All can stop early, or fail with an error instead of returning part of the list.',
		});
	if (own !== page)
		found.push({
			about: [...list.counts, 'Page'].join('.'),
			expected: 'the page that was asked for',
			came: 'another page number',
			means: 'A long list can have rows twice or lack some.',
		});
	return found;
}

/** Creates the finding about a list whose length differs from its count. */
export function wrongLength(about: string, expected: string, length: number, wanted: number): Finding {
	if (length > wanted)
		return {
			about,
			expected,
			came: 'more entries',
			means:
				'One of the two numbers is wrong. Do not rely on the total, and compare the number of rows with your provider’s web app.',
		};
	return {
		about,
		expected,
		came: length === 0 ? 'an empty list' : 'fewer entries',
		means:
			'Rows are missing from the answer, so your workflow can miss them too. Compare the number of rows with your provider’s web app.',
	};
}

export function valueAt(value: unknown, path: readonly string[]): unknown {
	return path.reduce((at: unknown, key) => (isObject(at) ? at[key] : undefined), value);
}

/** Returns the moment of a date in ms since 1970. A date without a time zone is read as UTC. */
export function readMoment(value: unknown): number | undefined {
	return typeof value === 'string' ? parseInstant(value)?.from : undefined;
}
