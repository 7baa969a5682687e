import { EMPTY, LIST, MISSING, NULL, NUMERAL, OBJECT, RIGHT, TEXT } from './format';
import { GUESSES } from './guesses';
import type { Reading } from './run';
import { readForms, toShape, total, type Shape } from './shape';

/** What the sandboxes replied to each operation. */
export type Claims = ReadonlyMap<string, readonly Shape[]>;

/** Something in which the account differs from the sandbox. It contains none of the account's values. */
export interface Difference {
	subject: string;
	expected: string;
	found: string;
}

/** An operation of the account, compared with the same operation of the sandboxes. */
interface Comparison {
	operation: string;
	verdict: string;
	differences: Difference[];
	/** The account's answers to open questions. */
	answers: Array<{ question: string; answer: string; means: string }>;
}

/** Compares what an account and the sandboxes replied to the same operations. */
export function compare(readings: readonly Reading[], claims: Claims): Comparison[] {
	const toName = createNamer(claims);
	return readings.map((reading) => {
		const operation = reading.step.name;
		const claimed = claims.get(operation)!;
		const subjects = new Set(claimed.flatMap((one) => [...one.subjects.keys()]));
		const shape = toShape(reading, { subjects, toName });
		const differences = mayBeOutsidePlan(reading) ? [] : findDifferences(shape, claimed);
		const answers = GUESSES.filter((one) => one.operation === operation).flatMap(({ question, means }) => {
			const answer = [...(shape.subjects.get(`(${question})`)?.keys() ?? [])].join(' and ');
			return answer ? [{ question, answer, means }] : [];
		});
		return { operation, verdict: judge(reading, shape, claimed, differences.length), differences, answers };
	});
}

/** Whether the account's plan may lack the operation, or its user may not use it. */
const mayBeOutsidePlan = ({ failure }: Reading): boolean =>
	failure?.code === 'accessRefused' && failure.status === 403;

function judge(reading: Reading, shape: Shape, claims: readonly Shape[], differences: number): string {
	if (reading.series.length === 0) return 'not tried (no record for it, or the check had ended)';
	if (mayBeOutsidePlan(reading)) return 'refused (status 403); perhaps not part of your plan';
	const percents = claims.map(({ subjects }) => {
		const fields = [...subjects.keys()].filter((subject) => !subject.startsWith('('));
		return Math.floor((fields.filter((path) => shape.subjects.has(path)).length / fields.length) * 100);
	});
	const seen = `${Math.max(...percents)} % of its fields seen`;
	return differences > 0 ? `differs from the sandbox (${seen})` : `as in the sandbox (${seen})`;
}

/**
 * Finds the forms that no sandbox has. A key may be missing if it may be in the sandbox that the account resembles
 * most, because the two documents give some keys different names.
 */
function findDifferences(shape: Shape, claims: readonly Shape[]): Difference[] {
	const subjects = new Set([...claims, shape].flatMap((one) => [...one.subjects.keys()]));
	const unclaimed = [...subjects].flatMap((subject) => {
		const forms = readForms(shape, subject);
		const claimed = new Set(claims.flatMap((claim) => [...readForms(claim, subject).keys()]));
		const expected = [...claimed].filter((form) => form !== MISSING).join(' or ') || MISSING;
		return [...forms]
			.filter(([form]) => form === MISSING || !accepts(claimed, form))
			.map(([form, count]) => ({ subject, form, expected, found: `${form}${share(count, total(forms))}` }));
	});
	const perClaim = claims.map((claim) =>
		unclaimed.filter(({ subject, form }) => form !== MISSING || isMandatory(claim, subject)),
	);
	const [nearest = []] = perClaim.sort((one, other) => one.length - other.length);
	return nearest.map(({ subject, expected, found }) => ({ subject, expected, found }));
}

const isMandatory = (claim: Shape, subject: string): boolean =>
	claim.subjects.has(subject) && !readForms(claim, subject).has(MISSING);

/** What may be empty, such as a text, or the primary document of a sweepstakes without rules. */
const MAY_BE_EMPTY = [OBJECT, TEXT, 'an email address', 'a link'];

function accepts(claimed: ReadonlySet<string>, form: string): boolean {
	if (claimed.has(form) || form === RIGHT) return true;
	const filled = [...claimed].filter((one) => one !== NULL && one !== EMPTY && one !== MISSING);
	const mayBeEmpty = claimed.has(NULL) || claimed.has(EMPTY);
	// The sandbox never fills this key, so nothing is known of it.
	if (filled.length === 0) return mayBeEmpty;
	const isPhone = filled.some((one) => one.startsWith('a phone number'));
	// The nodes work with either form of a phone number.
	if (isPhone && form.startsWith('a phone number')) return true;
	if (form === NULL || form === EMPTY)
		return mayBeEmpty || isPhone || filled.some((one) => MAY_BE_EMPTY.includes(one));
	if (form === LIST || form === OBJECT || form === 'a number' || form === 'true or false') return false;
	const isText = filled.some((one) => one === TEXT || one === NUMERAL);
	return isText && !/HTML codes|asterisks/.test(form);
}

function share(count: number, outOf: number): string {
	if (outOf < 2) return '';
	return count === outOf ? `, in all ${outOf}` : `, in ${count} of ${outOf}`;
}

/** Splits a key into words: “MaxApiCalls” consists of three. */
const toWords = (key: string): string[] =>
	(key.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());

/**
 * Creates a function that makes an unknown key safe to show, because it may contain a name or address: only a key whose
 * words all occur in the sandbox's keys is shown.
 */
function createNamer(claims: Claims): (key: string) => string {
	const words = new Set(
		[...claims.values()].flat().flatMap(({ subjects }) => [...subjects.keys()].flatMap(toWords)),
	);
	return (key) => {
		const own = /^[A-Za-z_]{1,60}$/.test(key) ? toWords(key) : [];
		const isKnown = own.length > 0 && own.every((word) => words.has(word));
		return isKnown ? key : `(a key of ${key.length} characters)`;
	};
}
