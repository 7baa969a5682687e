import type { IDataObject, INode } from 'n8n-workflow';

import { DIALECTS, startSandbox, type Dialect, type Sandbox } from '../../sandbox';
import type { N8n } from '../../tools/n8n/n8n';
import { outputOf, type Execution } from '../../tools/n8n/rest';
import { CATALOGUE, openWorld, type Entry, type Unique, type World } from '../catalogue';
import { sharedN8n } from './shared';

/* Every operation of every node's menu runs once, with all its fields filled in. */

const START = 'Start';

let n8n: N8n;

beforeAll(async () => {
	n8n = await sharedN8n();
});

const rowsIn = (dialect: Dialect) =>
	CATALOGUE.filter(({ refusedByReference }) => dialect === 'contract' || !refusedByReference);

const uniqueOf = (row: Entry): Unique => {
	const n = CATALOGUE.indexOf(row) + 1;
	return { n, email: `person${n}@example.com` };
};

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	let sandbox: Sandbox;
	let world: World;
	let execution: Execution;

	/** One execution of one workflow, in which each operation is a node after the start. */
	beforeAll(async () => {
		const plan = { MaxApiCallsPerMinute: 1_000_000, MaxSweepstakesAllowed: 1_000_000 };
		sandbox = await startSandbox({ accounts: [{ plan, administrator: true }], sample: false, dialect });
		world = await openWorld(sandbox.api, sandbox, dialect);
		const credentials = { sweepstakesApi: await n8n.createAccountCredential(sandbox, { callsPerMinute: 0 }) };
		const nodes: INode[] = [];
		for (const row of rowsIn(dialect)) {
			const { name } = row.node.description;
			const parameters = await row.parameters(world, uniqueOf(row));
			nodes.push({
				id: row.title,
				name: row.title,
				type: `n8n-nodes-sweepstakes.${name}`,
				typeVersion: 1,
				position: [300, 100 * nodes.length],
				parameters: { operation: row.operation, ...parameters },
				credentials,
				onError: 'continueErrorOutput',
			});
		}
		const start: INode = {
			id: START,
			name: START,
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const toAll = nodes.map(({ name: node }) => ({ node, type: 'main' as const, index: 0 }));
		const { id } = await n8n.createWorkflow({
			name: `Menu, ${dialect}`,
			nodes: [start, ...nodes],
			connections: { [START]: { main: [toAll] } },
		});
		execution = await n8n.runWorkflow(id, START, 180_000);
	});
	afterAll(async () => await sandbox?.close());

	it.each(rowsIn(dialect).map((row) => [row.title, row] as const))('%s', (title, row) => {
		const failed = outputOf(execution, title, 1).map(({ error }: IDataObject) => error);
		expect(failed).toEqual([]);
		expect(outputOf(execution, title)).toEqual(row.output(uniqueOf(row), world));
	});
});
