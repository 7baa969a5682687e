import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { Store } from '../../sandbox/store';
import { startN8n, startWorker, type RunningN8n, type Worker } from '../../tools/n8n/n8n';
import { packPackage } from '../../tools/n8n/package';
import { startRedis, type Redis } from '../../tools/n8n/redis';
import type { Execution } from '../../tools/n8n/rest';
import { ROWS_NODE, ROWS_START, rowsWorkflow } from '../../tools/n8n/rows';

const ROWS = 300;
/** Fewer than the calls of the test, so that 429 is met, but once: a wait for it takes a minute. */
const CALLS_PER_MINUTE = 400;
const ADD = '/participants/add';

let redis: Redis;
let n8n: RunningN8n;
let workers: Worker[] = [];
let sandbox: Sandbox;
let folder: string;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'sweepstakes-queue-'));
	sandbox = await startSandbox({
		data: join(folder, 'state'),
		accounts: [{ plan: { MaxApiCallsPerMinute: CALLS_PER_MINUTE } }],
		sample: true,
	});
	redis = await startRedis();
	const env = {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		// n8n 1 otherwise fails where another process is writing; n8n 2 pools anyway.
		DB_SQLITE_POOL_SIZE: '4',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
	};
	const tarball = await packPackage();
	n8n = await startN8n({ tarball, env });
	await rm(dirname(tarball), { recursive: true });
	workers = await Promise.all([startWorker(n8n, env), startWorker(n8n, env)]);
});
afterAll(async () => {
	// Workers first: without Redis they would try for ever to reach it.
	await Promise.all(workers.map(async (worker) => await worker.stop()));
	await n8n?.stop();
	await redis?.stop();
	await sandbox?.close();
	rmSync(folder, { recursive: true });
});

const outputOf = ({ data }: Execution): IDataObject[] =>
	(data.resultData.runData[ROWS_NODE]?.[0]?.data?.main?.[0] ?? []).map(({ json }) => json);

it(`two workflows on two workers add ${ROWS} rows each through one account: nothing lost, nothing doubled`, async () => {
	const credential = await n8n.createCredential({
		name: 'Sandbox',
		type: 'sweepstakesApi',
		data: { baseUrl: sandbox.baseUrl, apiToken: sandbox.token, callsPerMinute: 0 },
	});
	const start = async (name: string, first: number) => {
		const { id } = await n8n.createWorkflow(
			rowsWorkflow({
				name,
				count: ROWS,
				first,
				type: 'sweepstakesParticipant',
				parameters: {
					operation: 'add',
					sweepstakes: { __rl: true, mode: 'handler', value: 'SUMMER' },
					KeyEmail: '={{ "row" + $json.row + "@example.com" }}',
					BonusEntries: '={{ $json.row }}',
				},
				credential,
			}),
		);
		return await n8n.startWorkflow(id, ROWS_START);
	};
	const ids = [await start('First', 1), await start('Second', 1 + ROWS)];
	const executions = await Promise.all(ids.map(async (id) => await n8n.waitForExecution(id, 8 * 60_000)));

	expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
	expect(executions.map((execution) => outputOf(execution).length)).toEqual([ROWS, ROWS]);
	for (const worker of workers) expect(worker.output()).toMatch(/Worker started execution/);
	const statuses = sandbox.calls().flatMap(({ path, status }) => (path === ADD ? [status] : []));
	expect(statuses).toEqual(expect.arrayContaining([429, 503]));
	await sandbox.close();
	const store = new Store(join(folder, 'state'));
	store.close();
	const rows = [...store.entries.all()].flatMap(({ KeyEmail, BonusEntries }) =>
		KeyEmail.startsWith('row') ? [BonusEntries] : [],
	);
	expect(rows.sort((a, b) => a - b)).toEqual(Array.from({ length: 2 * ROWS }, (_, index) => index + 1));
});
