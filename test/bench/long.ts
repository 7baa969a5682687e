import { setTimeout as sleep } from 'node:timers/promises';

import { openEditor } from '../../tools/n8n/browser';
import { startN8nWithPackage, type RunningN8n } from '../../tools/n8n/n8n';
import { getOutput } from '../../tools/n8n/rest';
import { ROWS_NODE } from '../../tools/n8n/rows';
import { until } from '../../tools/n8n/wait';
import { entrants, entryParameters, judge } from './entries';
import { inspect, INSPECTABLE, type Memory } from './inspect';
import { atMost, megabytes, seconds, type PartReport } from './report';
import { startService, UNLIMITED, type Service } from './service';
import { createChain, ourCredential, participantNode, runToEnd, start } from './workflows';

export interface LongOptions {
	/** How many rows the long run has. */
	rows: number;
	moments: number[];
	/** The settings of the run that is stopped while it waits. */
	stopped: { rows: number; callsPerMinute: number };
	/**
	 * How long after the runs to count the timers and listeners that they have left behind, in ms. This must exceed the
	 * deadline of a call, which is a minute.
	 */
	afterMs: number;
}

type LongResult = Awaited<ReturnType<typeof measureLong>>;

/**
 * Runs many rows in an n8n instance of its own. At the same time, another run is stopped while it waits, and is then
 * started again.
 */
export async function measureLong({ rows, moments, stopped, afterMs }: LongOptions) {
	const n8n = await startN8nWithPackage({ env: INSPECTABLE });
	const limited = await startService(stopped);
	const unlimited = await startService({ callsPerMinute: UNLIMITED });
	try {
		const shortId = await workflow(n8n, limited, { ...stopped, whenAlreadyEntered: 'skip' });
		const waiting = await start(n8n, shortId);
		await until(async () => (await usage(limited)).APICalls >= stopped.callsPerMinute);
		await sleep(1_000);
		await n8n.stopExecution(waiting);
		const { participants: entered } = await usage(limited);
		const again = runToEnd(n8n, shortId, 1_000);

		const longId = await workflow(n8n, unlimited, { rows, callsPerMinute: 0, whenAlreadyEntered: 'add' });
		const running = runToEnd(n8n, longId, 1_000);
		const inspector = await inspect(n8n.output());
		const memory: Memory[] = [];
		for (const done of moments) {
			await until(async () => (await usage(unlimited)).participants >= done);
			memory.push(await inspector.memory());
		}
		const [long, rerun] = await Promise.all([running, again]);
		const ended = sleep(afterMs);
		const shownMs = await showTable(n8n, `${longId}/executions/${long.id}`, rows);
		await ended;
		memory.push(await inspector.memory());
		// Of several counts, the lowest is kept, because n8n itself sometimes has a few such timers.
		let left = Infinity;
		for (let look = 0; look < 5 && left > 0; look++) {
			if (look > 0) await sleep(700);
			left = Math.min(left, await inspector.left());
		}

		const [items, itemsOfRerun] = [getOutput(long, ROWS_NODE), getOutput(rerun, ROWS_NODE)];
		const fates = [
			judge(await unlimited.ask('calls'), rows),
			judge(await limited.ask('calls'), stopped.rows),
		];
		const missing = Math.abs(rows + stopped.rows - items.length - itemsOfRerun.length);
		return {
			memory,
			itemBytes: Buffer.byteLength(JSON.stringify(items)) / rows,
			shownMs,
			entered,
			skipped: itemsOfRerun.filter(({ existed }) => existed).length,
			wrong: fates.reduce((sum, { lost, doubled }) => sum + lost + doubled, missing),
			left,
			lines: n8n.output().split(`of ${rows} items done`).length - 1,
		};
	} finally {
		await Promise.all([limited.close(), unlimited.close(), n8n.stop()]);
	}
}

const usage = async (service: Service) => (await service.ask('accounts'))[0]!;

async function workflow(
	n8n: RunningN8n,
	service: Service,
	{ rows, callsPerMinute, whenAlreadyEntered }: LongOptions['stopped'] & { whenAlreadyEntered: string },
) {
	const credential = await ourCredential(n8n, service, service.baseUrl, callsPerMinute);
	const add = { ...entryParameters(), whenAlreadyEntered };
	return await createChain(n8n, entrants(rows), participantNode(service, credential, add));
}

/** @returns how long it takes from opening an execution's page until the table of its items is shown, in ms */
async function showTable({ baseUrl }: RunningN8n, path: string, rows: number): Promise<number> {
	const { page, close } = await openEditor(baseUrl);
	try {
		const startedAt = performance.now();
		await page.goto(`${baseUrl}/workflow/${path}`);
		await page.locator(`[data-test-id="canvas-node"][data-node-name="${ROWS_NODE}"]`).dblclick();
		const output = page.getByTestId('output-panel');
		for (const text of [`${rows} items`, 'entrant24@example.com']) await output.getByText(text).waitFor();
		return performance.now() - startedAt;
	} finally {
		await close();
	}
}

export function longReport(result: LongResult, { rows, moments, stopped }: LongOptions): PartReport {
	const { memory, itemBytes, shownMs, entered, skipped, wrong, left, lines } = result;
	const when = [...moments.map((done) => `${done} rows`), 'a minute later'];
	const others = memory.map(({ heapUsed }, index) => heapUsed - (moments[index] ?? 0) * itemBytes);
	return {
		title: 'I. Long runs',
		how: `The node adds ${stopped.rows} participants in n8n, with “When Already Entered: Skip”. After ${entered} rows, we stop the execution and start it again: it skips ${skipped}. Meanwhile, the node adds ${rows} others, with ${lines} lines of progress in n8n’s log, and the editor shows the result after ${seconds(shownMs)}.`,
		table: {
			head: ['after', 'heap', 'without the items as JSON', 'resident'],
			rows: memory.map(({ heapUsed, rss }, index) => [
				when[index]!,
				...[heapUsed, others[index]!, rss].map(megabytes),
			]),
		},
		figures: [
			atMost('I', 'rows doubled + lost', wrong, 0),
			atMost('I', 'timers + listeners left after a minute', left, 0),
		],
	};
}
