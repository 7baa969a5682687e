import { UTC_ID } from '../../sandbox/time/timezones';

/** Example values on both sides of a request field's rules, and the words that describe them in `Help.ExpectedBody`. */
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

const NO_TEXT = [5, null, [], {}];
const days = ['2030-02-30', '2030-1-5', '15/02/2030', 20300115];
const longLink = (length: number) => 'https://example.com/'.padEnd(length, 'x');

/** The kinds without bounds, by their names in request-tables.txt. */
const KINDS: Record<string, Kind> = {
	uuid: kind(['x', 7, {}, '11111111-2222-1333-8444-555555555555'], [], ['UUID v4']),
	flag: kind(['true', 1, null, []], [true, false], ['boolean']),
	'flag or text': kind(['yes', 1, null], [true, false, 'true']),
	object: kind(['x', ['a'], null], [], ['object']),
	list: kind([{}, 'x', null], [[]], ['array']),
	anything: kind([], ['x', 7, null]),
	text: kind(NO_TEXT, ['text'], ['string']),
	email: kind(['ada', 'ada(at)example.com', '', null], ['ada@example.com'], ['email address']),
	'email of 100': kind(['a@b.', `${'a'.repeat(60)}@${'b'.repeat(36)}.com`], [`${'a'.repeat(60)}@bb.com`]),
	phone: kind(['555-CALL', '12', 5550100, '+1234567890123456'], ['+15550100', '(504) 621-8927']),
	'ten digits': kind(['202555011', '+44 20 7946 0123'], ['2025550111', '202-555-0111', '1 202 555 0111']),
	group: kind(['vip', '', 1], ['allgroups']),
	day: kind([...days, '2030-01-20T10:00:00Z'], ['2030-02-01']),
	time: kind(['8:00', '9 am', '24:00', '12:60', '08:00:00', 'noon'], ['00:00', '23:59']),
	moment: kind(
		[...days, '2031-01-15T99:00:00Z', 1],
		['2031-01-31', '2031-01-31T09:30:00', '2031-01-31T00:00:00.000+02:00'],
	),
	deadline: kind(
		[...days, '2031-01-15T99:00:00Z', 1],
		['', '2031-01-31', '2031-01-31T09:30:00.000Z'],
		['ISO date'],
	),
	handler: kind(['A'.repeat(21), 'A-1', 'A B', '', 'Ä', 5], ['A'.repeat(20), 'lower1'], ['auto-uppercased']),
	platform: kind(['two words', '', 'a'.repeat(51), 7], ['winners', 'SocialMedia']),
	name: kind(['Nobody', 'alex', 7], ['robin.reyes@example.com', 'alex moore', 'Robin']),
	'time zone': kind(['Etc/UTC', String(UTC_ID), 5.5, null, 0, 999], [UTC_ID]),
	code: kind(['A.', '', 'x'.repeat(21), 1], ['A 1', 'x'.repeat(20)]),
	affix: kind(['A.', 'Ä', '/', 1], ['a-_9', ' A \t']),
	value: kind(['12345678901', 12345678901, {}], ['1234567890', 25.5]),
	link: kind(['http://example.com', 'https://', longLink(501)], [longLink(500)]),
	https: kind(['http://example.com', 5], ['', 'https://example.com']),
	key: kind(['a'.repeat(7), 'a'.repeat(65), 'with space', 5, null], ['a'.repeat(8), 'Z-9_'.repeat(16)]),
	hash: kind(['x', 5, null, 'A'.repeat(64)], ['a'.repeat(64)]),
	address: kind([5, null], ['ada@example.com']),
	'file name': kind(['', 5, null, 'a/b.txt', 'rules'], ['rules.pdf']),
	base64: kind(['', 'YQ', 'Y Q=', 5], ['YQ==', 'YWI=', 'YWJj'], ['base64']),
	color: kind(['red', { hex: '#FFF' }, { rgba: { r: 256, g: 0, b: 0, a: 1 } }, null], ['0A7F3F']),
	'hex color': kind(['red', '#12345', 5], ['12345678', '#0a7f3f']),
	border: kind(['1px #CCC', '100px solid red', 5], ['12px dashed red', '1px none #CCC']),
};

/**
 * Parses a kind of request-tables.txt, such as `text 1..100` or `draft
 * pending`.
 */
export function kindNamed(name: string): Kind {
	const known = KINDS[name];
	if (known) return known;
	if (name.includes(' | ')) return choice(name.split(' | '));
	const [, type, least = '', most = ''] = /^(\w+) ?(.*)\.\.(.*)$/.exec(
		`${name}${/\.\./.test(name) ? '' : ' ..'}`,
	)!;
	switch (type) {
		case 'text':
			return textOf(least, most);
		case 'clearable':
			return kind([5, 't'.repeat(Number(most) + 1)], ['', 't'.repeat(Number(most))]);
		case 'plain':
			return kind([5, 'x'.repeat(Number(most) + 1)], [null, '', '<'.repeat(Number(most) + 1)]);
		case 'list':
			return kind([{}, 'x', null, ...beyond(least, most, (length) => Array<object>(length).fill({}))]);
		case 'texts':
			return kind(
				['x', [1], null, ...beyond(least, most, (length) => Array<string>(length).fill('A'))],
				[Array(Number(most)).fill('A')],
				[`at least ${least}`, `max ${most} entries`],
			);
		case 'digits':
			return kind([Number(least) - 1, Number(most) + 1, true, 'x'], [Number(least), Number(most), most]);
		default:
			return numberOf(least, most, type === 'whole');
	}
}

function choice(values: string[]): Kind {
	const words = [`one of ${values.join(', ')}`];
	const numbers = values.map(Number);
	return numbers.some(Number.isNaN)
		? kind(['other', 5, null, ...(/[a-z]/.test(values[0]!) ? [values[0]!.toUpperCase()] : [])], values, words)
		: kind([numbers[0]! - 1, numbers.at(-1)! + 1, values[0]], numbers, words);
}

function textOf(least: string, most: string): Kind {
	const refuses = [5, null, ...(least ? [''] : []), ...(most ? ['t'.repeat(Number(most) + 1)] : [])];
	const words = [...(least ? ['not empty'] : []), ...(most ? [`max ${most} characters`] : [])];
	return kind(refuses, most ? ['t'.repeat(Number(most))] : [], words);
}

/** `0<` excludes the least number. */
function numberOf(least: string, most: string, isWhole: boolean): Kind {
	const [from, until] = [Number.parseFloat(least), Number(most)];
	const excluded = least.endsWith('<');
	return kind(
		[
			'1',
			null,
			...(isWhole ? [1.5] : []),
			...(least ? [excluded ? from : from - 1] : []),
			...(most ? [until + (isWhole ? 1 : 0.01)] : []),
		],
		least ? [...(excluded ? [0.5] : [from]), ...(most ? [until] : [])] : [0, 99],
		[
			isWhole ? 'integer' : 'number',
			...(least ? [excluded ? `greater than ${from}` : `minimum ${from}`] : []),
			...(most ? [`maximum ${until}`] : []),
		],
	);
}

/** Lists with one entry less or more than allowed. */
function beyond(least: string, most: string, listOf: (length: number) => unknown[]): unknown[] {
	return [...(least ? [listOf(Number(least) - 1)] : []), ...(most ? [listOf(Number(most) + 1)] : [])];
}
