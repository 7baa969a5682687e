import type { INode } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { getOutput, type Execution } from '../../../tools/n8n/rest';
import { BY_HAND, createNode, placeNode } from '../../../tools/n8n/rows';
import { CATALOGUE, openWorld, type Entry, type UniqueValues, type World } from '../../catalogue';
import { sharedN8n } from '../../support/n8n/shared';

/*
 * Every operation in the menu of every node runs once, with a value in every field. test/engine/catalogue runs each
 * operation in both dialects.
 */

const START = 'Start';

const uniqueOf = (row: Entry): UniqueValues => {
	const n = CATALOGUE.indexOf(row) + 1;
	return { n, email: `person${n}@example.com` };
};

let sandbox: Sandbox;
let world: World;
let execution: Execution;

/** All operations run in one execution of a workflow, in which each operation is a node after the start. */
beforeAll(async () => {
	const n8n = await sharedN8n();
	const plan = { MaxApiCallsPerMinute: 1_000_000, MaxSweepstakesAllowed: 1_000_000 };
	sandbox = await startSandbox({ accounts: [{ plan, administrator: true }], sample: false });
	world = await openWorld(sandbox.api, sandbox, 'contract');
	const credential = await n8n.createAccountCredential(sandbox, { callsPerMinute: 0 });
	const nodes: INode[] = [];
	for (const row of CATALOGUE) {
		const parameters = { operation: row.operation, ...(await row.parameters(world, uniqueOf(row))) };
		const node = placeNode(row.title, createNode(row.node.description.name, parameters, credential), 1);
		nodes.push({ ...node, onError: 'continueErrorOutput' });
	}
	const toAll = nodes.map(({ name }) => ({ node: name, type: 'main' as const, index: 0 }));
	const { id } = await n8n.createWorkflow({
		name: 'Menu',
		nodes: [placeNode(START, BY_HAND, 0), ...nodes],
		connections: { [START]: { main: [toAll] } },
	});
	execution = await n8n.runWorkflow(id, START);
});
afterAll(async () => await sandbox?.close());

it.each(CATALOGUE.map((row) => [row.title, row] as const))(
	'in a real n8n instance, “%s” outputs what the catalogue states',
	(title, row) => {
		expect(getOutput(execution, title, 1).map(({ error }) => error)).toEqual([]);
		expect(getOutput(execution, title)).toEqual(row.output(uniqueOf(row), world));
	},
);
