import { toIdKey, asRecords, isBlank, isObject, toPlainKey, type Json } from '../../nodes/shared/json';
import { pluralize } from '../../nodes/shared/pluralize';
import { MONEY, type Finding } from './finding';
import { readMoment } from './lists';
import { WRONG_AMOUNT, wrongSum } from './relations';

/** A record in a reply, and what it should contain. */
export interface Comparison {
	/**
	 * What the record should contain. If a key is missing in the record, the shape of the reply decides whether that is a
	 * finding.
	 */
	expected: Json;
	/** What the expected values are, such as "what was sent". It completes the line “expected: …”. */
	as: string;
	record: Json;
	/** Where the record came from. It completes the line “found: …”. */
	where: string;
}

/**
 * Finds the fields of a record that differ from what was expected. The findings describe values without showing them.
 */
export function storedFindings({ expected, as, record, where }: Comparison): Finding[] {
	return differences(expected, record).map(({ about, came }) => ({
		about,
		expected: as,
		came: `${came} (${where})`,
		means: explainMeaning(about),
	}));
}

interface Difference {
	about: string;
	came: string;
}

function differences(expected: Json, record: Json, at = ''): Difference[] {
	return Object.entries(expected).flatMap(([key, wanted]) => {
		const own = Object.keys(record).find((other) => toPlainKey(other) === toPlainKey(key));
		const about = `${at}${own ?? key}`;
		if (isBlank(wanted)) return [];
		if (own !== undefined) return listDifferences(about, wanted, record[own]);
		// The service chooses the names of a form's columns, so any key may have the value.
		const isThere = at === '' || Object.values(record).some((other) => !findDifference(about, wanted, other));
		return isThere ? [] : [{ about, came: 'no such field' }];
	});
}

function listDifferences(about: string, wanted: unknown, came: unknown): Difference[] {
	if (isObject(wanted)) return isObject(came) ? differences(wanted, came, `${about}.`) : [];
	if (Array.isArray(wanted)) {
		const [all, records] = [asRecords(wanted), asRecords(came)];
		if (!Array.isArray(came) || all.length === 0) return [];
		if (records.length !== all.length)
			return [{ about, came: records.length < all.length ? 'fewer entries' : 'more entries' }];
		return all.flatMap((one, index) => differences(one, records[index]!, `${about}[].`));
	}
	const difference = findDifference(about, wanted, came);
	return difference ? [{ about, came: difference }] : [];
}

/**
 * Describes how a value differs, without showing it.
 *
 * @returns undefined if both values mean the same
 */
function findDifference(key: string, wanted: unknown, came: unknown): string | undefined {
	if (isBlank(came)) return 'nothing';
	if (typeof wanted === 'number')
		return Number(came) === wanted ? undefined : wrongNumber(Number(came), wanted);
	if (typeof wanted !== 'string') return came === wanted ? undefined : 'another value';
	if (/Token$/i.test(key)) return toIdKey(came) === toIdKey(wanted) ? undefined : 'another ID';
	if (/Date$|At$/.test(key)) return isSameDay(wanted, came) ? undefined : 'another day';
	return wrongText(wanted, String(came));
}

function wrongNumber(came: number, wanted: number): string {
	return Number.isNaN(came) ? 'no number' : wrongSum(came, wanted);
}

function isSameDay(wanted: string, came: unknown): boolean {
	const moment = readMoment(came);
	return (
		moment !== undefined &&
		(moment === readMoment(wanted) || String(came).slice(0, 10) === wanted.slice(0, 10))
	);
}

function wrongText(wanted: string, came: string): string | undefined {
	if (came === wanted || isPhoneInDigits(wanted, came)) return undefined;
	if (came.toLowerCase() === wanted.toLowerCase()) return 'the same text, capitalized differently';
	if (came.replace(/\s/g, '') === wanted.replace(/\s/g, '')) return 'the same text with other spaces';
	if (isPhone(wanted) && toDigits(came) === toDigits(wanted))
		return 'the same digits, written in another way';
	if (wanted.includes(came)) return 'only a part of it';
	if (came.includes(wanted)) return 'more than it';
	return `another text, of ${pluralize(came.length, 'character')}`;
}

const isPhone = (text: string): boolean => /^[\d\s()+.-]{10,20}$/.test(text);

/** Returns the digits of a phone number, without the country code of the US and Canada. */
const toDigits = (phone: string): string => phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

/** Whether a phone number has the expected digits. The service may store only the digits of what people typed. */
function isPhoneInDigits(wanted: string, came: string): boolean {
	return isPhone(wanted) && /^\+?\d+$/.test(came) && toDigits(came) === toDigits(wanted);
}

function explainMeaning(about: string): string {
	const key = /\w+$/.exec(about)?.[0] ?? '';
	if (/Token$/.test(key)) return 'A later step that uses this ID finds nothing, or changes another record.';
	if (MONEY.test(key)) return WRONG_AMOUNT;
	if (key === 'Status')
		return 'What you keep as a draft may be open for payment at once. Look at one in your provider’s web app before you create more.';
	if (/Email$|Phone/.test(key))
		return 'Messages may not arrive, and this person may not be recognized when they enter again.';
	return 'The service stores something other than what your workflow sends. Create one record, and compare it in your provider’s web app before you go on.';
}

/** The tolerated difference between the service's clock and the dates of its records, in ms. */
const CLOCK_TOLERANCE_MS = 120_000;

/**
 * Finds a CreationDate that differs from the time at which the record was created. A date without a time zone is read
 * as UTC.
 *
 * @param now the service's own time when it replied to the creation, in ms since 1970
 */
export function clockFindings({ CreationDate }: Json, now: number): Finding[] {
	const moment = readMoment(CreationDate);
	// A date without a time may mean any time of that day.
	if (moment === undefined || !String(CreationDate).includes(':')) return [];
	if (Math.abs(moment - now) < CLOCK_TOLERANCE_MS) return [];
	const hours = Math.round(Math.abs(moment - now) / 3_600_000);
	const apart = hours > 0 ? `about ${pluralize(hours, 'hour')}` : 'some minutes';
	return [
		{
			about: 'CreationDate',
			expected: 'the time of the addition',
			came: `${apart} ${moment < now ? 'earlier' : 'later'}`,
			means:
				'Filters by date and messages can be off by hours. After a lost answer, the nodes may take a new record for an old one. Then they ask you to check.',
		},
	];
}
