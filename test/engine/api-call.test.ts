import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { path } from '../../nodes/SweepstakesApiCall/path';
import { SweepstakesApiCall } from '../../nodes/SweepstakesApiCall/SweepstakesApiCall.node';
import { runs } from '../support/runs';
import { MAY_BE_PROCESSED, openStages, stage, testRefusals } from '../support/engine/resource';
import { listJson } from '../support/engine/stage';

const node = new SweepstakesApiCall();
const NOTES = '/notes/fetch';

openStages();

const call = async (parameters: INodeParameters) =>
	await stage.run(node, 'call', { method: 'POST', ...parameters });

test('“Call” accepts a list or an expression as the body, and a path without a leading slash', async () => {
	await call({ path: '/notes/create', body: '[{ "Title": "A" }]' });
	expect(stage.lastBody()).toEqual([{ Title: 'A' }]);
	const body = `={{ { SweepstakesToken: "${stage.sweepstakesToken}" } }}`;
	expect(listJson(await call({ path: 'entrypage/fields', body }))).toMatchObject([{ Response: true }]);
	expect(stage.bodies()).toEqual([{ SweepstakesToken: stage.sweepstakesToken }]);
});

test('“Call” encodes query parameters, sends every value of a repeated parameter, and sends a GET without a body', async () => {
	const { sweepstakesToken } = stage;
	const parameter = [
		{ name: 'sweepstakesToken', value: sweepstakesToken },
		{ name: 'note', value: 'a&b=c #?/' },
		{ name: 'tag', value: 'a' },
		{ name: 'tag', value: 'b' },
	];
	const result = await call({ method: 'GET', path: '/winners/fetchscheduled', query: { parameter } });
	expect(result.error).toBeUndefined();
	expect(stage.bodies()).toEqual([{ sweepstakesToken, note: 'a&b=c #?/', tag: ['a', 'b'] }]);
});

describe('if the response is not an object', () => {
	test.each<[string, unknown, IDataObject[]]>([
		['the records of a list become items', [{ a: 1 }, 2], [{ a: 1 }, { value: 2 }]],
		['an empty list yields no items', [], []],
		['text is returned unchanged', 'a,b\n1,[2]', [{ value: 'a,b\n1,[2]' }]],
	])('%s, and the call is not sent again', async (_what, body, items) => {
		stage.sandbox.faults([{ path: NOTES, body: body as object }]);
		expect(listJson(await call({ path: NOTES }))).toEqual(items);
		expect(stage.paths()).toEqual([NOTES]);
	});

	test.each(['<!doctype html><p>Sign in', '[{"Title":"A"},'])(
		'a web page or truncated JSON (%s) makes the call ambiguous',
		async (body) => {
			stage.sandbox.faults([{ path: NOTES, body }]);
			expect((await call({ path: NOTES })).error?.message).toMatch(MAY_BE_PROCESSED);
		},
	);
});

test.each<[string, object, string, IDataObject[]]>([
	['a list at a dotted path', { Data: { List: [{ a: 1 }] } }, 'Data.List', [{ a: 1 }]],
	['an empty list', { Data: [] }, 'Data', []],
	['{} as an empty list', { Data: { List: {} } }, 'Data.List', []],
	['one record instead of a list', { Data: { a: 1 } }, 'Data', [{ a: 1 }]],
])('“Split Into Items” accepts %s', async (_what, body, splitInto, items) => {
	stage.answer(NOTES, body);
	const result = await call({ path: NOTES, splitInto });
	expect(listJson(result)).toEqual(items);
	expect(result.hints).toEqual([]);
});

test.each<[string, object, string]>([['constructor.name', { Data: 1 }, 'The response has no lists.']])(
	'if the path “%s” does not lead to a list, a hint names the lists that the response has',
	async (splitInto, body, lists) => {
		stage.answer(NOTES, body);
		const result = await call({ path: NOTES, splitInto });
		expect(listJson(result)).toEqual([]);
		expect(result.hints).toEqual([`The response has no “${splitInto}”, so there are no items. ${lists}`]);
	},
);

test('a hint does not show the API token, even if the response contains it', async () => {
	const { token } = stage.sandbox;
	stage.answer(NOTES, { [`of ${token}`]: [], [`more of ${encodeURIComponent(token.toUpperCase())}`]: [] });
	const { hints } = await call({ path: NOTES, splitInto: 'Data' });
	const lists = 'The response has these lists: of ***, more of ***.';
	expect(hints).toEqual([`The response has no “Data”, so there are no items. ${lists}`]);
});

describe('“Read All Pages”', () => {
	const PEOPLE = '/participants/fetch';
	const read = async (parameters: INodeParameters = {}) =>
		await call({
			path: PEOPLE,
			body: JSON.stringify({ sweepstakesToken: stage.sweepstakesToken, page: 7 }),
			splitInto: 'Participants',
			allPages: true,
			pageKey: 'page',
			totalPagesAt: 'Pagination.TotalPages',
			...parameters,
		});

	test('returns the records of all pages', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 45);
		const found = listJson(await read());
		expect(new Set(found.map(({ ParticipantToken }) => ParticipantToken)).size).toBe(45);
		const { sweepstakesToken } = stage;
		expect(stage.bodies()).toEqual([1, 2, 3].map((page) => ({ sweepstakesToken, page })));
	});

	test('replaces the page number in the query of a GET', async () => {
		stage.answer(NOTES, { Data: { List: [1], Pages: '2' } }, { times: 2 });
		const query = { parameter: [{ name: 'p', value: '5' }] };
		const paging = { splitInto: 'Data.List', pageKey: 'p', totalPagesAt: 'Data.Pages' };
		const found = listJson(await read({ method: 'GET', path: NOTES, query, ...paging }));
		expect(found).toEqual([{ value: 1 }, { value: 1 }]);
		expect(stage.bodies()).toEqual([{ p: '1' }, { p: '2' }]);
	});

	test.each<[INodeParameters, string, number]>([
		[
			{ splitInto: '' },
			'“Split Into Items” must name a list in the response. The response has these lists: Participants.',
			1,
		],
		[
			{ splitInto: 'People' },
			'“Split Into Items” must name a list in the response. The response has these lists: Part',
			1,
		],
		[
			{ totalPagesAt: 'Pages' },
			'“Total Pages Path” must be the path to the number of pages in the response',
			1,
		],
		[{ body: '[]' }, '“JSON Body” must be a JSON object { }, so that the page number can be added', 0],
		[{ pageKey: '={{ $json.nothing }}' }, '“Page Number Field” is required', 0],
	])(
		'fails for the wrong setting %j instead of returning only some of the pages',
		async (parameters, sentence, calls) => {
			const { error, items } = await read(parameters);
			expect(error?.message).toContain(sentence);
			expect(items).toEqual([]);
			expect(stage.paths()).toHaveLength(calls);
		},
	);

	test('fails if the pages exceed “Max Data (MB)”, and the error contains the pages read so far', async () => {
		const Participants = [{ Text: 'x'.repeat(600_000) }];
		stage.answer(PEOPLE, { Participants, Pagination: { TotalPages: 9 } }, { times: 9 });
		const { error } = await read({ options: { mostData: 1 } });
		expect(error?.message).toBe('“Options › Max Data (MB)” is reached: the pages add up to more than 1 MB');
		expect((error!.context.data as { done: object[] }).done).toHaveLength(2);
		expect(stage.paths()).toHaveLength(2);
	});
});

test.each([
	['has marked', 'is sent again', true],
	['has not marked', 'is not sent again', false],
])(
	'after a dropped connection, a call that the user %s as safe %s',
	async (_marked, _outcome, safeToRepeat) => {
		stage.lose('/account/health-check', 'after');
		const { error } = await call({ path: '/account/health-check', options: { safeToRepeat } });
		expect(error?.message ?? 'done').toMatch(safeToRepeat ? /^done$/ : MAY_BE_PROCESSED);
		expect(stage.paths()).toHaveLength(safeToRepeat ? 2 : 1);
	},
);

describe('the value of “Path”', () => {
	// The random paths of the next test would rarely or never include most of these.
	test.each([
		'https://evil.example/notes',
		'//evil.example/notes',
		'/notes/../../admin',
		'/notes/%252e%252e/admin',
		'/notes?token=1',
		'/',
		'/．．/admin',
	])('is refused if it is %j', (wrong) => {
		expect(path.safeParse(wrong).success).toBe(false);
	});

	test('is appended to the Base URL unchanged, unless it is refused', () => {
		const special = ['/', '..', '.', '%2e', '%2F', '\\', '?', '#', '@', ':', ' ', '\t', 'é', '\0'];
		const pieces = fc.constantFrom(...special, 'https:', 'notes');
		const paths = fc.oneof(
			fc.string(),
			fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
		);
		fc.assert(
			fc.property(paths, (text) => {
				const checked = path.safeParse(text);
				if (!checked.success) return;
				const base = 'https://api.example.com/v3';
				const { href, origin, pathname, search, hash } = new URL(base + checked.data);
				expect(href).toBe(base + checked.data);
				expect([origin, search, hash]).toEqual(['https://api.example.com', '', '']);
				expect(pathname.startsWith('/v3/')).toBe(true);
			}),
			{ numRuns: runs(500) },
		);
	});
});

const REFUSED = '“Path” must be a path such as /notes/create, ';
const nameless = { parameter: [{ name: '={{ $json.nothing }}', value: 'x' }] };
testRefusals(node, 'call', { method: 'POST', path: '/notes' }, [
	[
		{ path: '/notes?a' },
		`${REFUSED}without “?” (enter what follows it under “Query Parameters”), but is “/notes?a”`,
	],
	[
		{ path: 'https://example.com/notes' },
		`${REFUSED}without the address before it, but is “https://example.com/notes”`,
	],
	[{ body: '5' }, '“JSON Body” must be an object in braces { } or a list in brackets [ ], but is 5'],
	[{ query: nameless }, '“Query Parameters › Parameter 1 › Name” is required'],
]);
