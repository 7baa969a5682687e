/** Reads all participants in n8n's engine and measures the memory of the process. reading.ts starts this program. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { runNode, startType } from '../support/engine/engine';
import { publishedParticipantNode } from './package-node';
import type { Reading, ReadingQuestion } from './reading';

const SAMPLE_EVERY_MS = 10;
const SMALL_LIST = 1_000;

interface Page {
	Participants: IDataObject[];
	Pagination: { TotalPages: number };
}

/**
 * Calls n8n's request helper, as a minimal node would.
 *
 * @returns the body of the reply
 */
async function callByHelper<Answer>(
	context: IExecuteFunctions,
	url: string,
	body: IDataObject,
): Promise<Answer> {
	const options = { method: 'POST', url, body, json: true } as const;
	return await context.helpers.httpRequestWithAuthentication.call(context, 'sweepstakesApi', options);
}

/** Creates a minimal node for n8n's engine. */
function createNode(work: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>): INodeType {
	async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await work(this)];
	}
	const { description } = startType([]);
	const credentials = [{ name: 'sweepstakesApi', required: true }];
	return { description: { ...description, inputs: ['main'], credentials }, execute };
}

/** Creates a node that reads the same list with n8n's request helper alone, as a minimal node would. */
function helperNode({ baseUrl, sweepstakesToken }: ReadingQuestion, most: number): INodeType {
	return createNode(async (context) => {
		const items: INodeExecutionData[] = [];
		for (let page = 1, pages = 1; page <= pages && items.length < most; page++) {
			const url = `${baseUrl}/participants/fetch`;
			const answer = await callByHelper<Page>(context, url, { sweepstakesToken, page });
			pages = answer.Pagination.TotalPages;
			for (const json of answer.Participants) items.push({ json, pairedItem: { item: 0 } });
		}
		return items;
	});
}

async function main(question: ReadingQuestion): Promise<void> {
	const { packageFolder, baseUrl, token, sweepstakesToken, way } = question;
	const ours = await publishedParticipantNode(packageFolder);
	const list = async (limit: number) => {
		const node = way === 'helper' ? helperNode(question, limit) : ours;
		const sweepstakes = { __rl: true, mode: 'id', value: sweepstakesToken };
		const parameters = {
			operation: 'getMany',
			sweepstakes,
			simplify: false,
			returnAll: limit === Infinity,
			limit,
		};
		const { items, error } = await runNode({ node, account: { baseUrl, token }, parameters });
		if (error) throw error;
		return items;
	};
	// This first list only warms up, so that one-time loading is not counted.
	await list(SMALL_LIST);
	gc!();
	const before = process.memoryUsage();
	let peak = before.rss;
	const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLE_EVERY_MS);
	const started = performance.now();
	const items = await list(Infinity);
	const totalMs = performance.now() - started;
	clearInterval(sampling);
	gc!();
	const kept = process.memoryUsage().heapUsed;
	process.send!({
		totalMs,
		items: items.length,
		itemsBytes: items.reduce((bytes, { json }) => bytes + Buffer.byteLength(JSON.stringify(json)), 0),
		peakBytes: peak - before.rss,
		keptBytes: kept - before.heapUsed,
	} satisfies Reading);
	process.disconnect();
}

void main(JSON.parse(process.argv[2]!) as ReadingQuestion);
