import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import {
	createRunExecutionData,
	Workflow,
	type IConnections,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { openFullAccount } from '../../tools/account-check/claim';
import { SERVICES } from '../support/services';
import { runNode } from '../support/engine/engine';
import { ACTION_NODES } from '../support/engine/nodes';

interface ExampleNode {
	name: string;
	type: string;
	parameters: INodeParameters & { operation?: string };
}

const FILE = resolve(__dirname, '../../examples/check-your-account.json');
const { nodes, connections } = JSON.parse(readFileSync(FILE, 'utf8')) as {
	nodes: ExampleNode[];
	connections: IConnections;
};

const OURS = /^n8n-nodes-sweepstakes\./;
const ours = nodes.filter(({ type }) => OURS.test(type));

const nodeOf = ({ type }: ExampleNode): INodeType =>
	ACTION_NODES.find(({ description }) => description.name === type.replace(OURS, ''))!;

/** Evaluates the expression of the node Checks. `outputs` has the outputs of the other nodes. */
function checks(outputs: ReadonlyMap<string, INodeExecutionData[]>): Array<Record<string, string>> {
	const { parameters } = nodes.find(({ name }) => name === 'Checks')! as never as SetNode;
	const runData = Object.fromEntries(
		[...outputs].map(([name, items]) => [name, [{ ...RUN, data: { main: [items] } }]]),
	);
	const workflow = new Workflow({
		nodes: structuredClone(nodes) as never,
		connections,
		active: false,
		nodeTypes: NODE_TYPES,
	});
	const [{ value }] = parameters.assignments.assignments;
	const run = createRunExecutionData({ resultData: { runData } });
	const last = outputs.get(ours.at(-1)!.name)!;
	return workflow.expression.getParameterValue(value, run, 0, 0, 'Checks', last, 'manual', {}) as never;
}

interface SetNode {
	parameters: { assignments: { assignments: [{ value: string }] } };
}

const RUN = { startTime: 0, executionIndex: 0, executionTime: 0, source: [] };

/** Accepts every node type, because n8n's own nodes are not installed here. */
const NODE_TYPES = {
	getByName: () => nodeOf(ours[0]!),
	getByNameAndVersion: () => nodeOf(ours[0]!),
	getKnownTypes: () => ({}),
};

async function runAll(account: Sandbox): Promise<Map<string, INodeExecutionData[]>> {
	const outputs = new Map<string, INodeExecutionData[]>();
	for (const one of ours) {
		// n8n refuses to run a node whose ID is empty, but not one whose expression returns nothing.
		const value = outputs.get('Sweepstakes')?.[0]?.json.SweepstakesToken ?? '={{ undefined }}';
		const sweepstakes = { __rl: true, mode: 'id', value };
		const parameters = { ...one.parameters, ...(one.parameters.sweepstakes && { sweepstakes }) };
		const { items, error } = await runNode({ node: nodeOf(one), account, parameters } as never);
		const failed = error ? [{ json: { error: error.message } }] : items;
		// This has the same effect as “Always Output Data” in n8n.
		outputs.set(one.name, failed.length > 0 ? failed : [{ json: {} }]);
	}
	return outputs;
}

it('the workflow “Check your account” has every node except API Call, and only operations that read', () => {
	const types = [...new Set(ours.map((one) => nodeOf(one).description.name))].sort();
	const all = ACTION_NODES.map(({ description }) => description.name).filter(
		(name) => !/ApiCall$/.test(name),
	);
	expect(types).toEqual(all.sort());
	for (const { parameters } of ours) expect(parameters.operation).toMatch(/^(get|check)/);
});

it.each(SERVICES)(
	'the workflow “Check your account” reports the records that it read ($dialect, $dates dates)',
	async ({ dialect, dates }) => {
		const sandbox = await openFullAccount(dialect, dates, startSandbox);
		const found = checks(await runAll(sandbox));
		await sandbox.close();
		expect(found.slice(0, -2).map(({ Check }) => Check)).toEqual(ours.map(({ name }) => name));
		expect(found.filter(({ Error }) => Error)).toEqual([]);
		expect(found.slice(0, -2).every(({ Result }) => /^read, [1-9]/.test(Result!))).toBe(true);
		const [zone, phones] = found.slice(-2).map(({ Result }) => Result);
		expect([zone, phones]).toEqual([dates === 'zoned' ? 'UTC' : 'without a zone', '10 digits']);
	},
);

it('the workflow “Check your account” reports which checks failed', async () => {
	const outputs = new Map(ours.map(({ name }) => [name, [{ json: {} }]] as [string, INodeExecutionData[]]));
	outputs.set('Sweepstakes', [{ json: { SweepstakesToken: 'a' } }]);
	outputs.set('Codes', [{ json: { error: 'No.' } }]);
	const found = checks(outputs);
	expect(found.find(({ Check }) => Check === 'Codes')).toEqual({
		Check: 'Codes',
		Result: 'failed',
		Error: 'No.',
	});
	expect(found.filter(({ Result }) => Result === 'nothing there')).toHaveLength(ours.length - 2);
});

it('the workflow “Check your account” does not report checks as failed if the account has no sweepstakes', async () => {
	const sandbox = await startSandbox({ accounts: [{ administrator: true }], sample: false });
	const found = checks(await runAll(sandbox));
	await sandbox.close();
	expect(found.filter(({ Result }) => Result === 'failed')).toEqual([]);
	const unseen = found.filter(({ Result }) => Result === 'no sweepstakes to try it with');
	const needing = ours.filter(({ parameters }) => parameters.sweepstakes);
	expect(unseen.map(({ Check }) => Check)).toEqual(needing.map(({ name }) => name));
});
