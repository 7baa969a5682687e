import type { INode, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { outputOf, type Execution } from '../../tools/n8n/rest';
import { CATALOGUE, openWorld, type Entry, type Unique, type World } from '../catalogue';
import { sharedN8n } from './shared';

/* Every operation of every node's menu runs once with all its fields. Both dialects: test/engine/catalogue. */

const START = 'Start';

const uniqueOf = (row: Entry): Unique => {
	const n = CATALOGUE.indexOf(row) + 1;
	return { n, email: `person${n}@example.com` };
};

let sandbox: Sandbox;
let world: World;
let execution: Execution;

/** One workflow execution, with each operation as a node after the start. */
beforeAll(async () => {
	const n8n = await sharedN8n();
	const plan = { MaxApiCallsPerMinute: 1_000_000, MaxSweepstakesAllowed: 1_000_000 };
	sandbox = await startSandbox({ accounts: [{ plan, administrator: true }], sample: false });
	world = await openWorld(sandbox.api, sandbox, 'contract');
	const credentials = { sweepstakesApi: await n8n.createAccountCredential(sandbox, { callsPerMinute: 0 }) };
	const node = (name: string, type: string, parameters: INodeParameters) => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters,
	});
	const nodes: INode[] = [];
	for (const row of CATALOGUE) {
		const parameters = { operation: row.operation, ...(await row.parameters(world, uniqueOf(row))) };
		const operation = node(row.title, `n8n-nodes-sweepstakes.${row.node.description.name}`, parameters);
		nodes.push({ ...operation, credentials, onError: 'continueErrorOutput' });
	}
	const toAll = nodes.map(({ name }) => ({ node: name, type: 'main' as const, index: 0 }));
	const { id } = await n8n.createWorkflow({
		name: 'Menu',
		nodes: [node(START, 'n8n-nodes-base.manualTrigger', {}), ...nodes],
		connections: { [START]: { main: [toAll] } },
	});
	execution = await n8n.runWorkflow(id, START);
});
afterAll(async () => await sandbox?.close());

it.each(CATALOGUE.map((row) => [row.title, row] as const))('%s', (title, row) => {
	expect(outputOf(execution, title, 1).map(({ error }) => error)).toEqual([]);
	expect(outputOf(execution, title)).toEqual(row.output(uniqueOf(row), world));
});
