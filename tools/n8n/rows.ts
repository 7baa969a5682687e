import type { INodeCredentialsDetails, INodeParameters, IWorkflowSettings, OnError } from 'n8n-workflow';

import type { WorkflowDefinition } from './rest';

export const ROWS_START = 'Start';
export const ROWS_NODE = 'Rows';

/** What a workflow does with its rows. */
export interface RowsWorkflow {
	name: string;
	/** Rows `{ row: first }`, `{ row: first + 1 }` … */
	count: number;
	first?: number;
	/** Without the package, e.g. `sweepstakesParticipant`. */
	type: string;
	parameters: INodeParameters;
	credential: INodeCredentialsDetails;
	onError?: OnError;
	settings?: IWorkflowSettings;
}

/** A workflow that begins by hand, makes rows and hands them to one of our nodes. */
export function rowsWorkflow(options: RowsWorkflow): WorkflowDefinition {
	const { name, count, first = 1, type, parameters, credential, onError, settings = {} } = options;
	const rows = Array.from({ length: count }, (_, index) => ({ row: first + index }));
	const nodes = [
		{ name: ROWS_START, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{
			name: 'List',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows }), options: {} },
		},
		{
			name: 'Split',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'rows', options: {} },
		},
		{
			name: ROWS_NODE,
			type: `n8n-nodes-sweepstakes.${type}`,
			typeVersion: 1,
			parameters,
			credentials: { sweepstakesApi: credential },
			onError,
		},
	];
	const to = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
	return {
		name,
		nodes: nodes.map((node, index) => ({ ...node, id: node.name, position: [index * 200, 0] })),
		connections: { [ROWS_START]: to('List'), List: to('Split'), Split: to(ROWS_NODE) },
		settings: { executionOrder: 'v1', ...settings },
	};
}
