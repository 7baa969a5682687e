/** Adds rows with our node in n8n's engine, as one of several processes. workers.ts starts this program. */
import { once } from 'node:events';

import { runNode } from '../support/engine/engine';
import { entryParameters } from './entries';
import { publishedParticipantNode } from './package-node';
import type { WorkerQuestion } from './workers';
import type { Span } from './workflows';

async function main(question: WorkerQuestion): Promise<void> {
	const { packageFolder, baseUrl, token, sweepstakesToken, callsPerMinute, emails } = question;
	const node = await publishedParticipantNode(packageFolder);
	const add = async (token: string, rows: string[]) =>
		await runNode({
			node,
			account: { baseUrl, token, callsPerMinute },
			items: rows.map((email) => ({ email, first: 'Entrant' })),
			parameters: {
				...entryParameters(),
				sweepstakes: { __rl: true, mode: 'id', value: sweepstakesToken },
			},
		});
	// This first run loads the engine. It uses an unknown token, so it adds nothing and has a queue of its own.
	await add('nobody', emails.slice(0, 1));
	const started = once(process, 'message');
	process.send!('ready');
	await started;
	const startedAt = Date.now();
	const { error } = await add(token, emails);
	if (error) throw error;
	process.send!({ startedAt, endedAt: Date.now() } satisfies Span);
	process.disconnect();
}

void main(JSON.parse(process.argv[2]!) as WorkerQuestion);
