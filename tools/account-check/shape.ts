import { isObject, type Json } from '../../nodes/shared/json';
import { parseInstant } from '../../nodes/shared/time/parse';
import { describe, EMPTY, MISSING, NULL, wordsAt } from './format';
import { GUESSES } from './guesses';
import { describeLists } from './lists';
import { isSuccess, type Reading } from './run';

/** What the replies to an operation look like. It contains no value of the account. */
export interface Shape {
	/**
	 * The forms of each subject, with how often each occurs. A subject is the path of a key, such as
	 * `Data.Invoices[].Status`, or a few words in parentheses.
	 */
	subjects: Map<string, Map<string, number>>;
	/** How many objects there are at each path. The path ends with a period. */
	objects: Map<string, number>;
}

/** The subjects of the compared shapes. */
export interface Known {
	subjects: ReadonlySet<string>;
	/** Returns a name for an unknown key that is safe to show. */
	toName(key: string): string;
}

/** Objects whose keys depend on the account. */
const OPEN =
	/(^|\.)(EntryPagesFields|ExpectedBody|Metadata|Filters|ByStatus|Deferred|EligibleParticipants)\.$/;

/** The statuses after which the nodes try again. They say nothing about the operation. */
const BUSY = [429, 503];

/**
 * Returns the shape of a reading.
 *
 * @param known the known keys. The value of any other key is not looked at. By default, every key is known.
 */
export function toShape({ series, step, failure }: Reading, known?: Known): Shape {
	const shape: Shape = { subjects: new Map(), objects: new Map() };
	const note = (subject: string, form: string) => addTo(formsOf(shape, subject), form);

	function noteValue(path: string, value: unknown): void {
		// The nodes act on whether `Response` is true or false.
		const isVerdict = path === 'Response' && typeof value === 'boolean';
		note(path, isVerdict ? String(value) : describe(value, wordsAt(path)));
		if (isObject(value)) noteObject(`${path}.`, value);
		if (Array.isArray(value)) for (const one of value) noteValue(`${path}[]`, one);
	}

	function noteObject(prefix: string, object: Json): void {
		if (OPEN.test(prefix)) return;
		addTo(shape.objects, prefix);
		for (const [key, value] of Object.entries(object)) {
			const path = `${prefix}${key}`;
			if (!known || known.subjects.has(path)) noteValue(path, value);
			else note(`${prefix}${known.toName(key)}`, 'a new field');
		}
	}

	for (const replies of series) {
		for (const { status } of replies)
			if (!BUSY.includes(status)) note('(the status)', status ? String(status) : 'no reply');
		const answers = replies.filter((one) => (step.isRefused ? one === replies.at(-1) : isSuccess(one)));
		for (const { method, request, headers, body } of answers) {
			note('(the method)', method);
			for (const key of Object.keys(request)) note('(the request)', key);
			note('(the header Content-Type)', /\bjson\b/i.test(headers['content-type'] ?? '') ? 'JSON' : 'no JSON');
			note('(the header Date)', parseInstant(headers.date) ? 'a date' : 'no date');
			note('(the body)', body ? 'a JSON object' : 'something else, such as a web page');
			if (body) noteObject('', body);
		}
		// The subject has the path of the list, so it must be known, too.
		for (const [subject, form] of describeLists(answers))
			if (!known || known.subjects.has(subject)) note(subject, form);
	}
	const result = failure ? failure.code.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : 'success';
	if (series.length > 0) note('(the result in the nodes)', result);
	for (const { question, operation, subjects } of GUESSES)
		if (operation === step.name) for (const one of answer(subjects, shape)) note(`(${question})`, one);
	return shape;
}

function formsOf({ subjects }: Shape, subject: string): Map<string, number> {
	const forms = subjects.get(subject) ?? new Map<string, number>();
	subjects.set(subject, forms);
	return forms;
}

function addTo(counts: Map<string, number>, key: string): void {
	counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Returns the forms of a subject, including how many of the objects that could have the key lack it. */
export function readForms({ subjects, objects }: Shape, subject: string): Map<string, number> {
	const forms = new Map(subjects.get(subject));
	if (/^\(|\]$/.test(subject)) return forms;
	const holders = objects.get(subject.slice(0, subject.lastIndexOf('.') + 1)) ?? 0;
	const missing = holders - total(forms);
	return missing > 0 ? forms.set(MISSING, missing) : forms;
}

/** Returns how often the forms of a subject occur together. */
export const total = (forms: ReadonlyMap<string, number>): number =>
	[...forms.values()].reduce((sum, count) => sum + count, 0);

const NOTHING: readonly string[] = [NULL, EMPTY, MISSING];

/** Returns the answers to an open question. There are none if no reply is about it. */
function answer(subjects: readonly string[], shape: Shape): string[] {
	const all = subjects.map((subject) => ({ subject, forms: [...readForms(shape, subject).keys()] }));
	if (all.every(({ forms }) => forms.length === 0)) return [];
	const filled = all.flatMap(({ subject, forms }) => {
		const own = forms.filter((form) => !NOTHING.includes(form));
		return subjects.length > 1 && own.length > 0 ? [subject.split('.').at(-1)!] : own;
	});
	return filled.length > 0 ? filled : ['nowhere'];
}
