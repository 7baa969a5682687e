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

/** A node without a position in a workflow. */
export type Part = Pick<INode, 'type' | 'typeVersion' | 'parameters'> & Partial<INode>;

/** A node of this package. */
export const ours = (
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

/** Nodes by their names, each connected to the next. */
export function chained(name: string, parts: Record<string, Part>): WorkflowDefinition {
	const nodes = Object.entries(parts).map(([node, part], index) => placed(node, part, index));
	return { name, nodes, connections: chain(nodes) };
}

/** A workflow: Start → the rows, one item each → the node, named `ROWS_NODE`. */
export function rowsWorkflow(
	rows: IDataObject[],
	node: Part,
	settings: IWorkflowSettings = {},
): WorkflowDefinition {
	const nodes = [...rowNodes(rows), placed(ROWS_NODE, node, 3)];
	return {
		name: 'Rows',
		nodes,
		connections: chain(nodes),
		settings: { executionOrder: 'v1', ...settings },
	};
}

/** A workflow: Start → the rows → the node, row by row. In a loop, the HTTP Request node waits for each reply. */
export function loopWorkflow(rows: IDataObject[], node: Part): WorkflowDefinition {
	const loop = placed(
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
		nodes: [...before, placed(ROWS_NODE, node, 4)],
		connections: {
			...chain(before),
			[loop.name]: { main: [[], [to(ROWS_NODE)]] },
			[ROWS_NODE]: { main: [[to(loop.name)]] },
		},
	};
}

/** A node that adds a participant for each numbered row to the sample sweepstakes (handler SUMMER). */
export const addingNode = (credential: INodeCredentialsDetails): Part =>
	ours(
		'sweepstakesParticipant',
		{
			operation: 'add',
			sweepstakes: { __rl: true, mode: 'handler', value: 'SUMMER' },
			KeyEmail: '={{ "row" + $json.row + "@example.com" }}',
			options: { BonusEntries: '={{ $json.row }}', lookUpId: false },
		},
		credential,
	);

/** Numbered rows: `{ row: first }`, `{ row: first + 1 }` … */
export const numberedRows = (count: number, first = 1): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ row: first + index }));

function rowNodes(rows: IDataObject[]): INode[] {
	return [
		placed(ROWS_START, BY_HAND, 0),
		placed(
			'List',
			{
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows }), options: {} },
			},
			1,
		),
		placed(
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

export const placed = (name: string, part: Part, index: number): INode => ({
	id: name,
	name,
	position: [200 * index, 0],
	...part,
});

const to = (node: string) => ({ node, type: 'main' as const, index: 0 });

const chain = (nodes: INode[]): IConnections =>
	Object.fromEntries(nodes.slice(1).map(({ name }, index) => [nodes[index]!.name, { main: [[to(name)]] }]));
