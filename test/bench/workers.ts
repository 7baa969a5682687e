import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { floorMs, type BulkOptions } from './bulk';
import { atMost, ratio, seconds, type PartReport } from './report';
import { startService } from './service';

/** What a process has to do. */
export interface WorkerQuestion {
	baseUrl: string;
	token: string;
	sweepstakesToken: string;
	callsPerMinute: number;
	emails: string[];
}

/** When a process worked, in ms since 1970, and how many rows it added. */
export interface WorkerSpan {
	startedAt: number;
	endedAt: number;
	added: number;
}

export interface WorkersOptions extends BulkOptions {
	/** Numbers of processes to measure. */
	counts: number[];
}

interface WorkersResult {
	count: number;
	totalMs: number;
	floorMs: number;
	slowestToFastest: number;
	rateRefusals: number;
	busyRefusals: number;
	lost: number;
}

/** Adds the same number of rows by one or several processes, each set to the whole limit; all numbers at the same time. */
export async function measureWorkers({ counts, ...options }: WorkersOptions): Promise<WorkersResult[]> {
	return await Promise.all(counts.map(async (count) => await measure(count, options)));
}

async function measure(count: number, options: BulkOptions): Promise<WorkersResult> {
	const service = await startService(options);
	try {
		const floor = await floorMs(service, false, options);
		const { baseUrl, token, sweepstakesToken } = service;
		const { callsPerMinute } = options;
		const rows = options.rows / count;
		const workers = await Promise.all(
			Array.from({ length: count }, async (_, worker) => {
				const emails = Array.from({ length: rows }, (_row, row) => `w${worker}r${row}@example.com`);
				return await startWorker({ baseUrl, token, sweepstakesToken, callsPerMinute, emails });
			}),
		);
		const spans = await Promise.all(workers.map(async (work) => await work()));
		const statuses = (await service.ask('calls')).map(({ status }) => status);
		const times = spans.map(({ startedAt, endedAt }) => endedAt - startedAt);
		const first = Math.min(...spans.map(({ startedAt }) => startedAt));
		return {
			count,
			totalMs: Math.max(...spans.map(({ endedAt }) => endedAt)) - first,
			floorMs: floor,
			slowestToFastest: Math.max(...times) / Math.min(...times),
			rateRefusals: statuses.filter((status) => status === 429).length,
			busyRefusals: statuses.filter((status) => status === 503).length,
			lost: options.rows - statuses.filter((status) => status === 200).length,
		};
	} finally {
		await service.close();
	}
}

/** Starts a process; what is returned lets it work. */
async function startWorker(question: WorkerQuestion): Promise<() => Promise<WorkerSpan>> {
	const program = ['--import', 'tsx', join(__dirname, 'workers-process.ts'), JSON.stringify(question)];
	const child = spawn(process.execPath, program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
	const message = async () =>
		await Promise.race([
			once(child, 'message'),
			once(child, 'exit').then(() => Promise.reject(new Error('A process ended before its rows were added'))),
		]);
	await message();
	return async () => {
		const answered = message();
		child.send('start');
		return (await answered)[0] as WorkerSpan;
	};
}

export function workersReport(
	results: WorkersResult[],
	{ rows, callsPerMinute, latencyMs }: WorkersOptions,
): PartReport {
	return {
		title: 'G. Several processes',
		how: `${rows} participants are added by one process or evenly by several, each with its own queue and set to the whole limit of ${callsPerMinute} calls in any 60 seconds; a call takes the service ${latencyMs} ms. All numbers of processes are measured at the same time, each at a service of its own. docs/decisions/0011 has the figures of the simulation.`,
		table: {
			head: ['processes', 'time', 'over the floor', 'slowest / fastest', '429', '503', 'rows lost'],
			rows: results.map((result) => [
				String(result.count),
				seconds(result.totalMs),
				ratio(result.totalMs / result.floorMs),
				ratio(result.slowestToFastest),
				...[result.rateRefusals, result.busyRefusals, result.lost].map(String),
			]),
		},
		figures: results.flatMap(({ count, totalMs, floorMs: floor, slowestToFastest, rateRefusals, lost }) => [
			atMost('G', `${count} processes: time / floor`, totalMs / floor, count === 1 ? 1.02 : 1.05),
			atMost('G', `${count} processes: slowest / fastest`, slowestToFastest, 1.25),
			atMost('G', `${count} processes: calls refused for the rate`, rateRefusals, count === 1 ? 0 : count),
			atMost('G', `${count} processes: rows lost`, lost, 0),
		]),
	};
}
