import { setTimeout as sleep } from 'node:timers/promises';

import type {
	IConnections,
	IDataObject,
	INode,
	INodeCredentialsDetails,
	INodeParameters,
} from 'n8n-workflow';

import type { RunningN8n } from '../../tools/n8n/n8n';
import type { Execution } from '../../tools/n8n/rest';
import type { Service } from './service';

export type Connection = 'n8n' | 'keepAlive';

/** The node of a workflow that is measured. */
export const MEASURED = 'Measured';

type Part = Pick<INode, 'type' | 'typeVersion' | 'parameters'> & Partial<INode>;

/** Our credential for a service. */
export async function ourCredential(
	n8n: RunningN8n,
	{ token }: Service,
	baseUrl: string,
	connection: Connection,
	callsPerMinute: number,
): Promise<INodeCredentialsDetails> {
	const data = { baseUrl, apiToken: token, callsPerMinute, connection, allowInsecure: true };
	return await n8n.createCredential({ name: `Ours, ${connection}`, type: 'sweepstakesApi', data });
}

/** n8n's own credential for a Bearer token, which people use with the HTTP Request node. */
export async function bearerCredential(
	n8n: RunningN8n,
	{ token }: Service,
): Promise<INodeCredentialsDetails> {
	return await n8n.createCredential({ name: 'Bearer', type: 'httpBearerAuth', data: { token } });
}

/** A Sweepstakes Participant node. */
export function participantNode(
	{ sweepstakesToken }: Service,
	credential: INodeCredentialsDetails,
	parameters: INodeParameters,
): Part {
	return {
		type: 'n8n-nodes-sweepstakes.sweepstakesParticipant',
		typeVersion: 1,
		parameters: { sweepstakes: { __rl: true, mode: 'id', value: sweepstakesToken }, ...parameters },
		credentials: { sweepstakesApi: credential },
	};
}

/** An HTTP Request node that posts JSON. @param jsonBody an expression */
export function httpRequestNode(
	url: string,
	credential: INodeCredentialsDetails,
	jsonBody: string,
	options: INodeParameters = {},
): Part {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpBearerAuth',
			sendBody: true,
			specifyBody: 'json',
			jsonBody,
			options,
		},
		credentials: { httpBearerAuth: credential },
	};
}

const nodeAt = (index: number, name: string, part: Part): INode => ({
	id: name,
	name,
	position: [200 * index, 0],
	...part,
});

const START = 'Start';

/** Start → the rows → the measured node. */
export async function createChain(n8n: RunningN8n, rows: IDataObject[], measured: Part): Promise<string> {
	const nodes = [...rowsOf(rows), nodeAt(3, MEASURED, measured)];
	const connections = chain(...nodes.map(({ name }) => name));
	return (await n8n.createWorkflow({ name: 'Chain', nodes, connections })).id;
}

/** Start → the rows → for each: the measured node. It is how people make the HTTP Request node wait for an answer. */
export async function createLoop(n8n: RunningN8n, rows: IDataObject[], measured: Part): Promise<string> {
	const loop = nodeAt(3, 'Loop', {
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		parameters: { batchSize: 1, options: {} },
	});
	const nodes = [...rowsOf(rows), loop, nodeAt(4, MEASURED, measured)];
	const connections = {
		...chain(...nodes.slice(0, -1).map(({ name }) => name)),
		[loop.name]: { main: [[], [to(MEASURED)]] },
		[MEASURED]: { main: [[to(loop.name)]] },
	};
	return (await n8n.createWorkflow({ name: 'Loop', nodes, connections })).id;
}

function rowsOf(rows: IDataObject[]): INode[] {
	return [
		nodeAt(0, START, { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} }),
		nodeAt(1, 'List', {
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows }), options: {} },
		}),
		nodeAt(2, 'Rows', {
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'rows', options: {} },
		}),
	];
}

const to = (node: string) => ({ node, type: 'main' as const, index: 0 });

function chain(...names: string[]): IConnections {
	return Object.fromEntries(names.slice(0, -1).map((name, i) => [name, { main: [[to(names[i + 1]!)]] }]));
}

const PATIENCE_MS = 15 * 60_000;

/**
 * Runs a workflow to its end.
 *
 * @param pollMs how often n8n is asked whether it has ended: that is work for n8n, too
 */
export async function runToEnd(n8n: RunningN8n, workflowId: string, pollMs = 250): Promise<Execution> {
	const id = await n8n.startWorkflow(workflowId, START);
	return await untilEnded(n8n, workflowId, id, pollMs);
}

/** Starts a workflow and does not wait. @returns the id of the execution */
export const start = async (n8n: RunningN8n, workflowId: string) =>
	await n8n.startWorkflow(workflowId, START);

async function untilEnded(
	n8n: RunningN8n,
	workflowId: string,
	id: string,
	pollMs: number,
): Promise<Execution> {
	for (;;) {
		await sleep(pollMs);
		// The list is cheap; the execution itself comes with all its data.
		const [latest] = await n8n.executions(workflowId);
		if (latest?.id === id && latest.stoppedAt) return await n8n.waitForExecution(id, PATIENCE_MS);
	}
}

/** From the first start of the measured node to its last end, in ms; in a loop, what the loop itself takes is in it. */
export function spanOf({ data }: Execution): number {
	const runs = data.resultData.runData[MEASURED];
	if (!runs?.length) throw new Error(`Nothing was measured: ${data.resultData.error?.message}`);
	const ends = runs.map(({ startTime, executionTime }) => startTime + executionTime);
	return Math.max(...ends) - Math.min(...runs.map(({ startTime }) => startTime));
}

/** The output of the measured node. */
export function outputOf({ data }: Execution): IDataObject[] {
	const runs = data.resultData.runData[MEASURED] ?? [];
	return runs.flatMap((run) => (run.data?.main?.[0] ?? []).map(({ json }) => json));
}
