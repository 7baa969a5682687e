import { askProcess } from './child';
import { atMost, megabytes, ratio, seconds, type PartReport } from './report';
import { startService, UNLIMITED } from './service';

type Way = 'ours' | 'helper';

export interface ReadingQuestion {
	/** Where the published package is installed. */
	packageFolder: string;
	baseUrl: string;
	token: string;
	sweepstakesToken: string;
	way: Way;
}

/** What one listing took. */
export interface Reading {
	totalMs: number;
	items: number;
	/** Of all items as JSON. */
	itemsBytes: number;
	/** What the heap held before. */
	baselineHeapBytes: number;
	/** The most memory the process had, beyond what it had before. */
	peakBytes: number;
	/** What its heap holds in the end beyond that, without garbage: the items. */
	keptBytes: number;
}

export interface ReadingResult extends Reading {
	name: string;
	pagesAsked: number;
}

export interface ReadingOptions {
	/** Lengths of the lists, the longest last. */
	lengths: number[];
}

/** The small list that each process reads first takes as many pages. */
const FIRST_PAGES = 50;

/** The memory that a list may take over its items as JSON. */
const MOST_OVER_ITEMS = 3;

/** Reads lists, each in a fresh process with n8n's engine. */
export async function measureReading(
	packageFolder: string,
	{ lengths }: ReadingOptions,
): Promise<ReadingResult[]> {
	const results: ReadingResult[] = [];
	for (const length of lengths) {
		results.push(await read('our node', packageFolder, length, 'ours'));
	}
	const { items, itemsBytes, baselineHeapBytes } = results.at(-1)!;
	const limit = Math.ceil((baselineHeapBytes + MOST_OVER_ITEMS * itemsBytes) / 2 ** 20);
	results.push(await read("n8n's helper in a loop", packageFolder, items, 'helper'));
	results.push(
		await read(`our node, heap limited to ${limit} MiB`, packageFolder, items, 'ours', [
			`--max-old-space-size=${limit}`,
		]),
	);
	return results;
}

async function read(
	name: string,
	packageFolder: string,
	length: number,
	way: Way,
	flags: string[] = [],
): Promise<ReadingResult> {
	const service = await startService({ callsPerMinute: UNLIMITED });
	try {
		const { baseUrl, token, sweepstakesToken } = service;
		await service.ask('fill', sweepstakesToken, length);
		const question: ReadingQuestion = { packageFolder, baseUrl, token, sweepstakesToken, way };
		const reading = await askProcess<Reading>('reading-process.ts', question, flags);
		const calls = await service.ask('calls');
		return { name, ...reading, pagesAsked: calls.length - FIRST_PAGES };
	} finally {
		await service.close();
	}
}

export function readingReport(results: ReadingResult[], { lengths }: ReadingOptions): PartReport {
	const longest = results[lengths.length - 1]!;
	const limited = results.at(-1)!;
	const overItems = ({ peakBytes, itemsBytes }: Reading) => peakBytes / itemsBytes;
	return {
		title: 'D. A long list',
		how: `All participants are listed (Participant › Get Many, Return All, Simplify off) in n8n's engine, each list in a fresh process. The peak is the process's resident memory beyond what it had after a first small list, sampled every 10 ms: it holds the garbage that V8 has not collected yet, because there is memory enough. The same list by n8n's request helper in a loop, which keeps nothing but the items, shows how much of it is ours; a heap limited to what it held before and ${MOST_OVER_ITEMS} times the items, what the list needs. “Kept” is the heap in the end, without garbage.`,
		table: {
			head: ['way', 'participants', 'time', 'pages', 'items as JSON', 'peak', 'peak / items', 'kept / items'],
			rows: results.map((result) => [
				result.name,
				String(result.items),
				seconds(result.totalMs),
				String(result.pagesAsked),
				megabytes(result.itemsBytes),
				megabytes(result.peakBytes),
				ratio(overItems(result)),
				ratio(result.keptBytes / result.itemsBytes),
			]),
		},
		figures: [
			atMost(
				'D',
				`${longest.items} participants: peak memory / items as JSON`,
				overItems(longest),
				MOST_OVER_ITEMS,
			),
			{
				part: 'D',
				what: `the same in a ${limited.name.replace('our node, ', '')}`,
				measured: ratio(overItems(limited)),
			},
			atMost(
				'D',
				`${longest.items} participants: pages asked`,
				longest.pagesAsked,
				longest.items / 20,
				String,
			),
		],
	};
}
