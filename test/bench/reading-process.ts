/** Lists all participants in n8n's engine and watches the memory of its process, see reading.ts. */
import { runNode } from '../engine/engine';
import { publishedParticipantNode } from './package-node';
import type { Reading, ReadingQuestion } from './reading';

const SAMPLE_EVERY_MS = 10;

async function main(question: ReadingQuestion): Promise<void> {
	const { packageFolder, baseUrl, token, sweepstakesToken, simplify } = question;
	const node = await publishedParticipantNode(packageFolder);
	const list = async (parameters: object) =>
		await runNode({
			node,
			account: { baseUrl, token },
			parameters: {
				operation: 'getMany',
				sweepstakes: { __rl: true, mode: 'id', value: sweepstakesToken },
				simplify,
				...parameters,
			},
		});
	// So that what is loaded once is not taken for what the items need.
	await list({ returnAll: false, limit: 1_000 });
	gc!();
	const before = process.memoryUsage();
	let peak = before;
	let heapPeak = 0;
	const sampling = setInterval(() => {
		const now = process.memoryUsage();
		if (now.rss > peak.rss) peak = now;
		heapPeak = Math.max(heapPeak, now.heapUsed + now.external);
	}, SAMPLE_EVERY_MS);
	const started = performance.now();
	const { items } = await list({ returnAll: true });
	const totalMs = performance.now() - started;
	clearInterval(sampling);
	gc!();
	const after = process.memoryUsage();
	process.send!({
		totalMs,
		items: items.length,
		itemsBytes: Buffer.byteLength(JSON.stringify(items.map(({ json }) => json))),
		peakBytes: peak.rss - before.rss,
		heapPeakBytes: heapPeak - before.heapUsed - before.external,
		keptBytes: after.heapUsed + after.external - before.heapUsed - before.external,
	} satisfies Reading);
	process.disconnect();
}

void main(JSON.parse(process.argv[2]!) as ReadingQuestion);
