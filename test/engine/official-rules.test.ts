import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesOfficialRules } from '../../nodes/SweepstakesOfficialRules/SweepstakesOfficialRules.node';
import type { RunOptions } from '../support/engine/engine';
import { by, openStages, stage } from '../support/engine/resource';
import { listJson } from '../support/engine/stage';

const node = new SweepstakesOfficialRules();

const RULES = { Title: 'Official Rules', DocumentContent: '<p>No purchase necessary.</p>' };
const CREATE = '/rules/create';
const LIST = '/rules/fetch';

openStages();

const run = async (operation: string, parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await stage.run(node, operation, { sweepstakes: stage.picked, ...parameters }, options);
const create = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await run('create', { ...RULES, whenTitleExists: 'create', ...parameters }, options);

test('“Return Existing” creates the first document even if the service returns a 404 for an empty list', async () => {
	stage.sandbox.faults([{ path: LIST, times: 2, status: 404 }]);
	const created = await run('create', RULES);
	expect(listJson(created)).toMatchObject([{ Title: RULES.Title, existed: false }]);
	expect(stage.callsTo(CREATE)).toBe(1);
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

test('“Get” fails if the service does not return the requested document', async () => {
	const { error } = await run('get', { rules: stage.picked });
	expect(error?.message).toBe(
		`“Rules Document” must be the ID of a rules document of this sweepstakes, but is “${stage.sweepstakesToken}”`,
	);
});

test('a dry run of “Delete” shows the same columns as “Get”', async () => {
	const [document] = listJson(await create());
	const rules = by('id', document!.RulesToken as string);
	const [found] = listJson(await run('get', { rules }));
	const [item] = listJson(await run('delete', { rules, options: { dryRun: true } }));
	expect(item).toEqual({ ...found, deleted: false, dryRun: true });
});
