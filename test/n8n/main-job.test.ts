import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ICredentialDataDecryptedObject, IWorkflowSettings } from 'n8n-workflow';

import { importDrawInvoice, NODES } from '../../examples/demo/workflow';
import { getOutput, type Execution } from '../../tools/n8n/rest';
import { BY_HAND, createChain, createNode, placeNode } from '../../tools/n8n/rows';
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

const WRITING = ['/participants/add', '/winners/draw', '/invoices/create'];

const listWrites = () => sandbox.calls().filter(({ path }) => WRITING.includes(path));

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
				error:
					'Item 21: “Email” must be an email address such as jane@example.com, and nothing else, but is “bob@”',
			},
		]);
		const invoices = getOutput(execution, NODES.invoice);
		const open = expect.objectContaining({ Status: 'pending', PublicLink: expect.any(String) });
		expect(invoices).toEqual([open, open]);

		sandbox.clearCalls();
		const again = await n8n.runWorkflow(id, NODES.start);
		for (const node of [NODES.add, NODES.draw, NODES.invoice])
			expect(getOutput(again, node).every(({ existed }) => existed === true)).toBe(true);
		expect(listWrites()).toEqual([]);
	});

	it('carries out every step, or only rehearses them if “Rehearse” is on in the credential', async () => {
		const steps = [NODES.add, NODES.draw, NODES.invoice];
		const dryRunsIn = (execution: Execution) =>
			steps.map((step) => getOutput(execution, step).map(({ dryRun }) => dryRun));
		const csv = csvOf(4);
		const rehearsal = await n8n.runWorkflow(await importCsv(csv, {}, { rehearse: true }), NODES.start);
		expect(rehearsal.status).toBe('success');
		expect(dryRunsIn(rehearsal)).toEqual([4, 2, 2].map((count) => Array(count).fill(true)));
		expect(getOutput(rehearsal, NODES.invoice)[0]).toMatchObject({ RecipientEmail: 'winner-1@example.com' });
		for (const step of steps)
			expect(rehearsal.data.resultData.runData[step]![0]!.hints?.[0]?.message).toMatch(/^Rehearsal: nothing/);
		expect(listWrites()).toEqual([]);

		const real = await n8n.runWorkflow(await importCsv(csv), NODES.start);
		expect(dryRunsIn(real)).toEqual([4, 2, 2].map((count) => Array(count).fill(undefined)));
		expect(listWrites().map(({ path }) => path)).toEqual([
			...Array<string>(4).fill('/participants/add'),
			'/winners/draw',
			...Array<string>(2).fill('/invoices/create'),
		]);
	});

	it('rehearses a sub-workflow; a node with another credential refuses its rows', async () => {
		sandbox.clearCalls();
		const trigger = { type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1 };
		const Called = { ...trigger, parameters: { inputSource: 'passthrough' } };
		const Rehearsed = createNode(
			'sweepstakesAccountNote',
			{ operation: 'create', Title: 'Rehearsed', Note: 'Text' },
			await credentialFor({ rehearse: true }),
		);
		const child = createChain('Child', { Called, Rehearsed });
		const Child = {
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.2,
			parameters: { source: 'parameter', workflowJson: JSON.stringify(child) },
		};
		const Live = { ...Rehearsed, credentials: { sweepstakesApi: await credentialFor() } };
		const { id } = await n8n.createWorkflow(createChain('Parent', { Start: BY_HAND, Child, Live }));
		const execution = await n8n.runWorkflow(id, 'Start');
		expect(getOutput(execution, 'Child')).toEqual([
			expect.objectContaining({ dryRun: true, Title: 'Rehearsed' }),
		]);
		expect(execution.data.resultData.error?.message).toMatch(/^“Input” comes from a dry run or a rehearsal/);
		expect(sandbox.calls()).toEqual([]);
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

it('a picker lists the sweepstakes of the credential’s account, and searches them', async () => {
	const node = createNode('sweepstakesWinner', { operation: 'draw' }, await credentialFor());
	const search = async (filter?: string) => {
		const picker = placeNode('Draw', node, 0);
		return await n8n.resourceLocatorResults(picker, 'searchSweepstakes', 'parameters.sweepstakes', {
			filter,
		});
	};
	const summer = { name: expect.stringMatching(/^Summer Giveaway \(SUMMER\), /), value: sweepstakes.token };
	expect((await search()).results).toEqual([summer]);
	expect((await search('summ')).results).toEqual([summer]);
	expect((await search('winter')).results).toEqual([]);
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
