import type { Failure } from '../../nodes/shared/client/failures';
import { describeFailure } from '../../nodes/shared/n8n/errors/failure-texts';
import { readGuesses, type AnsweredGuess } from './guesses';
import { EMPTY, LIST, NULL, NUMERAL, OBJECT, TEXT } from './format';
import { explain, ON_LISTS, type Finding } from './meaning';
import type { Reading } from './reading';
import type { Run } from './run';
import { ASKED, countHolders, isExpectation, STATUS, toShape, type Shape } from './shape';

/** An operation of the account, compared with the same operation of the sandboxes. */
export interface Comparison {
	operation: string;
	result: Reading['result'];
	findings: Finding[];
	/** The keys that no sandbox has. */
	newKeys: string[];
	/** The formats of each known key, with how often each occurs. */
	keys: Record<string, Record<string, number>>;
	guesses: AnsweredGuess[];
}

/** The shape of what a sandbox replied to an operation. */
export interface Claim {
	operation: string;
	shape: Shape;
}

/** Compares what an account and the sandboxes replied to the same operations. */
export function compare(account: Run, claims: readonly Claim[]): Comparison[] {
	const nameKey = createNamer(claims);
	return account.readings.map((reading) => {
		const operation = reading.step.name;
		const ofClaims = claims.filter((one) => one.operation === operation).map(({ shape }) => shape);
		const known = new Set(ofClaims.flatMap(({ keys }) => [...keys.keys()]));
		const shape = toShape(reading, known);
		const guesses = readGuesses(operation, shape, ofClaims);
		const findings = [
			...failureFindings(reading),
			...keyFindings(reading, shape, ofClaims),
			...factFindings(shape, ofClaims),
			...guesses.flatMap(({ finding }) => finding ?? []),
		];
		const keys = Object.fromEntries(
			[...shape.keys]
				.filter(([, { present }]) => present > 0)
				.map(([path, { formats }]) => [path, Object.fromEntries(formats)]),
		);
		const newKeys = [...new Set([...shape.unknown.values()].map(nameKey))];
		return { operation, result: reading.result, findings, newKeys, keys, guesses };
	});
}

function failureFindings({ failure, series }: Reading): Finding[] {
	// Perhaps the plan lacks this module, or the user may not use it.
	if (!failure || isOfPlan(failure)) return [];
	// The status of a failure can be the code in the body, which may be any number.
	const isStatus = failure.status >= 100 && failure.status < 600;
	const status = isStatus ? failure.status : (series.flat().at(-1)?.status ?? 0);
	const { message, description } = describeFailure({ ...NOT_SHOWN, code: failure.code, status } as Failure);
	return [
		{
			about: '(the call)',
			expected: 'an answer that the nodes can read',
			found: status ? `status ${status}: ${message}` : message,
			means: description || 'The items that need this call fail, with the service’s own words.',
		},
	];
}

/** What the nodes' errors also show, but a report must not. */
const NOT_SHOWN = {
	message: 'The operation ends with an error',
	fault: { message: 'no connection' },
	megabytes: 'the allowed',
	list: 'records',
	reason: 'too many pages',
	record: 'record',
};

export const isOfPlan = ({ code, status }: NonNullable<Reading['failure']>): boolean =>
	code === 'accessRefused' && status === 403;

function keyFindings(reading: Reading, shape: Shape, claims: readonly Shape[]): Finding[] {
	const paths = [...new Set(claims.flatMap(({ keys }) => [...keys.keys()]))].filter((path) => path !== ASKED);
	const mandatory = chooseMandatory(paths, shape, claims);
	return paths.flatMap((path) => {
		if (path === STATUS && reading.failure) return [];
		const claimed = new Set(claims.flatMap(({ keys }) => [...(keys.get(path)?.formats.keys() ?? [])]));
		const expected = [...claimed].join(' or ');
		const outOf = countHolders(shape, path);
		const { present = 0, formats = new Map<string, number>() } = shape.keys.get(path) ?? {};
		const describe = (format: string, count: number): Finding => ({
			about: path,
			expected,
			found: `${format}${share(count, outOf)}`,
			means: explain(path, claimed),
		});
		const others = [...formats].filter(([format]) => !accepts(claimed, format));
		return [
			...(mandatory.has(path) && present < outOf ? [describe('no such field', outOf - present)] : []),
			...others.map(([format, count]) => describe(format, count)),
		];
	});
}

/**
 * Returns the keys that the account's records must have: those that all records have in the sandbox that resembles the
 * account most. The two documents give some keys different names.
 */
function chooseMandatory(paths: readonly string[], shape: Shape, claims: readonly Shape[]): Set<string> {
	const sets = claims.map((claim) =>
		paths.filter((path) => {
			const present = claim.keys.get(path)?.present ?? 0;
			return (
				!path.startsWith('(') && !path.endsWith('[]') && present > 0 && present === countHolders(claim, path)
			);
		}),
	);
	const countMissing = (keys: readonly string[]) =>
		keys.filter((path) => (shape.keys.get(path)?.present ?? 0) < countHolders(shape, path)).length;
	const [nearest = []] = sets.sort((one, other) => countMissing(one) - countMissing(other));
	return new Set(nearest);
}

/** What may be empty, such as a text, or the primary document of a sweepstakes without rules. */
const MAY_BE_EMPTY = [OBJECT, TEXT, 'an email address', 'a link', 'a picture'];

function accepts(claimed: ReadonlySet<string>, format: string): boolean {
	if (claimed.has(format)) return true;
	const filled = [...claimed].filter((one) => one !== NULL && one !== EMPTY);
	// The sandbox never fills this key, so nothing is known of it.
	if (filled.length === 0) return claimed.size > 0;
	const isPhone = filled.some((one) => one.startsWith('a phone number'));
	// The nodes work with either form of a phone number.
	if (isPhone && format.startsWith('a phone number')) return true;
	if (format === NULL || format === EMPTY)
		return filled.length < claimed.size || isPhone || filled.some((one) => MAY_BE_EMPTY.includes(one));
	if (format === LIST || format === OBJECT || format === 'a number' || format === 'true or false')
		return false;
	const isText = filled.some((one) => one === TEXT || one === NUMERAL);
	return isText && !/HTML codes|asterisks/.test(format);
}

/** Finds what is true of all lists of the sandboxes, but not of the account's. */
function factFindings({ facts }: Shape, claims: readonly Shape[]): Finding[] {
	return [...facts].flatMap(([about, found]) => {
		const claimed = new Set(claims.flatMap((claim) => [...(claim.facts.get(about) ?? [])]));
		const [expected = ''] = claimed;
		if (claimed.size !== 1 || !isExpectation(expected)) return [];
		return [...found]
			.filter((fact) => fact !== expected)
			.map((fact) => ({ about: `(${about})`, expected, found: fact, means: ON_LISTS }));
	});
}

function share(count: number, outOf: number): string {
	if (outOf < 2 || count > outOf) return '';
	return count === outOf ? `, in all ${outOf}` : `, in ${count} of ${outOf}`;
}

/** Words that may occur in keys that no sandbox has. */
const MORE_WORDS =
	'id ids key name names type types url uri link list items item data meta info error errors result results value version flag is has was can last first next previous new old created updated modified deleted changed sent received started ended expires count total max min limit offset page size sort order by at on in of to from and or number amount price fee tax currency month year day hour time zone date status state enabled disabled active default public private';

/** Splits a key into words: “MaxApiCalls” consists of three. */
const toWords = (key: string): string[] =>
	(key.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());

/**
 * Creates a function that makes a path with an unknown key safe to show in a report. The key may contain a name or
 * address. If all of its words occur in the sandbox's keys or in `MORE_WORDS`, the key is shown. If not, only its length
 * is shown.
 */
function createNamer(claims: readonly Claim[]): (unknown: { prefix: string; key: string }) => string {
	const paths = claims.flatMap(({ shape }) => [...shape.keys.keys()]);
	const words = new Set([...paths.flatMap(toWords), ...MORE_WORDS.split(' ')]);
	return ({ prefix, key }) => {
		const own = /^[A-Za-z_]{1,60}$/.test(key) ? toWords(key) : [];
		const isKnown = own.length > 0 && own.every((word) => words.has(word));
		return `${prefix}${isKnown ? key : `(a key of ${key.length} characters)`}`;
	};
}
