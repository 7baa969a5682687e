import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IWorkflowSettings, OnError } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import type { Store } from '../../sandbox/store';
import { AT_THE_SERVICE, faultsByChance } from '../faults/faulty';
import { Dice, FIRST_SEED } from '../faults/random';
import { judgeRows, rowsOf } from '../faults/rows';
import { startSandboxWithRecords } from '../support/records';
import { startN8nWithPackage, type RunningN8n } from '../../tools/n8n/n8n';
import { outputOf } from '../../tools/n8n/rest';
import { addingNode, numberedRows, ROWS_NODE, ROWS_START, rowsWorkflow } from '../../tools/n8n/rows';
import { until } from '../../tools/n8n/wait';

const TOKEN = 'a-token-that-must-not-be-seen';
const ADD = '/participants/add';

let n8n: RunningN8n;
let sandbox: Sandbox;
let records: () => Promise<Store>;

beforeAll(async () => {
	n8n = await startN8nWithPackage();
});
afterAll(async () => await n8n?.stop());

beforeEach(async () => {
	({ sandbox, records } = await startSandboxWithRecords({
		accounts: [{ token: TOKEN, plan: { MaxApiCallsPerMinute: 1_000_000 } }],
		sample: true,
	}));
});
afterEach(async () => void (await records()));

/** Creates a workflow that adds a participant for each row. */
async function create(
	count: number,
	{ onError, settings }: { onError?: OnError; settings?: IWorkflowSettings } = {},
) {
	const credential = await n8n.createAccountCredential(sandbox, { callsPerMinute: 0 });
	const node = { ...addingNode(credential), onError };
	return await n8n.createWorkflow(rowsWorkflow(numberedRows(count), node, settings));
}

const adds = () => sandbox.calls().filter(({ path }) => path === ADD);

/** Stops the sandbox. @returns the numbers of the rows it has stored */
async function storedRows(): Promise<number[]> {
	const { entries } = await records();
	return [...entries.all()]
		.filter(({ KeyEmail }) => KeyEmail.startsWith('row'))
		.map(({ BonusEntries }) => BonusEntries);
}

it(`adds each of 150 rows once despite faults, or outputs an error for the row (seed ${FIRST_SEED})`, async () => {
	const count = 150;
	const dice = new Dice(FIRST_SEED);
	const kinds = AT_THE_SERVICE.filter(
		({ delayMs = 0, retryAfter = 0 }: (typeof AT_THE_SERVICE)[number]) => delayMs + retryAfter < 10,
	);
	for (const path of [ADD, '/participants/single'])
		sandbox.faults(faultsByChance(dice, { path, count: 2 * count, probability: 0.15 }, kinds));
	const { id } = await create(count, { onError: 'continueErrorOutput' });
	const execution = await n8n.runWorkflow(id, ROWS_START, 180_000);

	expect(execution.status).toBe('success');
	const good = outputOf(execution, ROWS_NODE, 0).map(({ BonusEntries }) => ({ row: BonusEntries }));
	const rows = rowsOf(good, outputOf(execution, ROWS_NODE, 1), 'row');
	expect(rows.done.length + rows.failed.length + rows.inDoubt.length).toBe(count);
	expect(judgeRows(rows, await storedRows(), count)).toEqual([]);
});

it('ends at the execution timeout without another call, even with an error branch', async () => {
	sandbox.faults([{ path: ADD, status: 503, retryAfter: 30 }]);
	const { id } = await create(5, {
		onError: 'continueErrorOutput',
		settings: { executionTimeout: 2 },
	});
	const { status } = await n8n.runWorkflow(id, ROWS_START);

	expect(status).toBe('canceled');
	await sleep(1_000);
	expect(adds()).toHaveLength(1);
});

it('keeps the token out of the database, the log and the executions, even if the service repeats it', async () => {
	sandbox.faults([{ path: ADD, status: 400, body: { Response: false, Message: `No account has ${TOKEN}` } }]);
	sandbox.faults([{ path: ADD, drop: 'after' }]);
	sandbox.faults([{ path: '/participants/single', status: 400, body: { Response: false, Message: TOKEN } }]);
	sandbox.faults([{ path: ADD, status: 403, body: { Response: false, Message: `${TOKEN} is disabled` } }]);
	const { id } = await create(4, { onError: 'continueErrorOutput' });
	const branches = await n8n.runWorkflow(id, ROWS_START);
	sandbox.faults([{ path: ADD, status: 400, body: { Response: false, Message: `No account has ${TOKEN}` } }]);
	const stopping = await create(1);
	const stopped = await n8n.runWorkflow(stopping.id, ROWS_START);

	expect(outputOf(branches, ROWS_NODE, 1)[0]!.error).toContain('No account has ***');
	expect(stopped.status).toBe('error');
	expect(JSON.stringify([branches, stopped])).not.toContain(TOKEN);
	expect(n8n.output()).not.toContain(TOKEN);
	const files = await filesIn(join(n8n.userFolder, '.n8n'));
	expect(files.some((file) => file.endsWith('database.sqlite'))).toBe(true);
	for (const file of files) expect([file, (await readFile(file)).includes(TOKEN)]).toEqual([file, false]);
});

it('makes no more calls once n8n is shut down', async () => {
	sandbox.faults([
		{ path: ADD, times: 3 },
		{ path: ADD, status: 503, retryAfter: 20 },
	]);
	const { id } = await create(20, { onError: 'continueErrorOutput' });
	await n8n.startWorkflow(id, ROWS_START);
	await until(() => adds().length === 4);
	await n8n.stop();
	const calls = adds().length;
	await sleep(2_000);

	expect(adds()).toHaveLength(calls);
	const stored = await storedRows();
	expect(new Set(stored).size).toBe(stored.length);
});

/** All files below a folder, except those of installed packages. */
async function filesIn(directory: string): Promise<string[]> {
	const entries = await readdir(directory);
	const found = await Promise.all(
		entries
			.filter((name) => name !== 'node_modules')
			.map(async (name) => {
				const path = join(directory, name);
				return (await stat(path)).isDirectory() ? await filesIn(path) : [path];
			}),
	);
	return found.flat();
}
