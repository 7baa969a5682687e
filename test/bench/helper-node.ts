import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { startType } from '../support/engine/engine';

/**
 * Calls n8n's request helper, as a minimal node would.
 *
 * @returns the body of the reply
 */
export async function callByHelper<Answer>(
	context: IExecuteFunctions,
	url: string,
	body: IDataObject,
): Promise<Answer> {
	const options = { method: 'POST', url, body, json: true } as const;
	return await context.helpers.httpRequestWithAuthentication.call(context, 'sweepstakesApi', options);
}

/** Creates a minimal node for n8n's engine. */
export function createNode(work: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>): INodeType {
	async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await work(this)];
	}
	const { description } = startType([]);
	const credentials = [{ name: 'sweepstakesApi', required: true }];
	return { description: { ...description, inputs: ['main'], credentials }, execute };
}
