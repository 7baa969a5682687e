import type { IDataObject } from 'n8n-workflow';

import { fillIn, findNode } from '../../../examples/demo/fill-in';
import { DIALECTS, startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import type { N8n } from '../../../tools/n8n/n8n';
import {
	AS_BROWSER,
	type Execution,
	type StoredWorkflow,
	type WorkflowDefinition,
} from '../../../tools/n8n/rest';
import { until } from '../../../tools/n8n/wait';
import { completeEntry, firstSweepstakes, type PickedSweepstakes } from '../../../tools/sandbox';
import { IS_RELEASE } from '../runs';
import { sharedN8n } from './shared';

/*
 * The tests of workflows share these functions. Each test has a new service with a sample sweepstakes and five
 * participants.
 */

export let n8n: N8n;
export let sandbox: Sandbox;
/** The sample sweepstakes. */
export let sweepstakes: PickedSweepstakes;

/** Starts a service in place of the previous one. */
export async function open(options: SandboxOptions = {}): Promise<void> {
	await sandbox?.close();
	sandbox = await startSandbox(options);
	sweepstakes = await firstSweepstakes(sandbox);
	sandbox.clearCalls();
}

/** Workflows that stay active until the test ends. */
const active: string[] = [];

beforeAll(async () => {
	n8n = await sharedN8n();
});
beforeEach(async () => await open());
afterEach(async () => {
	for (const id of active.splice(0)) await n8n.deactivate(id);
});
afterAll(async () => await sandbox?.close());

/** Runs a test, and before a release in both dialects, because a workflow may read fields that differ between them. */
export const inBoth = (what: string, test: () => Promise<void>): void =>
	it.each(IS_RELEASE ? DIALECTS : DIALECTS.slice(0, 1))(`${what} (%s)`, async (dialect) => {
		await open({ dialect });
		await test();
	});

/** Returns an example with its credential and sweepstakes selected. */
export async function chooseExample(name: string, picked = sweepstakes): Promise<WorkflowDefinition> {
	const credential = await n8n.createAccountCredential(sandbox);
	return fillIn(`${name}.json`, { credential, sweepstakes: picked });
}

/** Imports a workflow with settings that make n8n keep all of its executions for the tests. */
export async function importKept(workflow: WorkflowDefinition): Promise<StoredWorkflow> {
	const kept = { saveDataSuccessExecution: 'all', saveManualExecutions: true } as const;
	return await n8n.createWorkflow({ ...workflow, settings: { ...workflow.settings, ...kept } });
}

export const importExample = async (name: string, picked = sweepstakes): Promise<StoredWorkflow> =>
	await importKept(await chooseExample(name, picked));

export async function activate<Workflow extends StoredWorkflow>(workflow: Workflow): Promise<Workflow> {
	active.push(workflow.id);
	await n8n.activate(workflow.id);
	return workflow;
}

/** Imports and activates an example with a trigger, and waits until it has seen the existing records. */
export async function startWatching(name: string): Promise<StoredWorkflow> {
	const workflow = await activate(await importExample(name));
	await until(async () => (await n8n.workflow(workflow.id)).staticData !== null);
	return workflow;
}

/** Makes a trigger poll, by deactivating and activating its workflow. */
export async function poll({ id }: StoredWorkflow): Promise<void> {
	await n8n.deactivate(id);
	await n8n.activate(id);
}

/**
 * Waits until a workflow has had `count` executions.
 *
 * @returns the latest execution, once it has ended
 */
export async function waitForLatest({ id }: StoredWorkflow, count: number): Promise<Execution> {
	const [newest] = await n8n.waitForExecutions(id, count);
	return await n8n.waitForExecution(newest!.id);
}

export const hasRun = ({ data }: Execution, node: string): boolean =>
	data.resultData.runData[node] !== undefined;

/** Returns the calls to a path that succeeded. */
export const listSuccessful = (path: string) =>
	sandbox.calls().filter((one) => one.path === path && one.status < 300);

const SIGNED_IN = { authorization: `Basic ${btoa('team:of the team')}` };

async function lock(example: WorkflowDefinition, form: string): Promise<WorkflowDefinition> {
	const data = { user: 'team', password: 'of the team' };
	const httpBasicAuth = await n8n.createCredential({ name: 'Team', type: 'httpBasicAuth', data });
	findNode(example, form).credentials = { httpBasicAuth };
	return example;
}

/** Imports and activates an example whose form can be opened only with the name and password in `SIGNED_IN`. */
export const lockedForm = async (name: string, form: string): Promise<StoredWorkflow> =>
	await activate(await importKept(await lock(await chooseExample(name), form)));

/** Returns the account's records in one of the service's lists. */
export async function recordsAt(path: string, list: string, body: object = {}): Promise<IDataObject[]> {
	const { Data } = await sandbox.api<{ Data: Record<string, IDataObject[]> }>(path, body);
	return Data[list]!;
}

/** Submits an activated form as a browser does. */
export async function submit(
	workflow: StoredWorkflow,
	form: string,
	fields: Array<string | File>,
	headers: Record<string, string> = SIGNED_IN,
): Promise<Response> {
	const body = new FormData();
	for (const [index, value] of fields.entries()) body.set(`field-${index}`, value);
	return await fetch(`${n8n.baseUrl}/form/${findNode(workflow, form).webhookId}`, {
		method: 'POST',
		body,
		headers: { ...AS_BROWSER, ...headers },
	});
}

/** Returns the page that follows a form, once the workflow has reached it. */
export async function readEnding(submitted: Response): Promise<string> {
	const { formWaitingUrl } = (await submitted.json()) as { formWaitingUrl: string };
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	await until(async () => (await (await fetch(status)).text()) === 'form-waiting');
	const page = await (await fetch(formWaitingUrl)).text();
	// The page sends this request when it is shown, and then the execution ends.
	await fetch(formWaitingUrl, { method: 'POST' });
	return page;
}

/** Adds a person whose email address is derived from the first name. */
export async function addPerson(
	First_Name: string,
	{ KeyEmail = `${First_Name.toLowerCase()}@example.com`, token = sweepstakes.token } = {},
): Promise<void> {
	await sandbox.api('/participants/add', {
		lang: 'en',
		source: 'test',
		sweepstakesToken: token,
		entryPageFields: completeEntry({ KeyEmail, Fields: { First_Name, Last_Name: 'Test' } }),
	});
}

/** Draws winners from all participants. */
export async function draw(howManyWinnersToPick: number, token = sweepstakes.token): Promise<IDataObject[]> {
	const body = { sweepstakesToken: token, howManyWinnersToPick, group: 'allgroups' };
	return (await sandbox.api<{ Winners: IDataObject[] }>('/winners/draw', body)).Winners;
}

/** Returns the entries of a person. In `reference`, names are columns of the form, and phone numbers have 10 digits. */
export async function findEntries(KeyEmail: string): Promise<IDataObject[]> {
	const body = { SweepstakesToken: sweepstakes.token, KeyEmail };
	return (await recordsAt('/participants/single', 'Entries', body)).map(({ EntryPagesFields, ...entry }) => {
		const { FirstName, LastName } = (EntryPagesFields ?? {}) as IDataObject;
		return { FirstName, LastName, ...entry };
	});
}

/** Returns the bonus entries in each of a person's entries. */
export const findBonus = async (email: string): Promise<unknown[]> =>
	(await findEntries(email)).map(({ BonusEntries }) => BonusEntries);
