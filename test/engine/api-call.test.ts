import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { path } from '../../nodes/SweepstakesApiCall/path';
import { SweepstakesApiCall } from '../../nodes/SweepstakesApiCall/SweepstakesApiCall.node';
import { runs } from '../support/runs';
import { jsonOf, Stage } from './stage';

const node = new SweepstakesApiCall();

let stage: Stage;
beforeAll(async () => {
	stage = await Stage.open();
});
afterAll(async () => await stage.close());
beforeEach(() => stage.sandbox.clearFaults());

const call = async (parameters: INodeParameters) => await stage.run(node, 'call', parameters);

test('sends the body and the token to the path, and returns the reply', async () => {
	const body = { sweepstakesToken: stage.sweepstakesToken, groupName: 'Called' };
	const result = await call({ path: '/groups/create', body: JSON.stringify(body) });
	expect(stage.sandbox.calls()).toMatchObject([{ method: 'POST', path: '/groups/create', body }]);
	expect(jsonOf(result)).toMatchObject([{ Response: true, Data: { GroupName: 'Called' } }]);
});

test('accepts a body from an expression and a path without a leading slash', async () => {
	const body = `={{ { SweepstakesToken: "${stage.sweepstakesToken}" } }}`;
	const result = await call({ path: 'entrypage/fields', body });
	expect(jsonOf(result)).toMatchObject([{ Response: true }]);
});

test('sends query parameters, encoded, and a GET without a body', async () => {
	const parameter = [
		{ name: 'sweepstakesToken', value: stage.sweepstakesToken },
		{ name: 'note', value: 'a&b=c #?/' },
	];
	const result = await call({ method: 'GET', path: '/winners/fetchscheduled', query: { parameter } });
	expect(result.error).toBeUndefined();
	expect(stage.sandbox.calls()).toMatchObject([
		{
			method: 'GET',
			path: '/winners/fetchscheduled',
			body: { sweepstakesToken: stage.sweepstakesToken, note: 'a&b=c #?/' },
		},
	]);
});

test('keeps both values of a query name that is given twice', async () => {
	const parameter = [
		{ name: 'sweepstakesToken', value: stage.sweepstakesToken },
		{ name: 'tag', value: 'a' },
		{ name: 'tag', value: 'b' },
	];
	await call({ method: 'GET', path: '/winners/fetchscheduled', query: { parameter } });
	expect(stage.lastBody()).toEqual({ sweepstakesToken: stage.sweepstakesToken, tag: ['a', 'b'] });
});

test('says why a message was sent on no channel', async () => {
	const Channels = [{ Channel: 'sms', Status: 'skipped', Reason: 'NoAddress' }];
	const body = { Response: false, Message: 'Sent on no channel.', Data: { Channels } };
	stage.sandbox.faults([{ path: '/messaging/send', status: 422, body }]);
	const { error } = await call({ path: '/messaging/send' });
	expect(error?.description).toBe('Skipped: sms: NoAddress.');
});

test('sends a list as the body', async () => {
	await call({ path: '/notes/create', body: '[{ "Title": "A" }]' });
	expect(stage.lastBody()).toEqual([{ Title: 'A' }]);
});

describe('an answer that is no object', () => {
	const answerWith = (body: unknown) =>
		stage.sandbox.faults([{ path: '/notes/fetch', body: body as object }]);

	test.each<[string, unknown, IDataObject[]]>([
		['a list comes out as its records', [{ a: 1 }, 2], [{ a: 1 }, { value: 2 }]],
		['an empty list comes out as no item', [], []],
		['a text comes out as it came', 'a,b\n1,2', [{ value: 'a,b\n1,2' }]],
	])('%s, and is not sent again', async (_what, body, items) => {
		answerWith(body);
		expect(jsonOf(await call({ path: '/notes/fetch' }))).toEqual(items);
		expect(stage.paths()).toEqual(['/notes/fetch']);
	});

	test.each([
		['a web page', '<!doctype html><p>Sign in'],
		['an object that is cut off', '{"Response":tr'],
		['a list that is cut off', '[{"Title":"A"},'],
	])('%s does not say that the call was processed', async (_what, body) => {
		answerWith(body);
		const { error } = await call({ path: '/notes/fetch' });
		expect(error?.message).toMatch(/so it was not sent again$/);
	});
});

describe('Split Into Items', () => {
	test('makes an item of each entry of the list at a dotted path', async () => {
		const body = { SweepstakesToken: stage.sweepstakesToken, Quantity: 3, Length: 9 };
		const parameters = { path: '/codes/generate', body: JSON.stringify(body), splitInto: 'Data.Codes' };
		const result = await call(parameters);
		expect(jsonOf(result)).toEqual(
			Array(3).fill({ CouponToken: expect.any(String), CouponCode: expect.any(String) }),
		);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(Array(3).fill({ item: 0 }));
	});

	test.each<[string, IDataObject, string, IDataObject[]]>([
		['entries that are not objects', { Data: ['a', 1] }, 'Data', [{ value: 'a' }, { value: 1 }]],
		['an empty list', { Data: [] }, 'Data', []],
		['a property that is not a list', { Data: { a: 1 } }, 'Data', [{ Response: true, Data: { a: 1 } }]],
		['a missing property', { Data: 1 }, 'Data.Codes', [{ Response: true, Data: 1 }]],
		['a name that every object has', { Data: 1 }, 'constructor.name', [{ Response: true, Data: 1 }]],
	])('handles %s', async (_what, answer, splitInto, items) => {
		stage.sandbox.faults([{ path: '/notes/fetch', body: { Response: true, ...answer } }]);
		expect(jsonOf(await call({ path: '/notes/fetch', splitInto }))).toEqual(items);
	});
});

describe('Read All Pages', () => {
	const read = async (parameters: INodeParameters = {}) =>
		await call({
			path: '/participants/fetch',
			body: JSON.stringify({ sweepstakesToken: stage.sweepstakesToken, page: 7 }),
			splitInto: 'Participants',
			allPages: true,
			pageKey: 'page',
			totalPagesAt: 'Pagination.TotalPages',
			...parameters,
		});

	test('returns the records of all pages', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 45);
		const found = jsonOf(await read());
		expect(new Set(found.map(({ ParticipantToken }) => ParticipantToken)).size).toBe(45);
		const { sweepstakesToken } = stage;
		expect(stage.sandbox.calls().map(({ body }) => body)).toEqual(
			[1, 2, 3].map((page) => ({ sweepstakesToken, page })),
		);
	});

	test('sends the page of a GET in the query, once', async () => {
		const body = { Response: true, Data: { List: [1], Pages: '2' } };
		stage.sandbox.faults([{ path: '/notes/fetch', times: 2, body }]);
		const query = { parameter: [{ name: 'p', value: '5' }] };
		const paging = { splitInto: 'Data.List', pageKey: 'p', totalPagesAt: 'Data.Pages' };
		expect(jsonOf(await read({ method: 'GET', path: '/notes/fetch', query, ...paging }))).toEqual([
			{ value: 1 },
			{ value: 1 },
		]);
		expect(stage.sandbox.calls().map((one) => one.body)).toEqual([{ p: '1' }, { p: '2' }]);
	});

	test.each<[string, INodeParameters, string, number]>([
		['no list', { splitInto: '' }, '“Split Into Items” must name a list in the answer, such as Data', 1],
		[
			'no number of pages',
			{ totalPagesAt: 'Pages' },
			'“Total Pages At” must name the number of pages in the answer, such as Pagination.TotalPages',
			1,
		],
		[
			'a list as the body',
			{ body: '[]' },
			'“JSON Body” must be an object in braces { }, to which the page is added',
			0,
		],
		['no name of the page', { pageKey: '={{ $json.nothing }}' }, '“Page Key” is required', 0],
	])('stops at %s instead of returning a part', async (_what, parameters, sentence, calls) => {
		const { error, items } = await read(parameters);
		expect(error?.message).toBe(sentence);
		expect(items).toEqual([]);
		expect(stage.paths()).toHaveLength(calls);
	});

	test('stops once it has read enough, and keeps it', async () => {
		const Participants = [{ Text: 'x'.repeat(600_000) }];
		const body = { Response: true, Participants, Pagination: { TotalPages: 9 } };
		stage.sandbox.faults([{ path: '/participants/fetch', times: 9, body }]);
		const { error } = await read({ mostData: 1 });
		expect(error?.message).toBe('“Most Data in MB” is reached: the pages have more than 1 MB');
		expect((error!.context.data as { done: object[] }).done).toHaveLength(2);
		expect(stage.paths()).toHaveLength(2);
	});

	test('stops at a list that does not end', async () => {
		const body = { Response: true, Participants: [], Pagination: { TotalPages: 1_000_000 } };
		stage.sandbox.faults([{ path: '/participants/fetch', times: 10, body }]);
		const { error } = await read();
		expect(error?.message).toMatch(/^The list of records does not end: 3 pages in a row were empty, /);
	});
});

describe('Safe to Repeat', () => {
	beforeEach(() => stage.sandbox.faults([{ path: '/account/health-check', drop: 'after' }]));

	test('off: a call whose connection drops is not sent again', async () => {
		const { error } = await call({ path: '/account/health-check' });
		expect(error?.message).toMatch(/so it was not sent again$/);
		expect(stage.paths()).toHaveLength(1);
	});

	test('on: it is sent again', async () => {
		const result = await call({ path: '/account/health-check', safeToRepeat: true });
		expect(jsonOf(result)).toMatchObject([{ Response: true }]);
		expect(stage.paths()).toHaveLength(2);
	});
});

test('an error from the service is shown in the service’s own words', async () => {
	const { error } = await call({ path: '/groups/create' });
	expect(error?.message).toMatch(/^The service refused this: /);
});

const REFUSED =
	'“Path” must be a path such as /notes/create, with only letters, digits, “-”, “_”, “~” and “.” between single slashes, and without an address, “?”, “#”, “..” or “%”, but is ';

test.each([
	'https://evil.example/notes',
	'//evil.example/notes',
	'/\\evil.example',
	'\\\\evil.example',
	'/notes/../../admin',
	'/..',
	'../admin',
	'/notes/.',
	'/notes/./create',
	'/%2e%2e/admin',
	'/notes%2f..%2fadmin',
	'/notes/%252e%252e/admin',
	'/notes?token=1',
	'/notes#top',
	'/notes create',
	'/notes\tcreate',
	'/notes\n/create',
	'/notes//create',
	'/',
	'@evil.example/notes',
	':81/notes',
	'.evil.example/notes',
	'/nötes',
	'/．．/admin',
])('refuses the path %j before anything is sent', async (wrong) => {
	const sentence = await stage.refusal(node, 'call', { path: `={{ ${JSON.stringify(wrong)} }}` });
	expect(sentence.slice(0, REFUSED.length + 8)).toBe(`Item 1: ${REFUSED}`);
});

test('an accepted path is appended to the base URL unchanged', () => {
	const pieces = fc.constantFrom(
		'/',
		'..',
		'.',
		'%2e',
		'%2F',
		'\\',
		'?',
		'#',
		'@',
		':',
		'https:',
		'notes',
		' ',
		'\t',
		'é',
		'\0',
	);
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

test('every path in the style of the contract is accepted', () => {
	const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
	fc.assert(
		fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
			expect(path.parse(`/${words.join('/')}`)).toBe(`/${words.join('/')}`);
		}),
	);
});

test.each<[string, INodeParameters, string]>([
	['no path', { path: '={{ $json.nothing }}' }, '“Path” is required'],
	[
		'a method that does not exist',
		{ path: '/notes', method: '={{ "TRACE" }}' },
		'“Method” must be one of DELETE, GET, PATCH, POST, PUT, but is “TRACE”',
	],
	['a body that is not JSON', { path: '/notes', body: '{' }, '“JSON Body” must be valid JSON, but is “{”'],
	[
		'a body that is neither an object nor a list',
		{ path: '/notes', body: '5' },
		'“JSON Body” must be an object in braces { } or a list in brackets [ ], but is 5',
	],
	[
		'a parameter without a name',
		{ path: '/notes', query: { parameter: [{ name: '={{ $json.nothing }}', value: 'x' }] } },
		'“Query Parameters › Parameter 1 › Name” is required',
	],
])('refuses %s before anything is sent', async (_what, wrong, sentence) => {
	expect(await stage.refusal(node, 'call', wrong)).toBe(`Item 1: ${sentence}`);
});
