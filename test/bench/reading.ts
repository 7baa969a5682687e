import { askProcess } from './child';
import { atMost, megabytes, ratio, seconds, type PartReport } from './report';
import { startService, UNLIMITED } from './service';

export interface ReadingQuestion {
	/** Where the published package is installed. */
	packageFolder: string;
	baseUrl: string;
	token: string;
	sweepstakesToken: string;
	simplify: boolean;
}

/** What one listing took. */
export interface Reading {
	totalMs: number;
	items: number;
	/** Of all items as JSON. */
	itemsBytes: number;
	/** The most memory the process had, beyond what it had before. */
	peakBytes: number;
	/** The most that its heap held, garbage included, beyond what it held before. */
	heapPeakBytes: number;
	/** What its heap holds in the end, without garbage: the items. */
	keptBytes: number;
}

export interface ReadingResult extends Reading {
	pagesAsked: number;
}

/** Reads lists of these lengths, each in a fresh process with n8n's engine. */
export async function measureReading(
	packageFolder: string,
	lengths: number[],
	simplify = false,
): Promise<ReadingResult[]> {
	const results: ReadingResult[] = [];
	for (const length of lengths) {
		const service = await startService({ callsPerMinute: UNLIMITED });
		try {
			await service.ask('fill', service.sweepstakesToken, length);
			const { baseUrl, token, sweepstakesToken } = service;
			const question: ReadingQuestion = { packageFolder, baseUrl, token, sweepstakesToken, simplify };
			const reading = await askProcess<Reading>('reading-process.ts', question);
			const warmUp = 50;
			const calls = await service.ask('calls');
			results.push({ ...reading, pagesAsked: calls.length - warmUp });
		} finally {
			await service.close();
		}
	}
	return results;
}

export function readingReport(results: ReadingResult[]): PartReport {
	const longest = results.at(-1)!;
	const overItems = ({ peakBytes, itemsBytes }: Reading) => peakBytes / itemsBytes;
	return {
		title: 'D. A long list',
		how: `All participants are listed (Participant › Get Many, Return All, Simplify off) by our node in n8n's engine, each list in a fresh process; n8n itself would keep the same items. The peak is the process's resident memory beyond what it had after a first small list, sampled every 10 ms.`,
		table: {
			head: ['participants', 'time', 'pages asked', 'items as JSON', 'peak', 'peak / items', 'kept / items'],
			rows: results.map((result) => [
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
			atMost('D', `${longest.items} participants: peak memory / items as JSON`, overItems(longest), 3),
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
