import { DATE_FORMS, DIALECTS, type Sandbox } from '../../sandbox';
import type { Transport } from '../../nodes/shared/client/transport';
import { openFullAccount } from './claim';
import { Run } from './run';

/** Creates a transport to a sandbox without HTTP. */
export function withoutHttp({ send, baseUrl }: Sandbox): Transport {
	return async ({ method, url, body }) => {
		const reply = await send({ method, path: url.slice(baseUrl.length), body });
		return reply ? { reply } : { fault: { message: 'The connection was reset' } };
	};
}

/**
 * Does the same in a sandbox of each dialect and with each form of dates. The replies are what the account is compared
 * with.
 */
export async function readClaims(work: (run: Run) => Promise<void>): Promise<Run[]> {
	const runs: Run[] = [];
	for (const dialect of DIALECTS)
		for (const dates of DATE_FORMS) {
			const sandbox = await openFullAccount(dialect, dates);
			const { baseUrl } = sandbox;
			const run = new Run({ baseUrl, transport: withoutHttp(sandbox), callsPerMinute: 0 });
			await work(run);
			await sandbox.close();
			runs.push(run);
		}
	return runs;
}
