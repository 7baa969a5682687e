import { startQueuedN8n } from '../../tools/n8n/queue';
import type { BulkOptions } from './bulk';
import { entryParameters } from './entries';
import type { PartReport } from './report';
import { lostFigure, measureShared, sharedFigures, sharedTable, shares, type SharedWork } from './workers';
import { createChain, nodeSpan, ourCredential, participantNode, runToEnd } from './workflows';

export interface QueueOptions extends BulkOptions {
	workers: number;
}

/**
 * Adds rows with the workers of an n8n instance in queue mode. There is one workflow per worker. The credential has the
 * plan's whole limit, which is not divided among the workers.
 *
 * @throws Error if a worker ran no workflow
 */
export async function measureQueue({ workers: count, ...options }: QueueOptions): Promise<SharedWork> {
	const { n8n, workers, stop } = await startQueuedN8n(count);
	try {
		return await measureShared(options, count, async (service) => {
			const credential = await ourCredential(n8n, service, service.baseUrl, options.callsPerMinute);
			const node = participantNode(service, credential, entryParameters());
			const workflows = await Promise.all(
				shares(options.rows, count).map(async (rows) => await createChain(n8n, rows, node)),
			);
			return async () => {
				const executions = await Promise.all(workflows.map(async (id) => await runToEnd(n8n, id, 1_000)));
				for (const worker of workers)
					if (!worker.output().includes('Worker started execution'))
						throw new Error('A worker ran no workflow: nothing was measured');
				return executions.map(nodeSpan);
			};
		});
	} finally {
		await stop();
	}
}

export function queueReport(result: SharedWork, options: QueueOptions): PartReport {
	const { workers } = options;
	return {
		title: 'E. n8n’s queue mode',
		how: `The same as D, with ${workers} workers of an n8n instance in queue mode.`,
		table: sharedTable('workers', [result]),
		figures: [...sharedFigures('E', `${workers} workers`, result, options, 1.1), lostFigure('E', [result])],
	};
}
