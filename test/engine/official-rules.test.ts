import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesOfficialRules } from '../../nodes/SweepstakesOfficialRules/SweepstakesOfficialRules.node';
import type { RunOptions } from '../support/engine/engine';
import { IN_DOUBT, openStages, stage, testRefusals } from '../support/engine/resource';
import { ID } from '../support/constants';
import { byId, listJson } from '../support/engine/stage';

const node = new SweepstakesOfficialRules();

const RULES = { Title: 'Official Rules', DocumentContent: '<p>No purchase necessary.</p>' };
const CREATE = '/rules/create';
const LIST = '/rules/fetch';

openStages();

const run = async (operation: string, parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await stage.run(node, operation, { sweepstakes: stage.picked, ...parameters }, options);
const create = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await run('create', { ...RULES, whenTitleExists: 'create', ...parameters }, options);

test('after a lost reply, “Return Existing” recognizes the created document even if the list gives no date for it', async () => {
	const found = { RulesToken: 'r', Title: RULES.Title };
	stage.sandbox.faults([{ path: LIST }]);
	stage.lose(CREATE, 'after');
	stage.answer(LIST, { Data: { PrimaryRule: found, SecondaryRules: [] } });
	expect(listJson(await run('create', RULES))).toEqual([
		{ Title: RULES.Title, RulesToken: 'r', existed: false },
	]);
});

test('“Return Existing” creates the first document even if the service returns a 404 for an empty list', async () => {
	stage.sandbox.faults([{ path: LIST, times: 2, status: 404 }]);
	const created = await run('create', RULES);
	expect(listJson(created)).toMatchObject([{ Title: RULES.Title, existed: false }]);
	expect(stage.callsTo(CREATE)).toBe(1);
});

test('if the list of documents cannot be read after a lost reply, the run stops and says what to check', async () => {
	stage.lose(CREATE, 'after');
	stage.answer(LIST, { Data: {} });
	const { error } = await create();
	expect(error?.message).toMatch(IN_DOUBT);
	expect(error?.description).toContain('use Official Rules › Get Many to check');
	expect(stage.paths()).toEqual([CREATE, LIST]);
});

test('if a document was created, a reply in another format is returned as it is', async () => {
	stage.answer(CREATE, { RulesToken: 'r' });
	expect(listJson(await create())).toEqual([{ done: true, RulesToken: 'r' }]);
});

test.each(['getMany', 'get'])('“%s” fails if the list of documents has another format', async (operation) => {
	stage.answer(LIST, { Data: { Rules: [] } });
	const { error } = await run(operation, { rules: stage.picked });
	expect(error?.message).toBe(
		'The service’s response does not show which rules documents the sweepstakes has',
	);
});

test('“Get Many” returns nothing if the service returns a 404 for an empty list', async () => {
	stage.sandbox.faults([{ path: LIST, times: 2, status: 404 }]);
	expect(await run('getMany')).toMatchObject({ items: [], error: undefined });
});

test('“Return Existing” creates nothing if the list has fewer documents than the service counts', async () => {
	stage.answer(LIST, { Data: { TotalRules: 2, PrimaryRule: { RulesToken: 'r' }, SecondaryRules: null } });
	expect((await run('create', RULES)).error?.message).toBe(
		'The service’s response does not show which rules documents there are: it counts 2, but lists 1',
	);
	expect(stage.callsTo(CREATE)).toBe(0);
});

test('“Get” fails if the service does not return the requested document', async () => {
	const { error } = await run('get', { rules: stage.picked });
	expect(error?.message).toBe(
		`“Rules Document” must be the ID of a rules document of this sweepstakes, but is “${stage.sweepstakesToken}”`,
	);
});

const picked = byId(ID);
testRefusals(node, 'update', { sweepstakes: picked, rules: picked }, [
	[{ updateFields: { Title: ' ' } }, '“Update Fields” must have at least one value'],
	[{ updateFields: { Title: 'x'.repeat(101) } }, '“Update Fields › Title” must have at most 100'],
]);
testRefusals(node, 'create', { sweepstakes: picked, ...RULES }, [
	[{ DocumentContent: 'x'.repeat(1_000_001) }, '“Document” must have at most 1,000,000 characters'],
	[{ Title: 'x'.repeat(101) }, '“Title” must have at most 100 characters'],
]);
