import { startN8nWithPackage, startWorker, type RunningN8n, type Worker } from '../../tools/n8n/n8n';
import { startRedis, type Redis } from '../../tools/n8n/redis';
import { outputOf } from '../../tools/n8n/rest';
import { addingNode, numberedRows, ROWS_NODE, ROWS_START, rowsWorkflow } from '../../tools/n8n/rows';
import { startSandboxWithRecords, type SandboxWithRecords } from '../support/records';

const ROWS = 300;
/** Fewer than the calls of the test, so that one of them is refused with 429. More than half: each wait takes a minute. */
const CALLS_PER_MINUTE = 400;
/** Long enough for calls of two workers to meet, and short enough for a worker to find the service free. */
const LATENCY_MS = 3;
const ADD = '/participants/add';

let redis: Redis;
let n8n: RunningN8n;
let workers: Worker[] = [];
let service: SandboxWithRecords;

beforeAll(async () => {
	service = await startSandboxWithRecords({
		accounts: [{ plan: { MaxApiCallsPerMinute: CALLS_PER_MINUTE } }],
		sample: true,
		latencyMs: LATENCY_MS,
	});
	redis = await startRedis();
	const env = {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		// Without it, n8n 1 fails while another process writes; n8n 2 always uses a pool.
		DB_SQLITE_POOL_SIZE: '4',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
	};
	n8n = await startN8nWithPackage({ env });
	workers = await Promise.all([startWorker(n8n, env), startWorker(n8n, env)]);
});
afterAll(async () => {
	// Workers first: without Redis they retry forever.
	await Promise.all(workers.map(async (worker) => await worker.stop()));
	await n8n?.stop();
	await redis?.stop();
	await service?.records();
});

it(`two workflows on two workers add ${ROWS} rows each through one account: nothing is lost or duplicated`, async () => {
	const { sandbox, records } = service;
	const credential = await n8n.createAccountCredential(sandbox, { callsPerMinute: 0 });
	const node = addingNode(credential);
	const start = async (first: number) => {
		const { id } = await n8n.createWorkflow(rowsWorkflow(numberedRows(ROWS, first), node));
		return await n8n.startWorkflow(id, ROWS_START);
	};
	const ids = [await start(1), await start(1 + ROWS)];
	const executions = await Promise.all(ids.map(async (id) => await n8n.waitForExecution(id, 8 * 60_000)));

	expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
	expect(executions.map((execution) => outputOf(execution, ROWS_NODE).length)).toEqual([ROWS, ROWS]);
	for (const worker of workers) expect(worker.output()).toMatch(/Worker started execution/);
	const statuses = sandbox.calls().flatMap(({ path, status }) => (path === ADD ? [status] : []));
	expect([...new Set(statuses)].sort()).toEqual([200, 429, 503]);
	const { entries } = await records();
	const rows = [...entries.all()].flatMap(({ KeyEmail, BonusEntries }) =>
		KeyEmail.startsWith('row') ? [BonusEntries] : [],
	);
	expect(rows.sort((a, b) => a - b)).toEqual(Array.from({ length: 2 * ROWS }, (_, index) => index + 1));
});
