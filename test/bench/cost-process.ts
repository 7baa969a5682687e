/** Takes the CPU time of calls in n8n's engine, see cost.ts. */
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { runNode, Start } from '../engine/engine';
import type { Cost, CostQuestion } from './cost';
import { publishedParticipantNode } from './package-node';

const ROUNDS = 4;

/** n8n's helper by itself, as a node of a few lines would use it. */
function helperNode({ baseUrl, sweepstakesToken }: CostQuestion): INodeType {
	async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items: INodeExecutionData[] = [];
		for (let left = this.getInputData().length; left > 0; left--) {
			const json = await this.helpers.httpRequestWithAuthentication.call(this, 'sweepstakesApi', {
				method: 'POST',
				url: `${baseUrl}/participants/count`,
				body: { SweepstakesToken: sweepstakesToken },
				json: true,
			});
			items.push({ json });
		}
		return [items];
	}
	const { description } = new Start([]).asNode();
	const credentials = [{ name: 'sweepstakesApi', required: true }];
	return { description: { ...description, inputs: ['main'], credentials }, execute };
}

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
	// In the first round everything is loaded and compiled.
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
