import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { importDrawInvoice, NODES } from '../../../../examples/demo/workflow';
import { findNode } from '../../../../examples/demo/fill-in';
import { DIALECTS, startSandbox, type Dialect, type Sandbox } from '../../../../sandbox';
import type { Store } from '../../../../sandbox/store';
import { startN8nWithPackage, type RunningN8n } from '../../../../tools/n8n/n8n';
import { freePorts } from '../../../../tools/n8n/processes';
import { getOutput, type ExecutionSummary } from '../../../../tools/n8n/rest';
import {
	createAddingNode,
	createChain,
	createNode,
	numberedRows,
	ROWS_START,
	rowsWorkflow,
} from '../../../../tools/n8n/rows';
import { until } from '../../../../tools/n8n/wait';
import { createSweepstakes, firstSweepstakes } from '../../../../tools/sandbox';
import { Dice } from '../../../support/dice';
import { SandboxProcess, type SandboxProcessOptions } from '../../../support/sandbox-process';

/** A release makes only a few kills. KILLS=all reproduces docs/evidence.md. */
const ALL = process.env['KILLS'] === 'all';

const TRIED: readonly Dialect[] = ALL ? DIALECTS : ['contract'];

const HANDLER = 'PRIZES';
const PEOPLE = ALL ? 100 : 50;
const WINNERS = 3;
const MESSAGES = ALL ? 50 : 25;

/**
 * The duration of a call in ms. A kill is delayed by up to three times this duration, so that kills hit every part of a
 * call.
 */
const LATENCY_MS = 10;

interface Moment {
	dialect: Dialect;
	/**
	 * When the kill comes, as a share of the calls of an undisturbed run: of `all` calls, or of the `last` ones, which
	 * draw and invoice.
	 */
	share: number;
	of: 'all' | 'last';
	/** How long after that share of the calls the kill comes, in ms. */
	delayMs: number;
}

const DICE = new Dice(1);

/**
 * Returns moments that are spread over the whole run, with more of them in the main job's last calls, which draw and
 * invoice.
 */
function moments(overAll: number, overLast = 0): Moment[] {
	const spread = (count: number, of: Moment['of']) =>
		Array.from({ length: count }, (_, index) => ({
			share: (index + 0.5) / count,
			of,
			delayMs: DICE.pickBelow(3 * LATENCY_MS),
		}));
	return [...spread(overAll, 'all'), ...spread(overLast, 'last')].map((moment, index) => ({
		dialect: TRIED[index % TRIED.length]!,
		...moment,
	}));
}

/**
 * The setting for how soon n8n reactivates a workflow that was killed during activation, which is 2 minutes by default.
 */
const ACTIVATES_AGAIN_SOON = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '5',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
};

const people = Array.from({ length: PEOPLE }, (_, index) => ({
	email: `person${index}@example.com`,
	phone: String(2_025_550_100 + index),
}));

let n8n: RunningN8n;
let service: Pick<SandboxProcessOptions, 'port' | 'token' | 'latencyMs'>;
let sandbox: SandboxProcess;
/** A workflow and its start node. */
type Job = [id: string, start: string];
/** Two copies of the main job, which run at the same time. */
let mainJobs: Job[];
/** The number of calls of an undisturbed run, by dialect. */
const calls = {} as Record<Dialect, number>;

beforeAll(async () => {
	const [port] = await freePorts(0);
	service = { port: port!, token: 'killed', latencyMs: LATENCY_MS };
	n8n = await startN8nWithPackage({ env: ACTIVATES_AGAIN_SOON });
	const rows = people.map(({ email, phone }, index) => `P${index},Test,${email},${phone}`);
	const file = join(n8n.filesFolder, 'entrants.csv');
	await writeFile(file, ['first_name,last_name,email,phone', ...rows].join('\n'));
	mainJobs = [await createMainJob(file), await createMainJob(file)];
	for (const dialect of TRIED) {
		await open(dialect);
		const before = sandbox.processed;
		await runToTheirEnd(mainJobs);
		calls[dialect] = sandbox.processed - before;
		judge(await sandbox.records());
	}
});
afterAll(async () => {
	await n8n?.stop();
	await sandbox?.remove();
});

const createCredential = async () =>
	await n8n.createAccountCredential(
		{ baseUrl: `http://127.0.0.1:${service.port}`, token: service.token },
		{ callsPerMinute: 0 },
	);

const byHandler = { __rl: true, mode: 'id', value: HANDLER };

async function createMainJob(file: string): Promise<Job> {
	const credential = await createCredential();
	const names = { First_Name: 'first_name', Last_Name: 'last_name' };
	const columns = { ...names, KeyEmail: 'email', KeyPhoneNumber: 'phone' };
	const sweepstakes = { token: '', name: '' };
	const job = importDrawInvoice({ file, columns, sweepstakes, winners: WINNERS, credential });
	for (const name of [NODES.add, NODES.draw]) findNode(job, name).parameters.sweepstakes = byHandler;
	return [(await n8n.createWorkflow(job)).id, NODES.start];
}

/**
 * Starts a new service with an empty sweepstakes, in place of the previous one.
 *
 * @returns the token of the sweepstakes
 */
async function open(dialect: Dialect): Promise<string> {
	await sandbox?.remove();
	sandbox = await SandboxProcess.start({ ...service, dialect });
	return await createSweepstakes(sandbox, { Handler: HANDLER });
}

const startAll = async (jobs: Job[]) =>
	await Promise.all(jobs.map(async (job) => await n8n.startWorkflow(...job)));

async function runToTheirEnd(jobs: Job[]): Promise<void> {
	for (const execution of await startAll(jobs)) {
		const { status, data } = await n8n.waitForExecution(execution);
		expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
	}
}

/**
 * Starts workflows and waits until this many calls were processed.
 *
 * @returns the IDs of the executions
 */
async function runUntil(jobs: Job[], processed: number, delayMs: number): Promise<string[]> {
	const before = sandbox.processed;
	const executions = await startAll(jobs);
	await sandbox.untilProcessed(before + Math.floor(processed));
	await sleep(delayMs);
	return executions;
}

/**
 * Starts the main jobs with a new service and waits until the moment of the kill.
 *
 * @returns the IDs of the executions
 */
async function mainJobsUntil({ dialect, share, of, delayMs }: Moment): Promise<string[]> {
	await open(dialect);
	const all = calls[dialect];
	const [first, count] = of === 'all' ? [0, all] : [PEOPLE, all - PEOPLE];
	return await runUntil(mainJobs, first + share * count, delayMs);
}

/** Expects that each person has one entry, and that three of them were drawn and invoiced, once each. */
function judge({ entries, winners, invoices }: Store): void {
	const entered = [...entries.all()];
	const drawn = [...winners.all()].map(({ record }) => record);
	const invoiced = [...invoices.all()].map(({ BillTo }) => BillTo.Email);
	expect(entered.map(({ KeyEmail }) => KeyEmail).sort()).toEqual(people.map(({ email }) => email).sort());
	expect(drawn).toHaveLength(WINNERS);
	expect(invoiced.sort()).toEqual(drawn.map(({ KeyEmail }) => KeyEmail).sort());
	const lastEntry = Math.max(...entered.map(({ CreationDate }) => Date.parse(CreationDate)));
	const firstDrawn = Math.min(...drawn.map(({ DrawDateTime }) => Date.parse(DrawDateTime)));
	expect(firstDrawn).toBeGreaterThanOrEqual(lastEntry);
}

/**
 * Ways to kill a process and start it again. n8n’s executions go on while the service is down, so `service` waits until
 * they have ended.
 */
const KILLS = {
	async n8n() {
		await n8n.kill();
		await n8n.start();
	},
	async service(executions: string[]) {
		await sandbox.kill();
		await sandbox.start();
		for (const execution of executions) await n8n.waitForExecution(execution);
	},
};
type KillTarget = keyof typeof KILLS;

const titled = (moments: Record<KillTarget, Moment[]>): Array<[string, KillTarget, Moment]> =>
	Object.entries(moments).flatMap(([killed, list]) =>
		list.map((moment, index): [string, KillTarget, Moment] => [
			`${killed === 'n8n' ? 'n8n' : 'the service'} is killed ${moment.delayMs} ms after ${Math.round(100 * moment.share)} % of the calls${moment.of === 'last' ? ' that draw and invoice' : ''} (${moment.dialect}, kill ${index + 1} of ${list.length})`,
			killed as KillTarget,
			moment,
		]),
	);

describe('two concurrent main jobs', () => {
	const n8nAt = ALL ? moments(8, 4) : moments(0, 1);
	const clientAt = ALL ? moments(4, 2) : moments(1);
	it.each(titled({ n8n: n8nAt, service: clientAt }))(
		'lose and repeat nothing if %s and they are run again',
		async (_title, killed, moment) => {
			await KILLS[killed](await mainJobsUntil(moment));
			await runToTheirEnd(mainJobs);
			judge(await sandbox.records());
		},
	);
});

describe(`${MESSAGES} messages`, () => {
	const recipients = people.slice(0, MESSAGES).map(({ email }) => email);
	/** One call for each message, after one for each page of the list in which the recipients are found. */
	const CALLS = MESSAGES + Math.ceil(MESSAGES / 20);
	let sending: Job;
	beforeAll(async () => {
		const participant = { __rl: true, mode: 'id', value: '={{ $json.email }}' };
		const message = { operation: 'send', sweepstakes: byHandler, participant, Message: 'You have won!' };
		const node = createNode('sweepstakesMessage', message, await createCredential());
		const rows = recipients.map((email) => ({ email }));
		sending = [(await n8n.createWorkflow(rowsWorkflow(rows, node))).id, ROWS_START];
	});

	it.each(titled({ n8n: moments(ALL ? 16 : 1), service: moments(ALL ? 8 : 0) }))(
		'are each sent only once if %s and the workflow is run again',
		async (_title, killed, { dialect, share, delayMs }) => {
			const sweepstakesToken = await open(dialect);
			for (const { email: KeyEmail, phone: KeyPhoneNumber } of people.slice(0, MESSAGES)) {
				const entryPageFields = { KeyEmail, KeyPhoneNumber, Fields: {} };
				const entry = { lang: 'en', source: 'test', sweepstakesToken, entryPageFields };
				await sandbox.api('/participants/add', entry);
			}
			await KILLS[killed](await runUntil([sending], share * CALLS, delayMs));
			await runToTheirEnd([sending]);
			const { messages } = await sandbox.records();
			expect([...messages.all()].map(({ Address }) => Address).sort()).toEqual([...recipients].sort());
		},
	);
});

describe('if n8n is killed, the trigger', () => {
	const TRIGGER = 'New Participant';
	const GET = 'Get Participant';
	let watched: Sandbox;
	let token: string;
	beforeEach(async () => {
		watched = await startSandbox();
		({ token } = await firstSweepstakes(watched));
	});
	afterEach(async () => await watched.close());

	/** Creates and activates a workflow that outputs each new participant, polling from now on. */
	async function watch(): Promise<string> {
		const sweepstakes = { __rl: true, mode: 'id', value: token };
		const credential = await n8n.createAccountCredential(watched);
		const twiceADay = { item: [{ mode: 'everyX', unit: 'hours', value: 12 }] };
		const byEmail = { __rl: true, mode: 'id', value: '={{ $json.Email }}' };
		const watching = { sweepstakes, pollTimes: twiceADay };
		const getting = { sweepstakes, operation: 'get', participant: byEmail };
		const workflow = createChain('Watch', {
			[TRIGGER]: createNode('sweepstakesTrigger', watching, credential),
			[GET]: createNode('sweepstakesParticipant', getting, credential),
		});
		const { id } = await n8n.createWorkflow(workflow);
		await n8n.activate(id);
		return id;
	}

	const received = (path: string) => watched.calls().filter((call) => call.path === path).length;

	it('returns everybody once if the killed execution is retried', async () => {
		const id = await watch();
		watched.fill(token, 3);
		watched.faults([{ path: '/participants/single', delayMs: 60_000 }]);
		await n8n.deactivate(id);
		await n8n.activate(id);
		await until(() => received('/participants/single') === 1);
		await n8n.kill();
		watched.fill(token, 2);
		const polls = received('/participants/fetch');
		await n8n.start();
		await until(() => received('/participants/fetch') > polls);
		await until(async () => (await n8n.executions(id)).length === 2);

		const [found, crashed] = (await n8n.executions(id)) as [ExecutionSummary, ExecutionSummary];
		expect(getOutput(await n8n.waitForExecution(found.id), TRIGGER)).toHaveLength(2);
		expect(crashed.status).toBe('crashed');
		await n8n.retryExecution(crashed.id);
		const [retried, ...others] = (await n8n.executions(id)) as [ExecutionSummary];
		expect(retried).toMatchObject({ mode: 'retry', status: 'success' });
		expect(getOutput(await n8n.waitForExecution(retried.id), GET)).toHaveLength(3);
		expect(others).toHaveLength(2);
		await n8n.deactivate(id);
	});
});

describe('if n8n is told to shut down, the nodes', () => {
	it('make no more calls', async () => {
		const path = '/participants/add';
		const shared = await startSandbox({ sample: true });
		const adds = () => shared.calls().filter((call) => call.path === path);
		shared.faults([
			{ path, times: 3 },
			{ path, status: 503, retryAfter: 20 * 60 },
		]);
		const node = createAddingNode(await n8n.createAccountCredential(shared, { callsPerMinute: 0 }));
		const adding = rowsWorkflow(numberedRows(20), { ...node, onError: 'continueErrorOutput' });
		await n8n.startWorkflow((await n8n.createWorkflow(adding)).id, ROWS_START);
		await until(() => adds().length === 4);
		await n8n.stop();
		await sleep(2_000);
		expect(adds()).toHaveLength(4);
		await shared.close();
	});
});
