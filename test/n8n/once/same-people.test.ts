import { DIALECTS, startSandbox, type Sandbox } from '../../../sandbox';
import { startQueuedN8n, type QueuedN8n } from '../../../tools/n8n/queue';
import { getOutput, type Execution } from '../../../tools/n8n/rest';
import { numberedRows, createNode, ROWS_NODE, ROWS_START, rowsWorkflow } from '../../../tools/n8n/rows';
import { createSweepstakes } from '../../../tools/sandbox';

/** CI makes a short run. SAME_PEOPLE=all reproduces docs/evidence.md, and takes half an hour. */
const ALL = process.env['SAME_PEOPLE'] === 'all';

const PEOPLE = ALL ? 400 : 60;
const WORKERS = ALL ? [2, 4] : [2];
const LATENCIES_MS = ALL ? [10, 30, 100, 200] : [30];

const CASES = WORKERS.flatMap((workers) =>
	LATENCIES_MS.flatMap((latencyMs) => DIALECTS.map((dialect) => ({ workers, latencyMs, dialect }))),
);

let queued: QueuedN8n;
let sandbox: Sandbox;
beforeAll(async () => {
	queued = await startQueuedN8n(Math.max(...WORKERS));
});
afterEach(async () => await sandbox?.close());
afterAll(async () => await queued?.stop());

const hintsOf = (execution: Execution) =>
	(execution.data.resultData.runData[ROWS_NODE] ?? []).flatMap(({ hints = [] }) =>
		hints.map(({ message }) => message),
	);

test.each(CASES)(
	'$workers n8n workers that add the same people at the same time add everybody, at most once each (calls: $latencyMs ms, dialect: $dialect)',
	async ({ workers, latencyMs, dialect }) => {
		// The service accepts duplicates here, so only the nodes can prevent them.
		const entries = { strictForm: false, duplicates: 'accept' as const };
		const accounts = [{ plan: { MaxApiCallsPerMinute: 1_000_000 }, entries }];
		sandbox = await startSandbox({ accounts, sample: false, dialect, latencyMs });
		const sweepstakes = await createSweepstakes(sandbox, { Handler: 'SAME' });
		const { n8n } = queued;
		const credential = await n8n.createAccountCredential(sandbox, { callsPerMinute: 0 });
		const parameters = {
			operation: 'add',
			sweepstakes: { __rl: true, mode: 'id', value: sweepstakes },
			KeyEmail: '={{ "row" + $json.row + "@example.com" }}',
			// The dialect `reference` requires an email address and a phone number, and each of them costs lookups.
			...(dialect === 'reference' && { KeyPhoneNumber: '={{ String(2025550000 + $json.row) }}' }),
			whenAlreadyEntered: 'skip',
		};
		const node = createNode('sweepstakesParticipant', { ...parameters }, { ...credential });
		const workflows = await Promise.all(
			Array.from({ length: workers }, async () =>
				n8n.createWorkflow(rowsWorkflow(numberedRows(PEOPLE), node)),
			),
		);
		const startedAt = Date.now();
		const ids = await Promise.all(workflows.map(async ({ id }) => await n8n.startWorkflow(id, ROWS_START)));
		const executions = await Promise.all(ids.map(async (id) => await n8n.waitForExecution(id, 20 * 60_000)));
		const seconds = Math.round((Date.now() - startedAt) / 1_000);
		expect(executions.map(({ status }) => status)).toEqual(executions.map(() => 'success'));
		expect(executions.map((execution) => getOutput(execution, ROWS_NODE).length)).toEqual(
			executions.map(() => PEOPLE),
		);
		const statuses = sandbox.calls().map(({ status }) => status);
		const emails = [...sandbox.store.entries.all()].map(({ KeyEmail }) => KeyEmail);
		expect(new Set(emails).size).toBe(PEOPLE);
		const twice = emails.length - PEOPLE;
		const busy = statuses.filter((status) => status === 503).length;
		console.info(
			`${workers} workers, ${latencyMs} ms, ${dialect}: ${emails.length} entries of ${PEOPLE} people in ${seconds} s, ${busy} of ${statuses.length} calls busy`,
		);
		// How many people are added twice is not promised (docs/reliability.md): workers share no lock.
		expect(twice).toBeLessThanOrEqual(PEOPLE * (workers - 1));
		// A worker that never got a busy reply does not know of the other worker, so it does not look for people whom that
		// worker added.
		const isReported = executions.flatMap(hintsOf).some((hint) => /another process added them/.test(hint));
		if (isReported) expect(twice).toBeGreaterThan(0);
	},
	25 * 60_000,
);
