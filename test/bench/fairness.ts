import type { RunningN8n } from '../../tools/n8n/n8n';
import { atMost, median, ms, type PartReport } from './report';
import { startService, UNLIMITED } from './service';
import { createChain, ourCredential, participantNode, runToEnd, getSpan, start } from './workflows';

export interface FairnessOptions {
	/** How many pages the list has, with 20 participants each. */
	pages: number;
	/** How often the small workflow runs. */
	runs: number;
	/** The processing time of each call, in ms. */
	latencyMs: number;
}

type FairnessResult = Awaited<ReturnType<typeof measureFairness>>;

/** Runs a one-row workflow alone, and then while another workflow reads all participants of the account. */
export async function measureFairness(n8n: RunningN8n, { pages, runs, latencyMs }: FairnessOptions) {
	const service = await startService({ callsPerMinute: UNLIMITED, latencyMs });
	try {
		await service.ask('fill', service.sweepstakesToken, pages * 20);
		const credential = await ourCredential(n8n, service, service.baseUrl, 0);
		const person = { __rl: true, mode: 'id', value: 'participant1@example.com' };
		const small = participantNode(service, credential, { operation: 'get', participant: person });
		const listing = participantNode(service, credential, { operation: 'getMany', returnAll: true });
		const smallId = await createChain(n8n, [{}], small);
		/** Measures how long the node takes in each run, in ms. */
		const times = async () => {
			const spans: number[] = [];
			for (let run = 0; run < runs; run++) spans.push(getSpan(await runToEnd(n8n, smallId)));
			return spans;
		};
		await runToEnd(n8n, smallId);
		const alone = await times();
		const listingRun = await start(n8n, await createChain(n8n, [{}], listing));
		const beside = await times();
		const { status } = await n8n.execution(listingRun);
		if (status !== 'running') throw new Error(`The listing should still run, but is: ${status}`);
		await n8n.stopExecution(listingRun);
		return { alone, beside };
	} finally {
		await service.close();
	}
}

export function fairnessReport(
	result: FairnessResult,
	{ pages, runs, latencyMs }: FairnessOptions,
): PartReport {
	const [alone, beside] = [median(result.alone), median(result.beside)];
	const row = (name: string, times: number[]) => {
		return [name, ...[median(times), Math.min(...times), Math.max(...times)].map(ms)];
	};
	return {
		title: 'B. A small job during a big one',
		how: `One lookup (Participant › Get), ${runs} times alone, and ${runs} times while another workflow lists ${pages} pages of the same account. A call takes the service ${ms(latencyMs)}.`,
		table: {
			head: ['one-row workflow', 'median', 'shortest', 'longest'],
			rows: [row('alone', result.alone), row('during the listing', result.beside)],
		},
		figures: [atMost('B', 'lookup during the listing: extra time, in calls', (beside - alone) / alone, 2)],
	};
}
