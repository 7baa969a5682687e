import { UTC_ID } from '../../sandbox/time/timezones';

/**
 * Example values that a request field must accept, and others that it must refuse, with the words that describe the
 * field's rules in `Help.ExpectedBody`.
 */
export interface Kind {
	accepts: unknown[];
	refuses: unknown[];
	words?: string[];
}

const kind = (refuses: unknown[], accepts: unknown[] = [], words: string[] = []): Kind => ({
	accepts,
	refuses,
	words,
});

interface Bounds {
	min?: number;
	max?: number;
}
type MaxBound = Required<Pick<Bounds, 'max'>>;
type Range = Required<Bounds>;
type NumberBounds = Bounds & { above?: number };

const NO_TEXT = [5, null, [], {}];
const NO_LIST = [{}, 'x', null];
const days = ['2030-02-30', '2030-1-5', '15/02/2030', 20300115];
const longLink = (length: number) => 'https://example.com/'.padEnd(length, 'x');

export const uuid = kind(['x', 7, {}, '11111111-2222-1333-8444-555555555555'], [], ['UUID v4']);
export const flag = kind(['true', 1, null, []], [true, false], ['boolean']);
export const flagOrText = kind(['yes', 1, null], [true, false, 'true']);
export const object = kind(['x', ['a'], null], [], ['object']);
export const anything = kind([], ['x', 7, null]);
export const email = kind(['ada', 'ada(at)example.com', '', null], ['ada@example.com'], ['email address']);
export const emailOf100 = kind(
	['a@b.', `${'a'.repeat(60)}@${'b'.repeat(36)}.com`],
	[`${'a'.repeat(60)}@bb.com`],
);
export const phone = kind(['555-CALL', '12', 5550100, '+1234567890123456'], ['+15550100', '(504) 621-8927']);
export const tenDigits = kind(
	['202555011', '+44 20 7946 0123'],
	['2025550111', '202-555-0111', '1 202 555 0111'],
);
export const group = kind(['vip', '', 1], ['allgroups']);
export const day = kind([...days, '2030-01-20T10:00:00Z'], ['2030-02-01']);
export const time = kind(['8:00', '9 am', '24:01', '12:60', '08:00:00', 'noon'], ['00:00', '23:59', '24:00']);
export const moment = kind(
	[...days, '2031-01-15T99:00:00Z', 1],
	['2031-01-31', '2031-01-31T09:30:00', '2031-01-31T00:00:00.000+02:00'],
);
export const deadline = kind(
	[...days, '2031-01-15T99:00:00Z', 1],
	['', '2031-01-31', '2031-01-31T09:30:00.000Z'],
	['ISO date'],
);
export const handler = kind(
	['A'.repeat(21), 'A-1', 'A B', '', 'Ä', 5],
	['A'.repeat(20), 'lower1'],
	['auto-uppercased'],
);
export const platform = kind(['two words', '', 'a'.repeat(51), 7], ['winners', 'SocialMedia']);
export const personName = kind(['Nobody', 'alex', 7], ['robin.reyes@example.com', 'alex moore', 'Robin']);
export const timeZone = kind(['Etc/UTC', String(UTC_ID), 5.5, null, 0, 999], [UTC_ID]);
export const code = kind(['A.', '', 'x'.repeat(21), 1], ['A 1', 'x'.repeat(20)]);
export const affix = kind(['A.', 'Ä', '/', 1], ['a-_9', ' A \t']);
export const codeValue = kind(['12345678901', 12345678901, {}], ['1234567890', 25.5]);
export const link = kind(['http://example.com', 'https://', longLink(501)], [longLink(500)]);
export const https = kind(['http://example.com', 5], ['', 'https://example.com']);
export const key = kind(
	['a'.repeat(7), 'a'.repeat(65), 'with space', 5, null],
	['a'.repeat(8), 'Z-9_'.repeat(16)],
);
export const hash = kind(['x', 5, null, 'A'.repeat(64)], ['a'.repeat(64)]);
export const address = kind([5, null], ['ada@example.com']);
export const fileName = kind(['', 5, null, 'a/b.txt', 'rules'], ['rules.pdf']);
export const base64 = kind(['', 'YQ', 'Y Q=', 5], ['YQ==', 'YWI=', 'YWJj'], ['base64']);
export const color = kind(['red', { hex: '#FFF' }, { rgba: { r: 256, g: 0, b: 0, a: 1 } }, null], ['0A7F3F']);
export const hexColor = kind(['red', '#12345', 5], ['12345678', '#0a7f3f']);
export const border = kind(['1px #CCC', '100px solid red', 5], ['12px dashed red', '1px none #CCC']);

/** Returns the kind of a text with a minimum or maximum length, or of any length. */
export function text({ min, max }: Bounds = {}): Kind {
	if (min === undefined && max === undefined) return kind(NO_TEXT, ['text'], ['string']);
	const refuses: unknown[] = [5, null];
	const words: string[] = [];
	if (min !== undefined) {
		refuses.push('');
		words.push('not empty');
	}
	if (max === undefined) return kind(refuses, [], words);
	return kind([...refuses, 't'.repeat(max + 1)], ['t'.repeat(max)], [...words, `max ${max} characters`]);
}

/** Returns the kind of a text that an empty string clears. */
export const clearable = ({ max }: MaxBound): Kind => kind([5, 't'.repeat(max + 1)], ['', 't'.repeat(max)]);

/** Returns the kind of a text whose HTML is removed before its length is checked. */
export const plain = ({ max }: MaxBound): Kind =>
	kind([5, 'x'.repeat(max + 1)], [null, '', '<'.repeat(max + 1)]);

/**
 * Returns the kind of a list. With bounds, it is a list of objects; without bounds, its entries and length do not
 * matter.
 */
export function list({ min, max }: Bounds = {}): Kind {
	if (min === undefined && max === undefined) return kind(NO_LIST, [[]], ['array']);
	return kind([...NO_LIST, ...beyond({ min, max }, (length) => Array<object>(length).fill({}))]);
}

/** Returns the kind of a list of strings. */
export const texts = ({ min, max }: Range): Kind =>
	kind(
		['x', [1], null, ...beyond({ min, max }, (length) => Array<string>(length).fill('A'))],
		[Array(max).fill('A')],
		[`at least ${min}`, `max ${max} entries`],
	);

/** Returns the kind of a whole number that may be sent as text. */
export const digits = ({ min, max }: Range): Kind =>
	kind([min - 1, max + 1, true, 'x'], [min, max, String(max)]);

/** Returns the kind of a number. If `above` names another field, the number must be greater than that field. */
export const number = (bounds: NumberBounds = {}): Kind => numberOf(bounds, false);

export const whole = (bounds: Bounds = {}): Kind => numberOf(bounds, true);

export function oneOf(...values: string[] | number[]): Kind {
	const words = [`one of ${values.join(', ')}`];
	const [first] = values;
	if (typeof first === 'number')
		return kind([first - 1, Number(values.at(-1)) + 1, String(first)], values, words);
	const refuses: unknown[] = ['other', 5, null];
	if (/[a-z]/.test(first!)) refuses.push(first!.toUpperCase());
	return kind(refuses, values, words);
}

function numberOf({ min, above, max }: NumberBounds, isWhole: boolean): Kind {
	const refuses: unknown[] = ['1', null];
	const accepts: unknown[] = [];
	const words = [isWhole ? 'integer' : 'number'];
	if (isWhole) refuses.push(1.5);
	if (min !== undefined) {
		refuses.push(min - 1);
		accepts.push(min);
		words.push(`minimum ${min}`);
	}
	if (above !== undefined) {
		refuses.push(above);
		accepts.push(above + 0.5);
		words.push(`greater than ${above}`);
	}
	if (max !== undefined) {
		refuses.push(max + (isWhole ? 1 : 0.01));
		accepts.push(max);
		words.push(`maximum ${max}`);
	}
	return kind(refuses, accepts.length > 0 ? accepts : [0, 99], words);
}

/** Returns lists with one item more or fewer than allowed. */
function beyond({ min, max }: Bounds, listOf: (length: number) => unknown[]): unknown[] {
	const lists: unknown[] = [];
	if (min !== undefined) lists.push(listOf(min - 1));
	if (max !== undefined) lists.push(listOf(max + 1));
	return lists;
}
