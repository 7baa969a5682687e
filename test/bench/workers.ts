import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { floorMs, type BulkOptions } from './bulk';
import { NODE_PATH } from './child';
import { entrants, fateOf } from './entries';
import { atMost, median, ratio, seconds, type Figure, type PartReport } from './report';
import { startService, type Service } from './service';
import type { Span } from './workflows';

/** The work of one process. */
export interface WorkerQuestion {
	packageFolder: string;
	baseUrl: string;
	token: string;
	sweepstakesToken: string;
	callsPerMinute: number;
	emails: string[];
}

export interface WorkersOptions extends BulkOptions {
	/** The numbers of processes to measure. */
	counts: number[];
	/** The number of rounds, because random collisions vary the time by a few per cent. */
	rounds: number;
}

/** The result of several processes adding rows to one account. */
export interface SharedWork {
	/** The number of processes. */
	count: number;
	totalMs: number;
	floorMs: number;
	slowestToFastest: number;
	/** Calls refused with 429. */
	rateRefusals: number;
	/** Calls refused with 503. */
	busyRefusals: number;
	/** Rows that were never added. */
	lost: number;
}

/**
 * Adds the same number of rows with one or several processes, each set to the whole limit. All numbers run
 * concurrently.
 */
export async function measureWorkers(
	packageFolder: string,
	{ counts, rounds, ...options }: WorkersOptions,
): Promise<SharedWork[]> {
	const results: SharedWork[] = [];
	for (let round = 0; round < rounds; round++)
		results.push(
			...(await Promise.all(counts.map(async (count) => await measure(packageFolder, count, options)))),
		);
	return results;
}

async function measure(packageFolder: string, count: number, options: BulkOptions): Promise<SharedWork> {
	return await measureShared(options, async ({ baseUrl, token, sweepstakesToken }) => {
		const { callsPerMinute } = options;
		const workers = await Promise.all(
			shares(options.rows, count).map(async (rows) => {
				const emails = rows.map(({ email }) => String(email));
				return await startWorker({ packageFolder, baseUrl, token, sweepstakesToken, callsPerMinute, emails });
			}),
		);
		return async () => await Promise.all(workers.map(async (work) => await work()));
	});
}

/** The rows of each process. */
export function shares(rows: number, count: number) {
	const each = rows / count;
	return Array.from({ length: count }, (_, share) => entrants(rows).slice(share * each, (share + 1) * each));
}

/**
 * Measures processes that add rows to one account.
 * @param prepare starts the processes. The returned function lets them work, and returns when each did
 */
export async function measureShared(
	options: BulkOptions,
	prepare: (service: Service) => Promise<() => Promise<Span[]>>,
): Promise<SharedWork> {
	const service = await startService(options);
	try {
		const floor = await floorMs(service, false, options);
		const work = await prepare(service);
		await service.ask('clearCalls');
		const spans = await work();
		const calls = await service.ask('calls');
		const refused = (status: number) => calls.filter((call) => call.status === status).length;
		const times = spans.map(({ startedAt, endedAt }) => endedAt - startedAt);
		return {
			count: spans.length,
			totalMs:
				Math.max(...spans.map(({ endedAt }) => endedAt)) -
				Math.min(...spans.map(({ startedAt }) => startedAt)),
			floorMs: floor,
			slowestToFastest: Math.max(...times) / Math.min(...times),
			rateRefusals: refused(429),
			busyRefusals: refused(503),
			lost: fateOf(calls, options.rows).lost,
		};
	} finally {
		await service.close();
	}
}

/** Starts a process. The returned function lets it work. */
async function startWorker(question: WorkerQuestion): Promise<() => Promise<Span>> {
	const program = ['--import', 'tsx', join(__dirname, 'workers-process.ts'), JSON.stringify(question)];
	const child = spawn(process.execPath, program, {
		env: { ...process.env, NODE_PATH },
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
	const message = async () =>
		await Promise.race([
			once(child, 'message'),
			once(child, 'exit').then(() => Promise.reject(new Error('A process ended before its rows were added'))),
		]);
	await message();
	return async () => {
		const answered = message();
		child.send('start');
		return (await answered)[0] as Span;
	};
}

export function workersReport(
	results: SharedWork[],
	{ rows, callsPerMinute, latencyMs, counts, rounds }: WorkersOptions,
): PartReport {
	const typical = counts.map((count) => medianOf(results.filter((result) => result.count === count)));
	return {
		title: 'G. Several processes',
		how: `One or several processes add ${rows} participants, in equal parts. Each has its own queue, set to the whole limit of ${callsPerMinute} calls in any 60 seconds. A call takes the service ${latencyMs} ms. All setups run at once, each with its own service, in ${rounds} rounds. Figures are medians, but maximums for 429 and lost rows. [Decision 11](decisions/0011-how-processes-share-a-plan.md) has the simulation.`,
		table: sharedTable('processes', typical),
		figures: typical.flatMap((result) =>
			sharedFigures('G', result.count === 1 ? '1 process' : `${result.count} processes`, result, {
				overFloor: result.count === 1 ? 1.01 : 1.05,
				rateRefusals: result.count === 1 ? 0 : result.count,
			}),
		),
	};
}

function medianOf(rounds: SharedWork[]): SharedWork {
	const each = (key: keyof SharedWork) => rounds.map((round) => round[key]);
	return {
		count: rounds[0]!.count,
		totalMs: median(each('totalMs')),
		floorMs: median(each('floorMs')),
		slowestToFastest: median(each('slowestToFastest')),
		rateRefusals: Math.max(...each('rateRefusals')),
		busyRefusals: median(each('busyRefusals')),
		lost: Math.max(...each('lost')),
	};
}

/** @param processes the header of the first column */
export function sharedTable(processes: string, results: SharedWork[]): PartReport['table'] {
	return {
		head: [processes, 'time', 'over the floor', 'slowest / fastest', '429', '503', 'rows lost'],
		rows: results.map((result) => [
			String(result.count),
			seconds(result.totalMs),
			ratio(result.totalMs / result.floorMs),
			ratio(result.slowestToFastest),
			...[result.rateRefusals, result.busyRefusals, result.lost].map(String),
		]),
	};
}

/** The targets for one number of processes. */
export function sharedFigures(
	part: string,
	who: string,
	{ totalMs, floorMs: floor, slowestToFastest, rateRefusals, lost }: SharedWork,
	bars: { overFloor: number; rateRefusals: number },
): Figure[] {
	return [
		atMost(part, `${who}: time / floor`, totalMs / floor, bars.overFloor),
		atMost(part, `${who}: slowest / fastest`, slowestToFastest, 1.25),
		atMost(part, `${who}: 429`, rateRefusals, bars.rateRefusals),
		atMost(part, `${who}: rows lost`, lost, 0),
	];
}
