/** Adds rows with our node in n8n's engine, as one of several processes, see workers.ts. */
import { once } from 'node:events';

import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { runNode } from '../engine/engine';
import type { WorkerQuestion, WorkerSpan } from './workers';

async function main({
	baseUrl,
	token,
	sweepstakesToken,
	callsPerMinute,
	emails,
}: WorkerQuestion): Promise<void> {
	const started = once(process, 'message');
	process.send!('ready');
	await started;
	const startedAt = Date.now();
	const { items, error } = await runNode({
		node: new SweepstakesParticipant(),
		account: { baseUrl, token, callsPerMinute },
		items: emails.map((email) => ({ email })),
		parameters: {
			operation: 'add',
			sweepstakes: { __rl: true, mode: 'id', value: sweepstakesToken },
			KeyEmail: '={{ $json.email }}',
			Fields: { mappingMode: 'defineBelow', value: { First_Name: 'Entrant' } },
		},
	});
	if (error) throw error;
	process.send!({ startedAt, endedAt: Date.now(), added: items.length } satisfies WorkerSpan);
	process.disconnect();
}

void main(JSON.parse(process.argv[2]!) as WorkerQuestion);
