import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesRule } from '../../nodes/SweepstakesRule/SweepstakesRule.node';
import { jsonOf, Stage } from './stage';

const node = new SweepstakesRule();

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open();
});
afterEach(async () => await stage.close());

const create = async (parameters: INodeParameters = {}) =>
	await stage.run(node, 'create', { sweepstakes: stage.picked, Title: 'Official Rules', ...parameters });

test('sends the sweepstakes and the title, and returns the document', async () => {
	const [rule] = jsonOf(await create());
	expect(stage.lastBody()).toEqual({
		SweepstakesToken: stage.sweepstakesToken,
		Title: 'Official Rules',
	});
	expect(rule).toMatchObject({ RulesToken: expect.any(String), Title: 'Official Rules', Primary: true });
});

test('sends additional fields, which cannot override the sweepstakes and the title', async () => {
	await create({ additionalFields: '{ "Body": "<p>No purchase</p>", "Title": "Other" }' });
	expect(stage.lastBody()).toEqual({
		SweepstakesToken: stage.sweepstakesToken,
		Title: 'Official Rules',
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
	const parameters = { sweepstakes: stage.picked, Title: 'Official Rules', ...wrong };
	expect(await stage.refusal(node, 'create', parameters)).toBe(`Item 1: ${sentence}`);
});
