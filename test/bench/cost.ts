import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Host } from '../../tools/n8n/install';
import { run } from '../../tools/n8n/processes';
import { askProcess } from './child';
import { atMost, median, ms, ratio, type PartReport } from './report';
import { startService, UNLIMITED } from './service';

export interface CostQuestion {
	packageFolder: string;
	baseUrl: string;
	token: string;
	sweepstakesToken: string;
	calls: number;
}

/** The CPU time per call in ms, for each way of making calls. */
export interface Cost {
	/** The time with n8n's request helper alone. */
	helper: number;
	n8n: number;
	/** The time with n8n's request helper alone, for a page of 20 participants. */
	helperPage: number;
	n8nPage: number;
}

export interface CostResult extends Cost {
	/** How long n8n's loader took to load the package, in ms, in each of several new processes. */
	loadMs: number[];
	nodes: number;
	tarballBytes: number;
}

const LOADS = 11;

const PER_PAGE = 20;

export async function measureCost(
	host: Host,
	tarball: string,
	packageFolder: string,
	calls: number,
): Promise<CostResult> {
	const service = await startService({ callsPerMinute: UNLIMITED });
	const { baseUrl, token, sweepstakesToken } = service;
	await service.ask('fill', sweepstakesToken, calls * PER_PAGE);
	const cost = await askProcess<Cost>('cost-process.ts', {
		packageFolder,
		baseUrl,
		token,
		sweepstakesToken,
		calls,
	} satisfies CostQuestion).finally(() => service.close());
	const loads = await measureLoads(host, packageFolder);
	return {
		...cost,
		loadMs: loads.map((load) => load.ms),
		nodes: loads[0]!.nodes,
		tarballBytes: (await stat(tarball)).size,
	};
}

async function measureLoads(
	host: Host,
	packageFolder: string,
): Promise<Array<{ ms: number; nodes: number }>> {
	const args = [join(__dirname, 'load-time.js'), host.directory, packageFolder];
	const env = { ...process.env, N8N_USER_FOLDER: packageFolder };
	const loads = [];
	for (let n = 0; n < LOADS; n++) {
		const output = await run(host.node, args, { cwd: packageFolder, env });
		loads.push(JSON.parse(output.trim().split('\n').at(-1)!) as { ms: number; nodes: number });
	}
	return loads;
}

export function costReport(result: CostResult): PartReport {
	const { helper, n8n, helperPage, n8nPage, loadMs, nodes, tarballBytes } = result;
	const row = (name: string, cpuMs: number, least = helper) => [
		name,
		`${cpuMs.toFixed(2)} ms`,
		ratio(cpuMs / least),
	];
	return {
		title: 'F. What our own code costs',
		how: `CPU time per call, over loopback. The helper is n8n’s httpRequestWithAuthentication in a minimal node. A page has 20 participants. “Load time” is what n8n’s loader takes for all ${nodes} nodes, in ${loadMs.length} fresh processes.`,
		table: {
			head: ['way', 'CPU for a call', 'over the helper'],
			rows: [
				row("n8n's helper by itself", helper),
				row('our node', n8n),
				row("n8n's helper, pages of a list", helperPage, helperPage),
				row('our node, pages of a list', n8nPage, helperPage),
			],
		},
		figures: [
			// CPU time has no target: at 2.5 calls a second, the difference is a thousandth of a core.
			atMost('F', 'load time in n8n, median', median(loadMs), 60, ms),
			{
				...atMost('F', 'tarball', tarballBytes / 1e3, 200, (kB) => `${kB.toFixed(0)} kB`),
				ifMissed: 'the bundle stays readable (180 kB without its whitespace)',
			},
		],
	};
}
