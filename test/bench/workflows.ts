import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INodeCredentialsDetails, INodeParameters } from 'n8n-workflow';

import type { RunningN8n } from '../../tools/n8n/n8n';
import type { Execution } from '../../tools/n8n/rest';
import { loopWorkflow, ROWS_NODE, ROWS_START, rowsWorkflow, type Part } from '../../tools/n8n/rows';
import type { Service } from './service';

export async function ourCredential(
	n8n: RunningN8n,
	{ token }: Service,
	baseUrl: string,
	callsPerMinute: number,
): Promise<INodeCredentialsDetails> {
	const data = { callsPerMinute, allowInsecure: true };
	return await n8n.createAccountCredential({ baseUrl, token }, data);
}

/** Creates n8n's own Bearer credential, as people use it with the HTTP Request node. */
export async function bearerCredential(
	n8n: RunningN8n,
	{ token }: Service,
): Promise<INodeCredentialsDetails> {
	return await n8n.createCredential({ name: 'Bearer', type: 'httpBearerAuth', data: { token } });
}

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

/**
 * Creates an HTTP Request node that posts JSON.
 *
 * @param jsonBody an expression
 */
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

/** @returns the id of a workflow that runs the node for all rows at once */
export const createChain = async (n8n: RunningN8n, rows: IDataObject[], node: Part): Promise<string> =>
	(await n8n.createWorkflow(rowsWorkflow(rows, node))).id;

/** @returns the id of a workflow that runs the node for one row after another */
export const createLoop = async (n8n: RunningN8n, rows: IDataObject[], node: Part): Promise<string> =>
	(await n8n.createWorkflow(loopWorkflow(rows, node))).id;

const PATIENCE_MS = 15 * 60_000;

/**
 * Starts a workflow without waiting.
 *
 * @returns the ID of the execution
 */
export const start = async (n8n: RunningN8n, workflowId: string) =>
	await n8n.startWorkflow(workflowId, ROWS_START);

/**
 * Runs a workflow to its end.
 *
 * @param pollMs the polling interval, which must not be too short, because each poll also costs n8n time
 */
export async function runToEnd(n8n: RunningN8n, workflowId: string, pollMs = 250): Promise<Execution> {
	const id = await start(n8n, workflowId);
	for (;;) {
		await sleep(pollMs);
		// The list is polled, because it costs little, whereas an execution includes all its data.
		const [latest] = await n8n.executions(workflowId);
		if (latest?.id === id && latest.stoppedAt) return await n8n.waitForExecution(id, PATIENCE_MS);
	}
}

/** The time span in which a node worked, in ms since 1970. */
export interface Span {
	startedAt: number;
	endedAt: number;
}

/** The time from the node's first start to its last end, in ms, including any loop. */
export function getSpan(execution: Execution): number {
	const { startedAt, endedAt } = nodeSpan(execution);
	return endedAt - startedAt;
}

/**
 * Returns the span from the node's first start to its last end.
 *
 * @throws Error if the node did not run
 */
export function nodeSpan({ data }: Execution): Span {
	const runs = data.resultData.runData[ROWS_NODE];
	if (!runs?.length) throw new Error(`Nothing was measured: ${data.resultData.error?.message}`);
	return {
		startedAt: Math.min(...runs.map(({ startTime }) => startTime)),
		endedAt: Math.max(...runs.map(({ startTime, executionTime }) => startTime + executionTime)),
	};
}
