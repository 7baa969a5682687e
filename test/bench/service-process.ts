/**
 * Runs a sandbox in its own process, so that it does not slow down what is measured. service.ts starts this program.
 */
import { startSandbox } from '../../sandbox';
import { createSweepstakes } from '../../tools/sandbox';
import type { Question, ServiceOptions, StartedService } from './service';

async function main({ callsPerMinute, latencyMs, dialect }: ServiceOptions): Promise<void> {
	const sandbox = await startSandbox({
		accounts: [{ plan: { MaxApiCallsPerMinute: callsPerMinute } }],
		latencyMs,
		dialect,
		sample: false,
	});
	const { baseUrl, token } = sandbox;
	const sweepstakesToken = await createSweepstakes(sandbox, { Handler: 'BENCH' });
	sandbox.advance(60_000);
	sandbox.clearCalls();

	process.on('message', ({ id, method, args }: Question) => {
		const answer = (sandbox[method] as (...args: unknown[]) => unknown)(...args);
		process.send!({ id, answer });
	});
	process.once('disconnect', () => process.exit());
	process.send!({ id: 0, answer: { baseUrl, token, sweepstakesToken } satisfies StartedService });
}

void main(JSON.parse(process.argv[2]!) as ServiceOptions);
