import { setTimeout as sleep } from 'node:timers/promises';

import type { IWorkflowSettings } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import type { Store } from '../../sandbox/store';
import { AT_THE_SERVICE, faultsByChance } from '../faults/faulty';
import { Dice, FIRST_SEED } from '../faults/random';
import { judgeRows, rowsOf } from '../faults/rows';
import { startSandboxWithRecords } from '../support/records';
import type { N8n } from '../../tools/n8n/n8n';
import { outputOf } from '../../tools/n8n/rest';
import { addingNode, numberedRows, ROWS_NODE, ROWS_START, rowsWorkflow } from '../../tools/n8n/rows';
import { sharedN8n } from './shared';

const ADD = '/participants/add';

let n8n: N8n;
let sandbox: Sandbox;
let records: () => Promise<Store>;

beforeAll(async () => {
	n8n = await sharedN8n();
});

beforeEach(async () => {
	({ sandbox, records } = await startSandboxWithRecords({
		accounts: [{ plan: { MaxApiCallsPerMinute: 1_000_000 } }],
		sample: true,
	}));
});
afterEach(async () => void (await records()));

/** Creates a workflow that adds a participant for each row, with an error branch. */
async function create(count: number, settings?: IWorkflowSettings): Promise<string> {
	const credential = await n8n.createAccountCredential(sandbox, { callsPerMinute: 0 });
	const node = { ...addingNode(credential), onError: 'continueErrorOutput' as const };
	return (await n8n.createWorkflow(rowsWorkflow(numberedRows(count), node, settings))).id;
}

it(`adds each of 150 rows once despite faults, or outputs an error for the row (seed ${FIRST_SEED})`, async () => {
	const count = 150;
	const dice = new Dice(FIRST_SEED);
	const kinds = AT_THE_SERVICE.filter(
		({ delayMs = 0, retryAfter = 0 }: (typeof AT_THE_SERVICE)[number]) => delayMs + retryAfter < 10,
	);
	for (const path of [ADD, '/participants/single'])
		sandbox.faults(faultsByChance(dice, { path, count: 2 * count, probability: 0.15 }, kinds));
	const execution = await n8n.runWorkflow(await create(count), ROWS_START);

	expect(execution.status).toBe('success');
	const good = outputOf(execution, ROWS_NODE, 0).map(({ BonusEntries }) => ({ row: BonusEntries }));
	const rows = rowsOf(good, outputOf(execution, ROWS_NODE, 1), 'row');
	expect(rows.done.length + rows.failed.length + rows.inDoubt.length).toBe(count);
	const { entries } = await records();
	const stored = [...entries.all()].filter(({ KeyEmail }) => KeyEmail.startsWith('row'));
	const numbers = stored.map(({ BonusEntries }) => BonusEntries);
	expect(judgeRows(rows, numbers, count)).toEqual([]);
});

it('ends at the execution timeout without another call, even with an error branch', async () => {
	sandbox.faults([{ path: ADD, status: 503, retryAfter: 20 * 60 }]);
	const id = await create(5, { executionTimeout: 5 });
	const { status } = await n8n.runWorkflow(id, ROWS_START);

	expect(status).toBe('canceled');
	await sleep(1_000);
	// On a busy machine, the time may be over before the first call.
	expect(sandbox.calls().filter(({ path }) => path === ADD).length).toBeLessThan(2);
});
