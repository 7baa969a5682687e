import type { IExecuteFunctions } from 'n8n-workflow';

import { baseUrlProblem, trimmedBaseUrl } from '../../nodes/shared/n8n/connection/baseUrl';
import { retryAfterMs } from '../../nodes/shared/client/envelope';
import { judgeOutcome } from '../../nodes/shared/client/retryPolicy';
import type { Field } from '../../nodes/shared/n8n/operation/field';
import * as formats from '../../nodes/shared/api/formats';
import { normalizedKeys } from '../../nodes/SweepstakesParticipant/api/participants';
import { titleKey } from '../../nodes/shared/api/titles';
import { instantInZone, readWallClock } from '../../nodes/shared/n8n/input/dateTimes';
import { readParameters } from '../../nodes/shared/n8n/input/parameters';
import type { ZodTypeAny } from '../../nodes/shared/zod';
import { path } from '../../nodes/SweepstakesApiCall/path';
import { hostileTexts, patternsIn, patternsUnder, within, type Pattern } from './hostile';

/** A quadratic pattern needs minutes for a text of a megabyte. */
const DEADLINE_MS = 2_000;

/** How soon a pattern that is slow on purpose is stopped. */
const SOON_MS = 300;

function slowest(pattern: Pattern, deadlineMs = DEADLINE_MS): string | undefined {
	const regex = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
	for (const text of hostileTexts(pattern)) {
		try {
			within(deadlineMs, () => regex.test(text));
		} catch (error) {
			return `${(error as Error).message}: ${JSON.stringify(text.slice(0, 40))}… of ${text.length} characters`;
		}
	}
	return undefined;
}

describe('no pattern is slow, whatever the text', () => {
	test.each(patternsUnder('nodes', 'credentials'))('$where /$source/$flags', (pattern) => {
		expect(slowest(pattern)).toBeUndefined();
	});

	test.each([
		String.raw`^[^\s@]+@[^\s@]+\.[^\s@]+$`,
		String.raw`^[+-]?(\d+\.?\d*|\.\d+)$`,
		String.raw`(\d[\d,]*)(?: \w+){0,2} per minute`,
		String.raw`[.\s]+$`,
		String.raw`\/+$`,
		String.raw`^(a|aa)+$`,
		String.raw`^(\w+ ?)*$`,
		String.raw`x.*y.*z`,
		String.raw`^x.*many.*z`,
		String.raw`^\d(,\d)*x(,\d)*(,\d)*$`,
	])('and this test finds one that is: %s', (source) => {
		expect(slowest({ where: 'here', source, flags: '' }, SOON_MS)).toMatch(/timed out/);
	});
});

describe('the patterns are found', () => {
	test('in calls, in constants and in expressions of n8n', () => {
		const code = `const A = /a+/i; z.string().regex(/b/); const c = '={{ $json.x.replace(/c+$/, "") }}';`;
		expect(patternsIn('a.ts', code).map(({ source, flags }) => source + flags)).toEqual(['a+i', 'b', 'c+$']);
	});

	test.each(['new RegExp(text)', 'RegExp("a+")', 'text.match("a+")', 'text.search(`${a}+`)'])(
		'or refused, if nobody can know them: %s',
		(code) => {
			expect(() => patternsIn('a.ts', code)).toThrow(/^a\.ts:1: /);
		},
	);
});

describe('a text of a megabyte is read, refused or shown at once', () => {
	const long = (unit: string) => unit.repeat(Math.ceil(1_000_000 / unit.length));
	const TEXTS: Array<[string, string]> = [
		['letters', long('a')],
		['an address without an end', `a@${long('.')}@`],
		['an address of dots', `a@${long('a.')} `],
		['digits', `${long('1')}x`],
		['numbers', `${long('1 ')}x`],
		['numbers with commas', `${long('1,1')} per hour`],
		['words', `5 ${long('word ')}per hour`],
		['dots', `${long('.')}x`],
		['spaces', `x${long(' ')}x`],
		['slashes', `https://api.example.com${long('/')}x`],
		['a path', `${long('/a')}?`],
		['a moment', `2027-01-31T09:30:00.${long('0')}x`],
		['braces', long('{')],
		['brackets', long('[')],
		['percent signs', long('%2')],
		['tags', long('<a href=')],
	];

	const types: Array<Field['type']> = [
		'string',
		'number',
		'boolean',
		'dateTime',
		'json',
		'options',
		'resourceLocator',
		'collection',
		'fixedCollection',
		'resourceMapper',
	];
	const readerOf =
		(type: Field['type'], typeOptions: object = {}) =>
		(value: string) => {
			const context = {
				getTimezone: () => 'Europe/Berlin',
				getInputData: () => [{ json: { [value]: value } }],
				getNodeParameter: () => value,
			};
			readParameters(
				context as unknown as IExecuteFunctions,
				[{ displayName: 'A', name: 'a', type, typeOptions, default: '', options: [] }],
				0,
			);
		};
	const requestFormats = Object.entries<ZodTypeAny>({ ...formats, path });
	const withMessage = (status: number) => (Message: string) =>
		void judgeOutcome({ reply: { status, headers: {}, text: JSON.stringify({ Response: false, Message }) } });

	test.each<[string, (text: string) => unknown]>([
		...types.map((type): [string, (text: string) => unknown] => [`a ${type} field`, readerOf(type)]),
		['a time field', readerOf('string', { timeOfDay: true })],
		...requestFormats.map(([name, format]): [string, (text: string) => unknown] => [
			`the format ${name}`,
			(text) => format.safeParse(text),
		]),
		...[200, 400, 401, 403, 404, 429, 500, 503].map((status): [string, (text: string) => unknown] => [
			`the message of a ${status}`,
			withMessage(status),
		]),
		['a body', (text) => judgeOutcome({ reply: { status: 200, headers: {}, text } })],
		['a Retry-After', retryAfterMs],
		['a Location', (location) => judgeOutcome({ reply: { status: 302, headers: { location }, text: '' } })],
		['the Base URL', (baseUrl) => baseUrlProblem({ baseUrl })],
		['the end of the Base URL', trimmedBaseUrl],
		['a date', (text) => readWallClock(text, 'Europe/Berlin')],
		['a moment', (text) => instantInZone(text, 'Europe/Berlin')],
		['a phone number', (KeyPhoneNumber) => normalizedKeys({ KeyPhoneNumber })],
		['a title', titleKey],
	])('by %s', (_what, read) => {
		for (const [what, text] of TEXTS) {
			const attempt = () => {
				try {
					within(DEADLINE_MS, () => read(text));
				} catch (error) {
					if (/timed out/.test(String(error))) throw new Error(`too slow for ${what}`);
				}
			};
			expect(attempt).not.toThrow();
		}
	});
});
