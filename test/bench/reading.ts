import { askProcess } from './child';
import { atMost, megabytes, ratio, seconds, type Figure, type PartReport } from './report';
import { startService, UNLIMITED } from './service';

type Way = 'ours' | 'helper';

export interface ReadingQuestion {
	packageFolder: string;
	baseUrl: string;
	token: string;
	sweepstakesToken: string;
	way: Way;
}

/** The measurements of one list. */
export interface Reading {
	totalMs: number;
	items: number;
	/** The size of all items as JSON. */
	itemsBytes: number;
	/** The peak memory of the process minus its memory before the list, in bytes. */
	peakBytes: number;
	/**
	 * The heap after the final garbage collection minus the heap before the list, in bytes. The difference is the size of
	 * the items.
	 */
	keptBytes: number;
}

export interface ReadingResult extends Reading {
	way: Way;
	/** Whether the list was read with the Node.js that runs n8n. */
	onN8nNode: boolean;
	pagesAsked: number;
}

export interface ReadingOptions {
	/** The length of the list. */
	length: number;
	/** The number of rounds. Several are needed, because the peak depends on when V8 collects garbage. */
	rounds: number;
}

/** The length of the small list that each process reads first, in pages. */
const FIRST_PAGES = 50;

/**
 * Reads a list several times, each time in a new process with n8n's engine.
 *
 * @param n8nNode the Node.js that runs n8n
 * @returns for each way, the round whose peak is the median
 */
export async function measureReading(
	packageFolder: string,
	n8nNode: string,
	{ length, rounds }: ReadingOptions,
): Promise<ReadingResult[]> {
	const service = await startService({ callsPerMinute: UNLIMITED });
	try {
		const { baseUrl, token, sweepstakesToken } = service;
		await service.ask('fill', sweepstakesToken, length);
		const read = async (way: Way, onN8nNode: boolean) => {
			const question: ReadingQuestion = { packageFolder, baseUrl, token, sweepstakesToken, way };
			await service.ask('clearCalls');
			const node = onN8nNode ? n8nNode : process.execPath;
			const reading = await askProcess<Reading>('reading-process.ts', question, node);
			const { length } = await service.ask('calls');
			return { ...reading, way, onN8nNode, pagesAsked: length - FIRST_PAGES };
		};
		const results: ReadingResult[][] = [];
		for (let round = 0; round < rounds; round++) {
			let kind = 0;
			for (const onN8nNode of [false, true])
				for (const way of ['ours', 'helper'] as const)
					(results[kind++] ??= []).push(await read(way, onN8nNode));
		}
		return results.map((all) => all.sort((a, b) => a.peakBytes - b.peakBytes)[Math.floor(rounds / 2)]!);
	} finally {
		await service.close();
	}
}

export function readingReport(results: ReadingResult[], { length, rounds }: ReadingOptions): PartReport {
	const [ours, helpers] = (['ours', 'helper'] as const).map((way) =>
		results.filter((one) => one.way === way),
	) as [ReadingResult[], ReadingResult[]];
	return {
		title: 'C. A long list',
		how: `All ${length} participants (Participant › Get Many, Return All) on n8n’s Node.js, each time in a fresh process. The peak is the largest increase in memory, including [garbage](decisions/0012-what-a-long-list-costs.md) (the median of ${rounds} rounds). “Kept” is what remains after a garbage collection.`,
		table: {
			head: ['way', 'time', 'items as JSON', 'peak', 'peak / items', 'kept / items'],
			rows: results
				.filter(({ onN8nNode }) => onN8nNode)
				.map((result) => [
					result.way === 'ours' ? 'our node' : "n8n's helper in a loop",
					seconds(result.totalMs),
					megabytes(result.itemsBytes),
					megabytes(result.peakBytes),
					ratio(result.peakBytes / result.itemsBytes),
					ratio(result.keptBytes / result.itemsBytes),
				]),
		},
		figures: [
			// Only the Node.js that n8n ships with has a target, because that is what people use.
			...ours.flatMap((one, index): Figure[] => {
				if (!one.onN8nNode) return [];
				const what = "our peak / n8n's helper's, on n8n’s Node.js";

				const value = one.peakBytes / helpers[index]!.peakBytes;
				return [{ ...atMost('C', what, value, 1), ifMissed: 'V8 leaves more garbage (decision 12)' }];
			}),
			atMost(
				'C',
				'pages requested',
				Math.max(...ours.map(({ pagesAsked }) => pagesAsked)),
				length / 20,
				String,
			),
		],
	};
}
