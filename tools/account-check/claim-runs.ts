import { DATE_FORMS, DIALECTS, type Sandbox } from '../../sandbox';
import type { Transport } from '../../nodes/shared/client/transport';
import { openFullAccount } from './claim';
import type { Claim } from './compare';
import { Run } from './run';
import { toShape } from './shape';

/** Creates a transport to a sandbox without HTTP. */
export function withoutHttp({ send, baseUrl }: Sandbox): Transport {
	return async ({ method, url, body }) => {
		const reply = await send({ method, path: url.slice(baseUrl.length), body });
		return reply ? { reply } : { fault: { message: 'The connection was reset' } };
	};
}

/**
 * Does the same in a sandbox of each dialect and with each form of dates.
 *
 * @returns what the account is compared with
 */
export async function readClaims(work: (run: Run) => Promise<void>): Promise<Claim[]> {
	const claims: Claim[] = [];
	for (const dialect of DIALECTS)
		for (const dates of DATE_FORMS) {
			const sandbox = await openFullAccount(dialect, dates);
			const { baseUrl } = sandbox;
			const run = new Run({ baseUrl, transport: withoutHttp(sandbox), callsPerMinute: 0 });
			await work(run);
			await sandbox.close();
			claims.push(
				...run.readings.map((reading) => ({ operation: reading.step.name, shape: toShape(reading) })),
			);
		}
	return claims;
}
