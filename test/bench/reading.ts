import { askProcess } from './child';
import { atMost, megabytes, ratio, seconds, type PartReport } from './report';
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
	/** The heap in use before. */
	baselineHeapBytes: number;
	/** The peak memory of the process, minus that before. */
	peakBytes: number;
	/** The heap after the final garbage collection, minus that before: the items. */
	keptBytes: number;
}

export interface ReadingResult extends Reading {
	name: string;
	pagesAsked: number;
}

export interface ReadingOptions {
	/** List lengths, longest last. */
	lengths: number[];
}

/** Pages of the small list that each process reads first. */
const FIRST_PAGES = 50;

/** Allowed memory, as a multiple of the items' size as JSON. */
const MOST_OVER_ITEMS = 3;

/**
 * Reads lists, each in a new process with n8n's engine.
 * @param n8nNode the Node that runs n8n
 */
export async function measureReading(
	packageFolder: string,
	n8nNode: string,
	{ lengths }: ReadingOptions,
): Promise<ReadingResult[]> {
	const results: ReadingResult[] = [];
	const read = async (name: string, length: number, way: Way, how = {}) =>
		void results.push({ name, ...(await readOnce(packageFolder, length, way, how)) });
	for (const length of lengths) await read(OURS, length, 'ours');
	const { items, itemsBytes, baselineHeapBytes } = results.at(-1)!;
	await read("n8n's helper in a loop", items, 'helper');
	const limit = Math.ceil((baselineHeapBytes + MOST_OVER_ITEMS * itemsBytes) / 2 ** 20);
	const flags = [`--max-old-space-size=${limit}`];
	await read(`${OURS}, heap limited to ${limit} MiB`, items, 'ours', { flags });
	await read(OURS_ON_N8N_NODE, items, 'ours', { node: n8nNode });
	await read("n8n's helper in a loop, Node of n8n", items, 'helper', { node: n8nNode });
	return results;
}

const OURS = 'our node';
const OURS_ON_N8N_NODE = 'our node, Node of n8n';

async function readOnce(
	packageFolder: string,
	length: number,
	way: Way,
	how: Parameters<typeof askProcess>[2],
): Promise<Omit<ReadingResult, 'name'>> {
	const service = await startService({ callsPerMinute: UNLIMITED });
	try {
		const { baseUrl, token, sweepstakesToken } = service;
		await service.ask('fill', sweepstakesToken, length);
		const question: ReadingQuestion = { packageFolder, baseUrl, token, sweepstakesToken, way };
		const reading = await askProcess<Reading>('reading-process.ts', question, how);
		const calls = await service.ask('calls');
		return { ...reading, pagesAsked: calls.length - FIRST_PAGES };
	} finally {
		await service.close();
	}
}

export function readingReport(results: ReadingResult[], { lengths }: ReadingOptions): PartReport {
	const isUnlimited = ({ name }: ReadingResult) => name === OURS || name === OURS_ON_N8N_NODE;
	const longest = results.filter((result) => isUnlimited(result) && result.items === lengths.at(-1));
	const overItems = ({ peakBytes, itemsBytes }: Reading) => peakBytes / itemsBytes;
	return {
		title: 'D. A long list',
		how: `All participants are listed (Participant › Get Many, Return All, Simplify off) in n8n's engine, each list in a fresh process. The peak is the growth of resident memory since a first small list, sampled every 10 ms. It includes garbage, which V8 leaves while there is memory. n8n's request helper keeps only the items; our node needs more for [two safeguards](decisions/0012-what-a-long-list-costs.md). A heap limited to ${MOST_OVER_ITEMS} times the items shows the real need. “Kept” is the heap at the end, without garbage.`,
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
			...longest.map((result) =>
				atMost(
					'D',
					`${result.items} participants, ${result.name}: peak / items`,
					overItems(result),
					MOST_OVER_ITEMS,
				),
			),
			atMost(
				'D',
				`${longest[0]!.items} participants: pages asked`,
				Math.max(...longest.map(({ pagesAsked }) => pagesAsked)),
				longest[0]!.items / 20,
				String,
			),
		],
	};
}
