import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { Start } from '../engine/engine';

/** A call by n8n's request helper, as a node of a few lines would make it. @returns the body of the answer */
export async function callByHelper<Answer>(
	context: IExecuteFunctions,
	url: string,
	body: IDataObject,
): Promise<Answer> {
	const options = { method: 'POST', url, body, json: true } as const;
	return await context.helpers.httpRequestWithAuthentication.call(context, 'sweepstakesApi', options);
}

/** A node for n8n's engine that does one thing. */
export function nodeOf(work: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>): INodeType {
	async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await work(this)];
	}
	const { description } = new Start([]).asNode();
	const credentials = [{ name: 'sweepstakesApi', required: true }];
	return { description: { ...description, inputs: ['main'], credentials }, execute };
}
