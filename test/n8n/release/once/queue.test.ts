import { startSandbox, type Sandbox } from '../../../../sandbox';
import { startQueuedN8n, type QueuedN8n } from '../../../../tools/n8n/queue';
import { getOutput } from '../../../../tools/n8n/rest';
import {
	createAddingNode,
	numberedRows,
	ROWS_NODE,
	ROWS_START,
	rowsWorkflow,
} from '../../../../tools/n8n/rows';
import { until } from '../../../../tools/n8n/wait';

const ROWS = 300;
/**
 * The limit is lower than the number of calls, so that one of them gets a 429. The limit is higher than half of that
 * number, because each wait takes a minute.
 */
const CALLS_PER_MINUTE = 400;
/**
 * How long a call takes, in ms: long enough for the calls of two workers to collide, and short enough for a worker to
 * find the service free at times.
 */
const LATENCY_MS = 3;
const ADD = '/participants/add';

let queued: QueuedN8n;
let sandbox: Sandbox;
/** The service's clock stands still until a call gets a 429. If it ran, a slow machine might never get a 429. */
let clock = () => STARTED;
const STARTED = Date.now();

beforeAll(async () => {
	sandbox = await startSandbox({
		accounts: [{ plan: { MaxApiCallsPerMinute: CALLS_PER_MINUTE } }],
		sample: true,
		latencyMs: LATENCY_MS,
		now: () => clock(),
	});
	queued = await startQueuedN8n(2);
});
afterAll(async () => {
	await queued?.stop();
	await sandbox?.close();
});

it(`two workflows on two workers add ${ROWS} rows each through one account, and no row is lost or added twice`, async () => {
	const { n8n, workers } = queued;
	const credential = await n8n.createAccountCredential(sandbox, { callsPerMinute: 0 });
	const node = createAddingNode(credential);
	const create = async (first: number) =>
		await n8n.createWorkflow(rowsWorkflow(numberedRows(ROWS, first), node));
	const workflows = [await create(1), await create(1 + ROWS)];
	const ids = await Promise.all(workflows.map(async ({ id }) => await n8n.startWorkflow(id, ROWS_START)));
	await until(() => sandbox.calls().some(({ status }) => status === 429));
	clock = () => Date.now();
	const executions = await Promise.all(ids.map(async (id) => await n8n.waitForExecution(id, 9 * 60_000)));

	expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
	expect(executions.map((execution) => getOutput(execution, ROWS_NODE).length)).toEqual([ROWS, ROWS]);
	for (const worker of workers) expect(worker.output()).toMatch(/Worker started execution/);
	const statuses = sandbox.calls().flatMap(({ path, status }) => (path === ADD ? [status] : []));
	expect([...new Set(statuses)].sort()).toEqual([200, 429, 503]);
	const rows = [...sandbox.store.entries.all()].flatMap(({ KeyEmail, BonusEntries }) =>
		KeyEmail.startsWith('row') ? [BonusEntries] : [],
	);
	expect(rows.sort((a, b) => a - b)).toEqual(Array.from({ length: 2 * ROWS }, (_, index) => index + 1));
});
