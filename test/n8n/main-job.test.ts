import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';

import { importDrawInvoice, NODES } from '../../examples/demo/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import type { N8n } from '../../tools/n8n/n8n';
import { outputOf } from '../../tools/n8n/rest';
import { until } from '../../tools/n8n/wait';
import { firstSweepstakes, type Picked } from '../../tools/sandbox';
import { sharedN8n } from './shared';

const isN8n1 = process.env['N8N_TEST_HOST'] === 'host-1x';
const WITHIN_STOP_MS = 1_000;

let n8n: N8n;
let sandbox: Sandbox;
let sweepstakes: Picked;

beforeAll(async () => {
	n8n = await sharedN8n();
});

beforeEach(async () => {
	sandbox = await startSandbox();
	sweepstakes = await firstSweepstakes(sandbox);
	sandbox.clearCalls();
});
afterEach(async () => await sandbox.close());

const credentialFor = async (data?: ICredentialDataDecryptedObject) =>
	await n8n.createAccountCredential(sandbox, data);

/** Creates the example workflow for a CSV file, set up as a user would. */
async function importCsv(csv: string, data?: ICredentialDataDecryptedObject): Promise<string> {
	const file = join(n8n.filesFolder, 'entrants.csv');
	await writeFile(file, csv);
	const columns = { KeyEmail: 'email', First_Name: 'first_name', Last_Name: 'last_name' };
	const credential = await credentialFor(data);
	const workflow = importDrawInvoice({ file, columns, sweepstakes, winners: 2, credential });
	return (await n8n.createWorkflow(workflow)).id;
}

const csvOf = (rows: number) =>
	[
		'first_name,last_name,email',
		...Array.from({ length: rows }, (_, i) => `P${i},Test,p${i}@example.com`),
	].join('\n');

const adds = () => sandbox.calls().filter(({ path }) => path === '/participants/add');

describe('the main job in a real n8n', () => {
	it('adds every row, draws once and invoices each winner', async () => {
		const execution = await n8n.runWorkflow(await importCsv(csvOf(20)), NODES.start);

		expect(execution.status).toBe('success');
		expect(adds().map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
		expect(outputOf(execution, NODES.draw)).toHaveLength(2);
		expect(
			outputOf(execution, NODES.invoice).map(({ Status, PublicLink }) => [Status, typeof PublicLink]),
		).toEqual([
			['pending', 'string'],
			['pending', 'string'],
		]);
		expect(sandbox.calls().filter(({ path }) => path === '/winners/draw')).toHaveLength(1);
	});

	it('outputs bad rows on the error branch, and adds the good ones', async () => {
		const csv =
			'first_name,last_name,email\nAnn,One,ann@example.com\nBob,Two,bob@\nCid,Three,cid@example.com\n';
		const execution = await n8n.runWorkflow(await importCsv(csv), NODES.start);

		expect(outputOf(execution, NODES.add)).toHaveLength(2);
		expect(outputOf(execution, NODES.add, 1)).toEqual([
			{
				first_name: 'Bob',
				last_name: 'Two',
				email: 'bob@',
				error: 'Item 2: “Email” must be an email address such as jane@example.com, but is “bob@”',
			},
		]);
	});

	it('ends at once when it is stopped, and makes no more calls', async () => {
		const id = await n8n.startWorkflow(await importCsv(csvOf(50), { callsPerMinute: 10 }), NODES.start);
		// The first two of the ten calls of this minute find out who is in, and which form there is.
		await until(() => adds().length === 8);
		const stopping = Date.now();
		const { status } = await n8n.stopExecution(id);

		expect(Date.now() - stopping).toBeLessThan(WITHIN_STOP_MS);
		expect(status).toBe('canceled');
		await sleep(1_500);
		expect(adds()).toHaveLength(8);
	});

	it('shows the service’s message for a paused sweepstakes, and outputs every row', async () => {
		await sandbox.api('/sweepstakes/pause', { SweepstakesToken: sweepstakes.token });
		const execution = await n8n.runWorkflow(await importCsv(csvOf(2)), NODES.start);

		expect(outputOf(execution, NODES.add, 1)).toHaveLength(2);
		expect(outputOf(execution, NODES.add, 1)[0]!.error).toMatch(
			/^Item 1: The service refused this: .*paused/i,
		);
	});

	it('explains a wrong token after one call, and outputs every row', async () => {
		const execution = await n8n.runWorkflow(await importCsv(csvOf(30), { apiToken: 'wrong' }), NODES.start);

		expect(outputOf(execution, NODES.add, 1)).toHaveLength(30);
		expect(outputOf(execution, NODES.add, 1)[0]!.error).toMatch(/^The service does not (allow|accept)/);
		expect(sandbox.calls()).toHaveLength(1);
	});

	it('says that nothing was sent if the service is down', async () => {
		const workflow = await importCsv(csvOf(1));
		await sandbox.close();
		const execution = await n8n.runWorkflow(workflow, NODES.start, 120_000);

		expect(outputOf(execution, NODES.add, 1)[0]!.error).toMatch(
			/cannot be reached \(ECONNREFUSED\)\. Tried 6 times/,
		);
		sandbox = await startSandbox();
	});
});

describe('the main job, run again', () => {
	it('adds, draws and invoices only what is missing', async () => {
		const id = await importCsv(csvOf(20));
		await n8n.runWorkflow(id, NODES.start);
		sandbox.clearCalls();
		const again = await n8n.runWorkflow(id, NODES.start);

		expect(again.status).toBe('success');
		expect(outputOf(again, NODES.add).map(({ existed }) => existed)).toEqual(Array(20).fill(true));
		expect(outputOf(again, NODES.draw).map(({ existed }) => existed)).toEqual([true, true]);
		expect(outputOf(again, NODES.invoice).map(({ existed }) => existed)).toEqual([true, true]);
		const writing = ['/participants/add', '/winners/draw', '/invoices/create'];
		expect(sandbox.calls().filter(({ path }) => writing.includes(path))).toEqual([]);
	});
});

describe('the credential', () => {
	it('is tested when it is saved', async () => {
		const { id } = await credentialFor();
		expect(await n8n.testCredential(id!)).toMatchObject({ status: 'OK' });
	});

	it.each([
		[
			'a wrong token',
			() => ({ apiToken: 'wrong' }),
			/No account has this API token|does not accept this API token/,
		],
		[
			'an address that is not the service',
			() => ({ baseUrl: `${sandbox.baseUrl}/nowhere` }),
			/not the Sweepstakes API/,
		],
		['a web page', () => ({ baseUrl: `${n8n.baseUrl}` }), /not (as )?the Sweepstakes API/],
	])('explains what is wrong: %s (n8n 1 has its own messages)', async (_what, data, words) => {
		const { id } = await credentialFor(data());
		const { status, message } = await n8n.testCredential(id!);
		expect(status).toBe('Error');
		expect(message).toMatch(isN8n1 ? /^(Forbidden|The resource you are requesting)/ : words);
	});

	it('is refused before anything is sent if others could read the token', async () => {
		const seen: string[] = [];
		const server = createServer((request, response) => {
			seen.push(String(request.url));
			response.end('{}');
		});
		await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
		const { port } = server.address() as AddressInfo;
		const { id } = await credentialFor({ baseUrl: `http://0.0.0.0:${port}` });
		const { status, message } = await n8n.testCredential(id!);
		server.close();
		expect({ status, message, seen }).toEqual({
			status: 'Error',
			message: expect.stringContaining('“Base URL” must begin with https://'),
			seen: [],
		});
	});

	it('explains what an address must look like', async () => {
		const { id } = await credentialFor({ baseUrl: '127.0.0.1:4010' });
		const { message } = await n8n.testCredential(id!);
		expect(message).toContain('“Base URL” must be an address such as https://api.example.com/v3');
	});
});

describe('pickers', () => {
	const node = async (type: string, parameters: INode['parameters']): Promise<INode> => ({
		id: '1',
		name: 'Node',
		type: `n8n-nodes-sweepstakes.${type}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { sweepstakesApi: await credentialFor() },
	});
	const picked = () => ({ __rl: true, mode: 'list', value: sweepstakes.token });

	it('lists the sweepstakes, and searches in names and handlers', async () => {
		const asking = await node('sweepstakesParticipant', { operation: 'add' });
		const search = async (filter?: string) =>
			(await n8n.resourceLocatorResults(asking, 'searchSweepstakes', 'parameters.sweepstakes', { filter }))
				.results;

		expect(await search()).toEqual([
			expect.objectContaining({ name: 'Summer Giveaway (SUMMER)', value: sweepstakes.token }),
		]);
		expect(await search('summ')).toHaveLength(1);
		expect(await search('winter')).toHaveLength(0);
	});

	it('lists the groups of the chosen sweepstakes', async () => {
		const asking = await node('sweepstakesWinner', { operation: 'draw', sweepstakes: picked() });
		const { results } = await n8n.resourceLocatorResults(asking, 'searchDrawnGroups', 'parameters.group');

		expect(results[0]).toMatchObject({ name: 'All Groups', value: 'allgroups' });
		expect(results.length).toBeGreaterThan(1);
	});

	it('shows the fields of the entry form as columns, without email and phone', async () => {
		const asking = await node('sweepstakesParticipant', { operation: 'add', sweepstakes: picked() });
		const { fields } = await n8n.resourceMapperFields(asking, 'getEntryFormFields', 'parameters.Fields');

		const shown = fields.filter(({ display }) => display);
		expect(shown.map(({ id, displayName, required }) => [id, displayName, required])).toEqual([
			['First_Name', 'First Name', true],
			['Last_Name', 'Last Name', true],
			['Birth_Date', 'Birth Date (MM/DD/YYYY)', false],
			['Zip_Code', 'Zip Code', false],
			['Shirt_Size', 'Shirt Size', false],
		]);
	});
});
