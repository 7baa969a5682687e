import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesRule } from '../../nodes/SweepstakesRule/SweepstakesRule.node';
import { jsonOf, Stage } from './stage';

const node = new SweepstakesRule();

const RULES = { Title: 'Official Rules', DocumentContent: '<p>No purchase necessary.</p>' };

let stage: Stage;
afterEach(async () => await stage.close());

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

	test('a reply of another shape comes out unchanged', async () => {
		stage.sandbox.faults([{ path: '/rules/create', body: { Response: true, RulesToken: 'r' } }]);
		expect(jsonOf(await create())).toEqual([{ Response: true, RulesToken: 'r' }]);
	});

	test('is not sent again after a timeout: it would create a second document', async () => {
		stage.sandbox.faults([{ path: '/rules/create', drop: 'after' }]);
		expect((await create()).error?.message).toMatch(/so it was not sent again$/);
		expect(stage.paths()).toEqual(['/rules/create']);
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
