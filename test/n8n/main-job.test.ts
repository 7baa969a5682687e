import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ICredentialDataDecryptedObject, IWorkflowSettings } from 'n8n-workflow';

import { importDrawInvoice, NODES } from '../../examples/demo/workflow';
import { getOutput, type Execution } from '../../tools/n8n/rest';
import { BY_HAND, createChain, createNode } from '../../tools/n8n/rows';
import { until } from '../../tools/n8n/wait';
import { n8n, sandbox, sweepstakes } from '../support/n8n/workflows';

/** How long the service asks the node to wait, in seconds. This is longer than the test takes. */
const WAIT_S = 20 * 60;

const isN8n1 = process.env['N8N_TEST_HOST'] === 'host-1x';

const credentialFor = async (data?: ICredentialDataDecryptedObject) =>
	await n8n.createAccountCredential(sandbox, data);

/** Creates the example workflow for a CSV file, set up as a user would. */
async function importCsv(
	csv: string,
	settings: IWorkflowSettings = {},
	data?: ICredentialDataDecryptedObject,
): Promise<string> {
	const file = join(n8n.filesFolder, 'entrants.csv');
	await writeFile(file, csv);
	const columns = { KeyEmail: 'email', First_Name: 'first_name', Last_Name: 'last_name' };
	const credential = await credentialFor(data);
	const workflow = importDrawInvoice({ file, columns, sweepstakes, winners: 2, credential });
	return (await n8n.createWorkflow({ ...workflow, settings: { ...workflow.settings, ...settings } })).id;
}

const csvOf = (count: number) => {
	const rows = Array.from({ length: count }, (_, i) => `P${i},Test,p${i}@example.com`);
	return ['first_name,last_name,email', ...rows].join('\n');
};

/** Creates a node that creates a note. */
const note = async (data?: ICredentialDataDecryptedObject) =>
	createNode(
		'sweepstakesAccountNote',
		{ operation: 'create', Title: 'Rehearsed', Note: 'Text' },
		await credentialFor(data),
	);

const adds = () => sandbox.calls().filter(({ path }) => path === '/participants/add');

describe('the main job in an n8n instance', () => {
	it('adds every good row, draws once and invoices each winner, and a second run repeats none of this', async () => {
		const id = await importCsv(`${csvOf(20)}\nBob,Two,bob@\n`);
		const execution = await n8n.runWorkflow(id, NODES.start);

		expect(execution.status).toBe('success');
		expect(adds().map(({ status }) => status)).toEqual(Array(20).fill(200));
		expect(getOutput(execution, NODES.add, 1)).toEqual([
			{
				first_name: 'Bob',
				last_name: 'Two',
				email: 'bob@',
				error: 'Item 21: “Email” must be an email address such as jane@example.com, but is “bob@”',
			},
		]);
		const invoices = getOutput(execution, NODES.invoice);
		const open = expect.objectContaining({ Status: 'pending', PublicLink: expect.any(String) });
		expect(invoices).toEqual([open, open]);

		sandbox.clearCalls();
		const again = await n8n.runWorkflow(id, NODES.start);
		for (const node of [NODES.add, NODES.draw, NODES.invoice])
			expect(getOutput(again, node).every(({ existed }) => existed === true)).toBe(true);
		const writing = ['/participants/add', '/winners/draw', '/invoices/create'];
		expect(sandbox.calls().filter(({ path }) => writing.includes(path))).toEqual([]);
	});

	it('rehearses the whole workflow with a credential in which “Rehearse” is on, and refuses the rows with another', async () => {
		sandbox.clearCalls();
		const execution = await n8n.runWorkflow(await importCsv(csvOf(3), {}, { rehearse: true }), NODES.start);
		expect(execution.status).toBe('success');
		const reading = /\/(fetch\w*|fields|single|count)$/;
		expect(sandbox.calls().filter(({ path }) => !reading.test(path))).toEqual([]);
		for (const node of [NODES.add, NODES.draw, NODES.invoice]) {
			const items = getOutput(execution, node);
			expect(items.length).toBeGreaterThan(0);
			expect(items.map(({ dryRun }) => dryRun)).toEqual(items.map(() => true));
			const [run] = execution.data.resultData.runData[node]!;
			expect(run!.hints?.[0]).toMatchObject({
				message: expect.stringMatching(/^Rehearsal: nothing was sent/),
			});
		}

		const Rehearsed = await note({ rehearse: true });
		const chain = createChain('Mixed', { Start: BY_HAND, Rehearsed, Live: await note() });
		const mixed = await n8n.runWorkflow((await n8n.createWorkflow(chain)).id, 'Start');
		expect(mixed.data.resultData.error?.message).toContain('comes from a dry run or a rehearsal');
		expect(sandbox.calls().filter(({ path }) => path === '/notes/create')).toEqual([]);
	});

	it('rehearses a sub-workflow, too', async () => {
		sandbox.clearCalls();
		const trigger = { type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1 };
		const Called = { ...trigger, parameters: { inputSource: 'passthrough' } };
		const child = createChain('Child', { Called, Rehearsed: await note({ rehearse: true }) });
		const Child = {
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.2,
			parameters: { source: 'parameter', workflowJson: JSON.stringify(child) },
		};
		const { id } = await n8n.createWorkflow(createChain('Parent', { Start: BY_HAND, Child }));
		const execution = await n8n.runWorkflow(id, 'Start');
		expect(getOutput(execution, 'Child')).toEqual([
			expect.objectContaining({ dryRun: true, Title: 'Rehearsed' }),
		]);
		expect(sandbox.calls()).toEqual([]);
	});

	it('outputs winners and backups separately, and outputs the same people in a second run', async () => {
		const winner = createNode(
			'sweepstakesWinner',
			{
				operation: 'draw',
				sweepstakes: { __rl: true, mode: 'id', value: 'SUMMER' },
				howManyWinnersToPick: 2,
				options: { backups: 1 },
			},
			await credentialFor(),
		);
		const { id } = await n8n.createWorkflow(createChain('Backups', { Start: BY_HAND, Draw: winner }));
		const [first, again] = [await n8n.runWorkflow(id, 'Start'), await n8n.runWorkflow(id, 'Start')];
		const people = (execution: Execution) =>
			[0, 1].map((output) => getOutput(execution, 'Draw', output).map((one) => one['ParticipantToken']));
		expect(people(first).map((tokens) => tokens.length)).toEqual([2, 1]);
		expect(people(again)).toEqual(people(first));
	});

	it.each<[string, IWorkflowSettings, (id: string) => Promise<Execution>]>([
		[
			'it is stopped',
			{},
			async (id) => {
				await until(() => adds().length === 4);
				return await n8n.stopExecution(id);
			},
		],
		// The timeout passes during the wait. On a busy machine, it may pass even before the wait begins.
		['its timeout passes', { executionTimeout: 5 }, async (id) => await n8n.waitForExecution(id)],
	])('ends if %s during a wait, and makes no more calls', async (_when, settings, ended) => {
		const path = '/participants/add';
		sandbox.faults([
			{ path, times: 3 },
			{ path, status: 503, retryAfter: WAIT_S },
		]);
		const id = await n8n.startWorkflow(await importCsv(csvOf(50), settings), NODES.start);
		expect((await ended(id)).status).toBe('canceled');
		await sleep(1_500);
		expect(adds().length).toBeLessThan(5);
	});
});

describe('n8n’s test of a credential that the user saves', () => {
	it('succeeds for a valid credential', async () => {
		const { id } = await credentialFor();
		expect(await n8n.testCredential(id!)).toMatchObject({ status: 'OK' });
	});

	it.each([
		['a wrong token', () => ({ apiToken: 'wrong' }), /No account has this API token|does not accept this/],
		['a web page', () => ({ baseUrl: n8n.baseUrl }), /not (as )?the Sweepstakes API/],
	])('says what is wrong (in n8n 1, with n8n’s own message): %s', async (_what, data, words) => {
		const { id } = await credentialFor(data());
		const { status, message } = await n8n.testCredential(id!);
		expect(status).toBe('Error');
		expect(message).toMatch(isN8n1 ? /^(Forbidden|The resource you are requesting)/ : words);
	});

	it('reports a malformed address before anything is sent', async () => {
		const { id } = await credentialFor({ baseUrl: '127.0.0.1:4010' });
		const { message } = await n8n.testCredential(id!);
		expect(message).toContain('“Base URL” must be an address such as https://api.example.com/v3');
	});
});
