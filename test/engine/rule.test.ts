import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesRule } from '../../nodes/SweepstakesRule/SweepstakesRule.node';
import type { RunOptions } from './engine';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesRule();

const RULES = { Title: 'Official Rules', DocumentContent: '<p>No purchase necessary.</p>' };

let stage: Stage;
afterEach(async () => await stage.close());

const CONTENT = { DocumentContent: RULES.DocumentContent };

/** @returns the RulesToken of a document that is created past the node */
async function created(Title: string): Promise<string> {
	const { Data } = await stage.api<{ Data: { RulesToken: string } }>('/rules/create', {
		SweepstakesToken: stage.sweepstakesToken,
		...RULES,
		Title,
	});
	return Data.RulesToken;
}

const create = async (parameters: INodeParameters = {}) =>
	await stage.run(node, 'create', { sweepstakes: stage.picked, ...RULES, ...parameters });

describe.each(['contract', 'reference'] as const)('in the dialect %s', (dialect) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
	});

	test('sends sweepstakes, title and document, and returns the record', async () => {
		const [rule] = jsonOf(await create());
		expect(stage.lastBody()).toEqual({ SweepstakesToken: stage.sweepstakesToken, ...RULES });
		expect(rule).toEqual({
			RulesToken: expect.any(String),
			SweepstakesToken: stage.sweepstakesToken,
			Title: 'Official Rules',
			Primary: true,
			CreationDate: expect.any(String),
		});
		expect(Object.keys(rule!)[0]).toBe('Title');
	});

	describe('Return Existing', () => {
		const once = async (options: Partial<RunOptions> = {}) =>
			await stage.run(
				node,
				'create',
				{ sweepstakes: stage.picked, ...RULES, whenTitleExists: 'return' },
				options,
			);

		test('creates a document once', async () => {
			const [first] = jsonOf(await once());
			const again = await once();
			expect(first).toMatchObject({ Title: RULES.Title, Primary: true, existed: false });
			expect(jsonOf(again)).toEqual([{ ...first, existed: true }]);
			expect(again.hints).toEqual(['Skipped 1 item: already created.']);
			expect(stage.paths()).toEqual(['/rules/fetch']);
		});

		test('creates one document for two items that are the same', async () => {
			const { items } = await once({ items: [{}, {}] });
			expect(items.map(({ json }) => json.existed)).toEqual([false, true]);
		});

		test('creates a document beside one with another title', async () => {
			await created('Other');
			expect(jsonOf(await once())).toMatchObject([{ Primary: false, existed: false }]);
		});

		test('knows the document whose answer was lost, even without a date', async () => {
			const found = { RulesToken: 'r', Title: RULES.Title };
			stage.sandbox.faults([
				{ path: '/rules/fetch' },
				{ path: '/rules/create', drop: 'after' },
				{ path: '/rules/fetch', body: { Response: true, Data: { PrimaryRule: found, SecondaryRules: [] } } },
			]);
			expect(jsonOf(await once())).toEqual([{ Title: RULES.Title, RulesToken: 'r', existed: false }]);
		});

		test('a 404 for a sweepstakes that exists means that there is no document', async () => {
			stage.sandbox.faults([{ path: '/rules/fetch', status: 404 }]);
			expect(jsonOf(await once())).toMatchObject([{ existed: false }]);
		});

		test.each([
			['refused', { status: 400 }, /^The service refused this: /],
			[
				'of another type',
				{ body: { Response: true, Data: { SecondaryRules: 0 } } },
				/^The service did not say which rules/,
			],
		])('creates nothing if the list is %s', async (_what, fault, message) => {
			stage.sandbox.faults([{ path: '/rules/fetch', ...fault }]);
			expect((await once()).error?.message).toMatch(message);
			expect(stage.paths()).toEqual(['/rules/fetch']);
		});
	});

	test('after a lost reply, a document of an earlier item is not taken for the new one', async () => {
		stage.sandbox.faults([{ path: '/rules/create' }, { path: '/rules/create', drop: 'before' }]);
		const parameters = { sweepstakes: stage.picked, ...RULES };
		const { items } = await stage.run(node, 'create', parameters, { items: [{}, {}] });
		expect(new Set(items.map(({ json }) => json.RulesToken)).size).toBe(2);
	});

	test('after a lost reply, the document is in doubt if nobody knows which one an earlier item made', async () => {
		stage.sandbox.faults([
			{ path: '/rules/create', body: { Response: true, RulesToken: 'r' }, processed: true },
			{ path: '/rules/create', drop: 'before' },
		]);
		const parameters = { sweepstakes: stage.picked, ...RULES };
		const { error } = await stage.run(node, 'create', parameters, { items: [{}, {}] });
		expect(error?.message).toMatch(/^Item 2: .*It may have been processed, so it was not sent again$/);
	});

	test('Get Many returns the primary document first, with its text before the tokens', async () => {
		const [first, second] = [await created('First'), await created('Second')];
		const documents = jsonOf(await stage.run(node, 'getMany', { sweepstakes: stage.picked }));
		expect(documents.map(({ RulesToken }) => RulesToken)).toEqual([first, second]);
		expect(Object.keys(documents[0]!)).toEqual([
			'Title',
			'Primary',
			'Status',
			'DocumentContent',
			'CreationDate',
			'RulesToken',
			'SweepstakesToken',
		]);
		const parameters = { sweepstakes: stage.picked, simplify: false, limit: 1 };
		const raw = jsonOf(await stage.run(node, 'getMany', parameters));
		expect(raw).toEqual([expect.objectContaining({ Title: 'First', Metadata: {}, Views: [] })]);
	});

	test('Get Many returns nothing for a sweepstakes without documents', async () => {
		expect(jsonOf(await stage.run(node, 'getMany', { sweepstakes: stage.picked }))).toEqual([]);
	});

	test('Get returns one document', async () => {
		await created('First');
		const rules = byId(await created('Second'));
		const [document] = jsonOf(await stage.run(node, 'get', { sweepstakes: stage.picked, rules }));
		expect(document).toMatchObject({ Title: 'Second', Primary: false, ...CONTENT });
	});

	test('Get finds a document by an ID in capitals', async () => {
		const rules = byId((await created('First')).toUpperCase());
		const [document] = jsonOf(await stage.run(node, 'get', { sweepstakes: stage.picked, rules }));
		expect(document).toMatchObject({ Title: 'First' });
	});

	test('Update sends what is filled in and returns the document', async () => {
		const token = await created('Old');
		const parameters = {
			sweepstakes: stage.picked,
			rules: byId(token),
			updateFields: { Title: 'New', DocumentContent: '' },
		};
		const [document] = jsonOf(await stage.run(node, 'update', parameters));
		expect(stage.sandbox.calls().at(-1)).toMatchObject({
			method: 'PUT',
			body: { SweepstakesToken: stage.sweepstakesToken, RulesToken: token, Title: 'New' },
		});
		expect(document).toMatchObject({ Title: 'New', ...CONTENT });
	});

	test('Delete removes one document', async () => {
		const [first, second] = [await created('First'), await created('Second')];
		const parameters = { sweepstakes: stage.picked, rules: byId(first) };
		const [deleted] = jsonOf(await stage.run(node, 'delete', parameters));
		expect(deleted).toMatchObject({ deleted: true, RulesToken: first });
		const left = jsonOf(await stage.run(node, 'getMany', { sweepstakes: stage.picked }));
		expect(left.map(({ RulesToken }) => RulesToken)).toEqual([second]);
	});

	test('the picker names documents by title, role and day', async () => {
		const [first, second] = [await created('Official Rules'), await created('Official Rules')];
		const picked = { sweepstakes: stage.picked };
		const today = new Date().toISOString().slice(0, 10);
		const both = [
			{ name: `Official Rules (primary, ${today})`, value: first },
			{ name: `Official Rules (${today})`, value: second },
		];
		expect((await stage.search(node, 'searchRules', picked)).results).toEqual(both);
		expect((await stage.search(node, 'searchRules', picked, 'PRIMARY')).results).toEqual(both.slice(0, 1));
	});
});

describe('whatever the dialect', () => {
	beforeEach(async () => {
		stage = await Stage.open();
	});

	test('sends additional fields along, which do not replace the others', async () => {
		await create({ additionalFields: '{ "Body": "<p>No purchase</p>", "Title": "Other" }' });
		expect(stage.lastBody()).toEqual({
			SweepstakesToken: stage.sweepstakesToken,
			...RULES,
			Body: '<p>No purchase</p>',
		});
	});

	test('takes additional fields from an expression', async () => {
		await create({ additionalFields: '={{ { Body: "Rules" } }}' });
		expect(stage.lastBody()).toMatchObject({ Body: 'Rules' });
	});

	test('a reply of another shape comes out, because the document was created', async () => {
		stage.sandbox.faults([{ path: '/rules/create', body: { Response: true, RulesToken: 'r' } }]);
		expect(jsonOf(await create())).toEqual([{ done: true, RulesToken: 'r' }]);
	});

	test('after a lost reply, an older document of the same title is not taken for the new one', async () => {
		const older = await created(RULES.Title);
		stage.sandbox.advance(3_600_000);
		stage.sandbox.faults([{ path: '/rules/create', drop: 'after' }]);
		const [document] = jsonOf(await create());
		expect(document!.RulesToken).not.toBe(older);
		expect(stage.paths()).toEqual(['/rules/create', '/rules/fetch']);
	});

	test('if the documents cannot be read either, the run stops and says what to check', async () => {
		stage.sandbox.faults([
			{ path: '/rules/create', drop: 'after' },
			{ path: '/rules/fetch', body: { Response: true, Data: {} } },
		]);
		const { error } = await create();
		expect(error?.message).toMatch(/so it was not sent again$/);
		expect(error?.description).toContain('check with Rule › Get Many');
		expect(stage.paths()).toEqual(['/rules/create', '/rules/fetch']);
	});

	test.each(['getMany', 'get'])('a list of another shape fails %s', async (operation) => {
		stage.sandbox.faults([{ path: '/rules/fetch', body: { Response: true, Data: { Rules: [] } } }]);
		const parameters = { sweepstakes: stage.picked, rules: stage.picked };
		const { error } = await stage.run(node, operation, parameters);
		expect(error?.message).toBe('The service did not say which rules documents the sweepstakes has');
	});

	test('Get fails for the ID of another document', async () => {
		const parameters = { sweepstakes: stage.picked, rules: stage.picked };
		const { error } = await stage.run(node, 'get', parameters);
		expect(error?.message).toBe(
			`“Rules Document” must be the ID of a rules document of this sweepstakes, but is “${stage.sweepstakesToken}”`,
		);
	});

	test('the picker shows a document without title and date by its ID', async () => {
		const bare = { RulesToken: 'r' };
		stage.sandbox.faults([
			{ path: '/rules/fetch', body: { Response: true, Data: { PrimaryRule: {}, SecondaryRules: [bare] } } },
		]);
		const { results } = await stage.search(node, 'searchRules', { sweepstakes: stage.picked });
		expect(results).toEqual([{ name: 'r', value: 'r' }]);
	});

	test.each<[string, INodeParameters, string]>([
		['only empty fields', { Title: ' ' }, '“Update Fields” must have at least one field that is filled'],
		[
			'a title of 101 characters',
			{ Title: 'x'.repeat(101) },
			'“Update Fields › Title” must have at most 100 characters, but has 101',
		],
	])('Update refuses %s before anything is sent', async (_what, updateFields, sentence) => {
		const parameters = { sweepstakes: stage.picked, rules: stage.picked, updateFields };
		expect(await stage.refusal(node, 'update', parameters)).toBe(`Item 1: ${sentence}`);
	});

	test.each<[string, INodeParameters, string]>([
		['no document', { DocumentContent: ' ' }, '“Document” is required'],
		[
			'a document of 1,000,001 characters',
			{ DocumentContent: 'x'.repeat(1_000_001) },
			'“Document” must have at most 1000000 characters, but has 1000001',
		],
		['no title', { Title: '={{ $json.nothing }}' }, '“Title” is required'],
		[
			'a title of 101 characters',
			{ Title: 'x'.repeat(101) },
			'“Title” must have at most 100 characters, but has 101',
		],
		[
			'additional fields that are not JSON',
			{ additionalFields: '{ Body' },
			'“Additional Fields (JSON)” must be valid JSON, but is “{ Body”',
		],
		[
			'a list of additional fields',
			{ additionalFields: '[1]' },
			'“Additional Fields (JSON)” must be an object in braces { }, but is [1]',
		],
	])('refuses %s before anything is sent', async (_what, wrong, sentence) => {
		const parameters = { sweepstakes: stage.picked, ...RULES, ...wrong };
		expect(await stage.refusal(node, 'create', parameters)).toBe(`Item 1: ${sentence}`);
	});
});
