import type {
	IConnections,
	IDataObject,
	INode,
	INodeCredentialsDetails,
	INodeParameters,
	IWorkflowSettings,
} from 'n8n-workflow';

import type { WorkflowDefinition } from './rest';

export const ROWS_START = 'Start';
export const ROWS_NODE = 'Rows';

/** A node of a workflow without its position. */
export type Part = Pick<INode, 'type' | 'typeVersion' | 'parameters'> & Partial<INode>;

/** Creates a node of this package. */
export const createNode = (
	type: string,
	parameters: INodeParameters,
	sweepstakesApi?: INodeCredentialsDetails,
): Part => ({
	type: `n8n-nodes-sweepstakes.${type}`,
	typeVersion: 1,
	parameters,
	...(sweepstakesApi && { credentials: { sweepstakesApi } }),
});

/** The node that starts a workflow manually. */
export const BY_HAND: Part = { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };

/** Creates a workflow of nodes, each connected to the next. `parts` has the nodes by name. */
export function createChain(name: string, parts: Record<string, Part>): WorkflowDefinition {
	const nodes = Object.entries(parts).map(([node, part], index) => placeNode(node, part, index));
	return { name, nodes, connections: chain(nodes) };
}

/**
 * Creates a workflow in which Start leads to the rows (one item each), and the rows lead to the node, which is named
 * `ROWS_NODE`.
 */
export function rowsWorkflow(
	rows: IDataObject[],
	node: Part,
	settings: IWorkflowSettings = {},
): WorkflowDefinition {
	const nodes = [...rowNodes(rows), placeNode(ROWS_NODE, node, 3)];
	return {
		name: 'Rows',
		nodes,
		connections: chain(nodes),
		settings: { executionOrder: 'v1', ...settings },
	};
}

/**
 * Creates a workflow in which Start leads to the rows, and a loop passes the rows to the node one by one. In such a
 * loop, an HTTP Request node waits for each reply.
 */
export function loopWorkflow(rows: IDataObject[], node: Part): WorkflowDefinition {
	const loop = placeNode(
		'Loop',
		{
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { batchSize: 1, options: {} },
		},
		3,
	);
	const before = [...rowNodes(rows), loop];
	return {
		name: 'Loop',
		nodes: [...before, placeNode(ROWS_NODE, node, 4)],
		connections: {
			...chain(before),
			[loop.name]: { main: [[], [to(ROWS_NODE)]] },
			[ROWS_NODE]: { main: [[to(loop.name)]] },
		},
	};
}

/** Creates a node that adds a participant to the sample sweepstakes (handler SUMMER) for each numbered row. */
export const createAddingNode = (credential: INodeCredentialsDetails): Part =>
	createNode(
		'sweepstakesParticipant',
		{
			operation: 'add',
			sweepstakes: { __rl: true, mode: 'id', value: 'SUMMER' },
			KeyEmail: '={{ "row" + $json.row + "@example.com" }}',
			options: { BonusEntries: '={{ $json.row }}' },
		},
		credential,
	);

/** Returns numbered rows: `{ row: first }`, `{ row: first + 1 }` and so on. */
export const numberedRows = (count: number, first = 1): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ row: first + index }));

function rowNodes(rows: IDataObject[]): INode[] {
	return [
		placeNode(ROWS_START, BY_HAND, 0),
		placeNode(
			'List',
			{
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows }), options: {} },
			},
			1,
		),
		placeNode(
			'Split',
			{
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				parameters: { fieldToSplitOut: 'rows', options: {} },
			},
			2,
		),
	];
}

export const placeNode = (name: string, part: Part, index: number): INode => ({
	id: name,
	name,
	position: [200 * index, 0],
	...part,
});

const to = (node: string) => ({ node, type: 'main' as const, index: 0 });

const chain = (nodes: INode[]): IConnections =>
	Object.fromEntries(nodes.slice(1).map(({ name }, index) => [nodes[index]!.name, { main: [[to(name)]] }]));
