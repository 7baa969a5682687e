import { setTimeout as sleep } from 'node:timers/promises';

import { floorMs, type BulkOptions } from './bulk';
import { nextMessage, startProcess } from './child';
import { entrants, judge } from './entries';
import { atMost, median, ms, ratio, seconds, type Figure, type PartReport } from './report';
import { startService, type Service } from './service';
import type { Span } from './workflows';

/** What one process is asked to do. */
export interface WorkerQuestion {
	packageFolder: string;
	baseUrl: string;
	token: string;
	sweepstakesToken: string;
	callsPerMinute: number;
	emails: string[];
}

/** The targets for the number of busy replies (503) per call, by the number of processes. */
const BUSY_BARS: Readonly<Record<number, number>> = { 2: 1, 4: 1.5, 8: 3 };

export interface WorkersOptions extends Omit<BulkOptions, 'latencyMs'> {
	/** The numbers of processes to measure. */
	counts: number[];
	/** How long a call takes, in ms. Each number of processes is measured with each of these durations. */
	latenciesMs: number[];
	/** The number of rounds. Several are needed, because random collisions vary the time by a few percent. */
	rounds: number;
	/** The time between the starts of two groups of processes, in ms. */
	apartMs: number;
}

/** The result of several processes adding rows to one account. */
export interface SharedWork {
	/** The number of processes. */
	count: number;
	latencyMs: number;
	totalMs: number;
	overFloor: number;
	slowestToFastest: number;
	/** How many calls were refused with 429. */
	rateRefusals: number;
	/** How many calls were refused with 503. */
	busyRefusals: number;
	/** How many rows were never added. */
	lost: number;
}

/**
 * Adds the same number of rows with one or several processes, each of which may use the plan's whole limit. All groups
 * of processes are prepared before the first one starts. They start some seconds apart, so that their bursts of calls
 * do not overlap.
 */
export async function measureWorkers(
	packageFolder: string,
	{ counts, latenciesMs, rounds, apartMs, ...options }: WorkersOptions,
): Promise<SharedWork[]> {
	const measuring: Array<Promise<SharedWork>> = [];
	let start!: () => void;
	const started = new Promise<void>((resolve) => (start = resolve));
	const setups = latenciesMs.flatMap((latencyMs) => counts.map((count) => ({ latencyMs, count })));
	for (const { latencyMs, count } of Array<typeof setups>(rounds).fill(setups).flat()) {
		await new Promise<void>((resolve, reject) => {
			const delayMs = measuring.length * apartMs;
			const untilStart = async () => {
				resolve();
				await started;
				await sleep(delayMs);
			};
			measuring.push(measure(packageFolder, count, { ...options, latencyMs }, untilStart));
			measuring.at(-1)!.catch(reject);
		});
	}
	start();
	return await Promise.all(measuring);
}

async function measure(
	packageFolder: string,
	count: number,
	options: BulkOptions,
	untilStart: () => Promise<void>,
): Promise<SharedWork> {
	return await measureShared(options, count, async ({ baseUrl, token, sweepstakesToken }) => {
		const { callsPerMinute } = options;
		const workers = await Promise.all(
			shares(options.rows, count).map(async (rows) => {
				const emails = rows.map(({ email }) => String(email));
				return await startWorker({ packageFolder, baseUrl, token, sweepstakesToken, callsPerMinute, emails });
			}),
		);
		return async () => {
			await untilStart();
			return await Promise.all(workers.map(async (work) => await work()));
		};
	});
}

/** Splits the rows among the processes. */
export function shares(rows: number, count: number) {
	const each = rows / count;
	return Array.from({ length: count }, (_, share) => entrants(rows).slice(share * each, (share + 1) * each));
}

/**
 * Measures processes that add rows to one account.
 *
 * @param count the number of processes; each makes one more call, for the entry form
 * @param prepare starts the processes, and returns a function that makes them work and resolves to the time span in
 * which each one worked
 */
export async function measureShared(
	options: BulkOptions,
	count: number,
	prepare: (service: Service) => Promise<() => Promise<Span[]>>,
): Promise<SharedWork> {
	const service = await startService(options);
	try {
		const floor = await floorMs(service, { ...options, rows: options.rows + count });
		const work = await prepare(service);
		await service.ask('clearCalls');
		const spans = await work();
		const calls = await service.ask('calls');
		const refused = (status: number) => calls.filter((call) => call.status === status).length;
		const times = spans.map(({ startedAt, endedAt }) => endedAt - startedAt);
		const firstStart = Math.min(...spans.map(({ startedAt }) => startedAt));
		const totalMs = Math.max(...spans.map(({ endedAt }) => endedAt)) - firstStart;
		return {
			count,
			latencyMs: options.latencyMs,
			totalMs,
			overFloor: totalMs / floor,
			slowestToFastest: Math.max(...times) / Math.min(...times),
			rateRefusals: refused(429),
			busyRefusals: refused(503),
			lost: judge(calls, options.rows).lost,
		};
	} finally {
		await service.close();
	}
}

/** Starts a process. Returns a function that makes it work, and resolves to the time span in which it worked. */
async function startWorker(question: WorkerQuestion): Promise<() => Promise<Span>> {
	const child = startProcess('workers-process.ts', question);
	await nextMessage(child);
	return async () => {
		child.send('start');
		return await nextMessage(child);
	};
}

export function workersReport(results: SharedWork[], options: WorkersOptions): PartReport {
	const { rows, callsPerMinute, latenciesMs, counts, rounds, apartMs } = options;
	const typical = latenciesMs.flatMap((latencyMs) =>
		counts.map((count) =>
			findMedian(results.filter((result) => result.count === count && result.latencyMs === latencyMs)),
		),
	);
	return {
		title: 'D. Several processes',
		how: `One or several processes add ${rows} participants in equal parts, each with its own queue for the whole limit of ${callsPerMinute} calls a minute. They [share the plan](decisions/0011-how-processes-share-a-plan.md) without knowing of each other. Each setup runs ${rounds} times, ${apartMs / 1_000} s apart. Figures are medians, except 429s and lost rows, which are maximums.`,
		table: sharedTable('processes', typical),
		figures: [
			...typical.flatMap((result) => {
				const isAlone = result.count === 1;
				const who = isAlone ? '1 process' : `${result.count} processes`;
				return sharedFigures('D', who, result, options, isAlone ? 1.01 : 1.1);
			}),
			lostFigure('D', typical),
			atMost(
				'D',
				'1 process: 429',
				total(
					typical.filter(({ count }) => count === 1),
					'rateRefusals',
				),
				0,
			),
		],
	};
}

function findMedian(rounds: SharedWork[]): SharedWork {
	const each = (key: keyof SharedWork) => rounds.map((round) => round[key]);
	return {
		count: rounds[0]!.count,
		latencyMs: rounds[0]!.latencyMs,
		totalMs: median(each('totalMs')),
		overFloor: median(each('overFloor')),
		slowestToFastest: median(each('slowestToFastest')),
		rateRefusals: Math.max(...each('rateRefusals')),
		busyRefusals: median(each('busyRefusals')),
		lost: Math.max(...each('lost')),
	};
}

/** @param processes the header of the first column */
export function sharedTable(processes: string, results: SharedWork[]): PartReport['table'] {
	return {
		head: [processes, 'a call', 'time', 'time / floor', 'slowest / fastest', '429', '503', 'rows lost'],
		rows: results.map((result) => [
			String(result.count),
			ms(result.latencyMs),
			seconds(result.totalMs),
			...[result.overFloor, result.slowestToFastest].map(ratio),
			...[result.rateRefusals, result.busyRefusals, result.lost].map(String),
		]),
	};
}

/**
 * Returns the figures for a number of processes, with their targets. A single process has no target for busy replies,
 * because there is no other process that could keep the service busy.
 */
export function sharedFigures(
	part: string,
	who: string,
	{ count, latencyMs, overFloor, busyRefusals }: SharedWork,
	{ rows }: Pick<BulkOptions, 'rows'>,
	atMostOverFloor: number,
): Figure[] {
	const figure = (what: string, value: number, bar: number) =>
		atMost(part, `${who}, ${ms(latencyMs)}: ${what}`, value, bar);
	return [
		{
			...figure('time / floor', overFloor, atMostOverFloor),
			ifMissed: count > 1 ? 'a process found the window full just before its end (decision 11)' : undefined,
		},
		...(count > 1
			? [
					{
						...figure('busy responses (503) per call', busyRefusals / rows, BUSY_BARS[count] ?? 1.5),
						ifMissed: 'rejected processes try again soon (decision 11)',
					},
				]
			: []),
	];
}

/** Returns the figure for the number of rows that all groups together lost. Its target is 0. */
export function lostFigure(part: string, results: SharedWork[]): Figure {
	return atMost(part, 'rows lost', total(results, 'lost'), 0);
}

function total(results: SharedWork[], key: keyof SharedWork): number {
	return results.reduce((sum, result) => sum + result[key], 0);
}
