/** Measures the CPU time of calls in n8n's engine, see cost.ts. */
import type { INodeExecutionData, INodeType } from 'n8n-workflow';

import { runNode } from '../engine/engine';
import type { Cost, CostQuestion } from './cost';
import { callByHelper, nodeOf } from './helper-node';
import { publishedParticipantNode } from './package-node';

const ROUNDS = 4;

/** n8n's helper alone, called once per item. */
const helperNode = ({ baseUrl, sweepstakesToken }: CostQuestion): INodeType =>
	nodeOf(async (context) => {
		const items: INodeExecutionData[] = [];
		for (let left = context.getInputData().length; left > 0; left--) {
			const body = { SweepstakesToken: sweepstakesToken };
			items.push({ json: await callByHelper(context, `${baseUrl}/participants/count`, body) });
		}
		return items;
	});

async function main(question: CostQuestion): Promise<void> {
	const { packageFolder, baseUrl, token, sweepstakesToken, calls } = question;
	const items = Array.from({ length: calls }, () => ({}));
	const parameters = {
		operation: 'count',
		sweepstakes: { __rl: true, mode: 'id', value: sweepstakesToken },
	};
	const cpuMs = async (node: INodeType, connection: 'n8n' | 'keepAlive') => {
		gc!();
		const before = process.cpuUsage();
		const { error } = await runNode({ node, parameters, items, account: { baseUrl, token, connection } });
		if (error) throw error;
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1_000 / calls;
	};
	const ours = await publishedParticipantNode(packageFolder);
	const helper = helperNode(question);
	const cost: Cost = { helper: 0, n8n: 0, keepAlive: 0 };
	// The first round warms up.
	for (let round = 0; round <= ROUNDS; round++) {
		const spent = {
			helper: await cpuMs(helper, 'n8n'),
			n8n: await cpuMs(ours, 'n8n'),
			keepAlive: await cpuMs(ours, 'keepAlive'),
		};
		if (round === 0) continue;
		for (const way of Object.keys(spent) as Array<keyof Cost>) cost[way] += spent[way] / ROUNDS;
	}
	process.send!(cost);
	process.disconnect();
}

void main(JSON.parse(process.argv[2]!) as CostQuestion);
