import { endpoint, noRequest, unsafe } from '../../../nodes/shared/api/endpoint';
import { anyReply } from '../../../nodes/shared/api/replies';
import { Account as SharedAccount } from '../../../nodes/shared/client/account';
import { Client } from '../../../nodes/shared/client/client';
import { Account, type AccountOptions } from './account';
import { VirtualTime } from './virtual-time';

/** A process that adds rows, one call per row, through its own queue. */
export interface Load {
	rows: number;
	/** When the process starts, in ms. */
	startMs?: number;
}

export interface Scenario extends AccountOptions {
	workers: readonly Load[];
	/** The credential's Calls per Minute. By default, it is the plan's limit. */
	callsPerMinute?: number;
	/** The calls per minute of another program, which does not repeat refused calls. */
	foreignCallsAMinute?: number;
	seed?: number;
}

export interface Result {
	/** The time from the start of the first process to the end of the last, in ms. */
	totalMs: number;
	/** The time that each process took, in ms. */
	spansMs: number[];
	failed: number;
	/** How many calls got a 429. */
	refused: number;
	/** How many calls got a 503. */
	busy: number;
	foreign: { served: number; refused: number };
}

const addRow = endpoint({
	call: 'POST /row',
	request: noRequest,
	reply: anyReply,
	retry: unsafe('Look.'),
});

/** Runs several processes, each with its own queue, against one account. */
export async function simulate(scenario: Scenario): Promise<Result> {
	const time = new VirtualTime();
	const account = new Account(time, scenario);
	return await time.run(scenario.seed ?? 1, async () => {
		let failed = 0;
		const foreign = { served: 0, refused: 0 };
		let isDone = false;
		const work = async ({ rows, startMs = 0 }: Load) => {
			await time.sleep(startMs);
			const client = new Client({
				baseUrl: 'http://account',
				transport: account.transport,
				account: new SharedAccount(),
				callsPerMinute: scenario.callsPerMinute ?? scenario.limit,
			});
			for (let row = 0; row < rows; row++) {
				await client.call(addRow, undefined).catch(() => {
					failed++;
				});
			}
			return time.now - startMs;
		};
		const callFromElsewhere = async (everyMs: number) => {
			await time.sleep(Math.random() * everyMs);
			while (!isDone) {
				const { refused } = account;
				const before = account.served;
				await account.transport(undefined as never);
				if (account.served > before) foreign.served++;
				if (account.refused > refused) foreign.refused++;
				await time.sleep(everyMs * (0.9 + 0.2 * Math.random()));
			}
		};
		if (scenario.foreignCallsAMinute) void callFromElsewhere(60_000 / scenario.foreignCallsAMinute);
		const spansMs = await Promise.all(scenario.workers.map(work));
		isDone = true;
		return {
			totalMs: time.now,
			spansMs,
			failed,
			refused: account.refused - foreign.refused,
			busy: account.busy,
			foreign,
		};
	});
}

/** Returns the shortest possible time for `rows` calls, regardless of the number of processes, in ms. */
export function floorMs(rows: number, { limit, callMs, gapMs }: AccountOptions): number {
	const windows = Math.floor((rows - 1) / limit);
	// Slow calls can take longer than the minute for which the limit applies.
	return Math.max(windows * 60_000 + (rows - windows * limit) * (callMs + gapMs), rows * callMs);
}
