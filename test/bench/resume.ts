import type { RunningN8n } from '../../tools/n8n/n8n';
import { getOutput } from '../../tools/n8n/rest';
import { ROWS_NODE } from '../../tools/n8n/rows';
import { entryParameters } from './entries';
import { atMost, type PartReport } from './report';
import { startService, UNLIMITED } from './service';
import { createChain, ourCredential, participantNode, runToEnd } from './workflows';

export interface ResumeOptions {
	rows: number;
	/** How many rows have already been added. */
	entered: number;
}

type ResumeResult = Awaited<ReturnType<typeof measureResume>>;

/** Repeats a partial import with When Already Entered set to Skip. */
export async function measureResume(n8n: RunningN8n, { rows, entered }: ResumeOptions) {
	const service = await startService({ callsPerMinute: UNLIMITED });
	try {
		await service.ask('fill', service.sweepstakesToken, entered);
		const credential = await ourCredential(n8n, service, service.baseUrl, 0);
		const add = participantNode(service, credential, {
			...entryParameters(),
			whenAlreadyEntered: 'skip',
		});
		// The rows have the email addresses that the sandbox's `fill` has added.
		const people = Array.from({ length: rows }, (_, n) => ({ email: `participant${n + 1}@example.com` }));
		const execution = await runToEnd(n8n, await createChain(n8n, people, add));
		/** The number of calls by path. */
		const calls: Record<string, number> = {};
		for (const { path } of await service.ask('calls')) calls[path] = (calls[path] ?? 0) + 1;
		return {
			calls,
			skipped: getOutput(execution, ROWS_NODE).filter(({ existed }) => existed === true).length,
			total: Object.values(calls).reduce((a, b) => a + b, 0),
		};
	} finally {
		await service.close();
	}
}

export function resumeReport(
	{ calls, skipped, total }: ResumeResult,
	{ rows, entered }: ResumeOptions,
): PartReport {
	const least = 1 + Math.min(Math.ceil(entered / 20), rows) + (rows - entered);
	return {
		title: 'E. An import that is run again',
		how: `${rows} people, ${entered} of whom have already entered, with “When Already Entered: Skip”.`,
		table: {
			head: ['endpoint', 'calls'],
			rows: [
				...Object.entries(calls).map(([path, n]) => [path, String(n)]),
				['rows skipped', String(skipped)],
			],
		},
		figures: [atMost('E', 'calls of the resumed import', total, least, String)],
	};
}
