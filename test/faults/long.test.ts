import { Account } from '../../nodes/shared/client/account';
import { checkHealth } from '../../nodes/SweepstakesAccount/api';
import { addParticipant } from '../../nodes/SweepstakesParticipant/api/add';
import { participants } from '../../nodes/SweepstakesParticipant/api/participants';
import { listAllSweepstakes } from '../../nodes/Sweepstakes/api';
import { startSandbox, type Sandbox } from '../../sandbox';
import { fakeClock, clientAt, settle } from '../support/client';

const READ = 100_000;
const ADDED = 20_000;
const EXECUTIONS = 20;
const CALLS_EACH = 500;
const CALLS_PER_MINUTE = 150;
const MB = 1024 * 1024;

let sandbox: Sandbox;
let sweepstakesToken: string;

async function open(plan: object, account = new Account()): Promise<void> {
	sandbox = await startSandbox({ accounts: [{ plan }], sample: true });
	const list = listAllSweepstakes(clientAt(sandbox, { account }));
	await settle(list);
	[{ SweepstakesToken: sweepstakesToken }] = (await list) as [{ SweepstakesToken: string }];
	sandbox.clearCalls();
}

beforeEach(fakeClock);
afterEach(async () => {
	jest.useRealTimers();
	await sandbox.close();
});

/** Returns the size of the heap of this process in MB. */
const heap = (): number => {
	global.gc?.();
	return process.memoryUsage().heapUsed / MB;
};

test(`reading ${READ} participants returns each of them once, and takes little memory`, async () => {
	await open({ MaxApiCallsPerMinute: 1_000_000 });
	sandbox.fill(sweepstakesToken, READ);
	const before = heap();
	let count = 0;
	let most = 0;
	const reading = (async () => {
		for await (const _ of participants.each(clientAt(sandbox), { sweepstakesToken })) {
			if (++count % 10_000 === 0) {
				sandbox.clearCalls();
				most = Math.max(most, heap() - before);
			}
		}
	})();
	await settle(reading);
	process.stdout.write(`Read ${count}: at most ${most.toFixed(1)} MB more than before\n`);
	expect(count).toBe(READ + 5);
	// Only the keys of each entry may be kept, which take about 300 bytes. The entries themselves take several times
	// that.
	expect(most).toBeLessThan(45);
});

test(`${ADDED} participants are added as fast as the plan allows, and memory does not grow`, async () => {
	const account = new Account();
	await open({ MaxApiCallsPerMinute: CALLS_PER_MINUTE }, account);
	const before = heap();
	const client = clientAt(sandbox, { account, callsPerMinute: CALLS_PER_MINUTE });
	let refused = 0;
	const adding = (async () => {
		for (let row = 1; row <= ADDED; row++) {
			await client.call(addParticipant, {
				sweepstakesToken,
				lang: 'en',
				source: 'test',
				entryPageFields: { KeyEmail: `row${row}@example.com`, Fields: {} },
			});
			if (row % 1_000 === 0) {
				refused += sandbox.calls().filter(({ status }) => status !== 200).length;
				sandbox.clearCalls();
			}
		}
	})();
	const ms = await settle(adding);
	await adding;
	const { participants } = sandbox.accounts()[0]!;
	const pace = ADDED / (ms / 60_000);
	const more = `${(heap() - before).toFixed(1)} MB more than before, the sandbox's records included`;
	process.stdout.write(`Added ${ADDED} in fake time, ${pace.toFixed(1)} a minute; ${more}\n`);
	expect(participants).toBe(ADDED + 5);
	expect(refused).toBe(0);
	expect(pace).toBeGreaterThan(CALLS_PER_MINUTE * 0.98);
	expect(JSON.stringify(account.queue).length).toBeLessThan(CALLS_PER_MINUTE * 30);
});

test(`${EXECUTIONS} concurrent executions of one account, with ${CALLS_EACH} calls each, do not leak memory`, async () => {
	const account = new Account();
	await open({ MaxApiCallsPerMinute: 1_000_000 }, account);
	const makeCalls = async (count: number) => {
		const executions = Array.from({ length: EXECUTIONS }, async () => {
			const client = clientAt(sandbox, { account, callsPerMinute: CALLS_PER_MINUTE });
			for (let call = 0; call < count; call++) await client.call(checkHealth, undefined);
		});
		await settle(Promise.all(executions));
		sandbox.clearCalls();
	};
	await makeCalls(20);
	const before = heap();
	await makeCalls(CALLS_EACH);
	const more = heap() - before;
	process.stdout.write(`${EXECUTIONS} executions at once: ${more.toFixed(1)} MB more than before\n`);
	expect(more).toBeLessThan(5);
	expect(JSON.stringify(account.queue).length).toBeLessThan(CALLS_PER_MINUTE * 30);
});
