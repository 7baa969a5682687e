/** Measures the CPU time of calls in n8n's engine. cost.ts starts this program. */
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';

import { runNode } from '../support/engine/engine';
import type { Cost, CostQuestion } from './cost';
import { callByHelper, createNode } from './helper-node';
import { publishedParticipantNode } from './package-node';

const ROUNDS = 6;

interface Page {
	Participants: IDataObject[];
}

/** Creates a node that only uses n8n's request helper: each call requests a count or a page of a list. */
const helperNode = ({ baseUrl, sweepstakesToken, calls }: CostQuestion, isList: boolean): INodeType =>
	createNode(async (context) => {
		const items: INodeExecutionData[] = [];
		const count = { SweepstakesToken: sweepstakesToken };
		for (let page = 1; page <= calls; page++) {
			if (!isList) {
				items.push({ json: await callByHelper(context, `${baseUrl}/participants/count`, count) });
				continue;
			}
			const request = { sweepstakesToken, page };
			const answer = await callByHelper<Page>(context, `${baseUrl}/participants/fetch`, request);
			for (const json of answer.Participants) items.push({ json, pairedItem: { item: 0 } });
		}
		return items;
	});

async function main(question: CostQuestion): Promise<void> {
	const { packageFolder, baseUrl, token, sweepstakesToken, calls } = question;
	const sweepstakes = { __rl: true, mode: 'id', value: sweepstakesToken };
	const counts = {
		parameters: { operation: 'count', sweepstakes },
		items: Array.from({ length: calls }, () => ({})),
	};
	const list = { parameters: { operation: 'getMany', sweepstakes, returnAll: true, simplify: false } };
	const cpuMs = async (node: INodeType, job: typeof counts | typeof list) => {
		gc!();
		const before = process.cpuUsage();
		const { error } = await runNode({ node, ...job, account: { baseUrl, token } });
		if (error) throw error;
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1_000 / calls;
	};
	const ours = await publishedParticipantNode(packageFolder);
	const cost: Cost = { helper: 0, n8n: 0, helperPage: 0, n8nPage: 0 };
	// The first round only warms up.
	for (let round = 0; round <= ROUNDS; round++) {
		const spent: Cost = {
			helper: await cpuMs(helperNode(question, false), counts),
			n8n: await cpuMs(ours, counts),
			helperPage: await cpuMs(helperNode(question, true), list),
			n8nPage: await cpuMs(ours, list),
		};
		if (round === 0) continue;
		for (const way of Object.keys(spent) as Array<keyof Cost>) cost[way] += spent[way] / ROUNDS;
	}
	process.send!(cost);
	process.disconnect();
}

void main(JSON.parse(process.argv[2]!) as CostQuestion);
