import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INode, INodeCredentialsDetails } from 'n8n-workflow';
import { request } from 'undici';

import { importDrawInvoice, NODES } from '../../examples/demo/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { startN8n, type RunningN8n } from '../../tools/n8n/n8n';
import { packPackage } from '../../tools/n8n/package';
import type { Execution } from '../../tools/n8n/rest';

const isN8n1 = process.env['N8N_TEST_HOST'] === 'host-1x';
const WITHIN_STOP_MS = 1_000;

let n8n: RunningN8n;
let sandbox: Sandbox;
let sweepstakes: { token: string; name: string };

beforeAll(async () => {
	const tarball = await packPackage();
	n8n = await startN8n({ tarball });
	await rm(dirname(tarball), { recursive: true });
});
afterAll(async () => await n8n?.stop());

beforeEach(async () => {
	sandbox = await startSandbox();
	const { Data } = await call('/sweepstakes/fetch');
	sweepstakes = { token: Data[0]!.SweepstakesToken, name: 'Summer Giveaway' };
	sandbox.clearCalls();
});
afterEach(async () => await sandbox.close());

async function call(path: string, body?: object): Promise<{ Data: Array<{ SweepstakesToken: string }> }> {
	const answer = await request(sandbox.url(path), {
		method: 'POST',
		headers: {
			authorization: `Bearer ${sandbox.token}`,
			...(body && { 'content-type': 'application/json' }),
		},
		body: body && JSON.stringify(body),
	});
	return (await answer.body.json()) as { Data: Array<{ SweepstakesToken: string }> };
}

interface CredentialData {
	baseUrl?: string;
	apiToken?: string;
	callsPerMinute?: number;
}

async function credentialFor(data: CredentialData = {}): Promise<INodeCredentialsDetails> {
	const { baseUrl, token: apiToken } = sandbox;
	return await n8n.createCredential({
		name: 'Sandbox',
		type: 'sweepstakesApi',
		data: { baseUrl, apiToken, callsPerMinute: 150, ...data },
	});
}

/** The example workflow on a CSV of its own, as a person would have set it up. */
async function importCsv(csv: string, data: CredentialData = {}): Promise<string> {
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

const output = ({ data }: Execution, node: string, branch = 0): IDataObject[] =>
	(data.resultData.runData[node]?.[0]?.data?.main?.[branch] ?? []).map(({ json }) => json);

const adds = () => sandbox.calls().filter(({ path }) => path === '/participants/add');

/** Waits until `isSo`, for things that happen outside. */
async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await sleep(20);
}

describe('the main job in a real n8n', () => {
	it('adds every row, draws once and invoices each winner', async () => {
		const execution = await n8n.runWorkflow(await importCsv(csvOf(20)), NODES.start);

		expect(execution.status).toBe('success');
		expect(adds().map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
		expect(output(execution, NODES.draw)).toHaveLength(2);
		expect(
			output(execution, NODES.invoice).map(({ Status, PublicLink }) => [Status, typeof PublicLink]),
		).toEqual([
			['pending', 'string'],
			['pending', 'string'],
		]);
		expect(sandbox.calls().filter(({ path }) => path === '/winners/draw')).toHaveLength(1);
	});

	it('brings bad rows out of the error branch with their row, and adds the good ones', async () => {
		const csv =
			'first_name,last_name,email\nAnn,One,ann@example.com\nBob,Two,bob@\nCid,Three,cid@example.com\n';
		const execution = await n8n.runWorkflow(await importCsv(csv), NODES.start);

		expect(output(execution, NODES.add)).toHaveLength(2);
		expect(output(execution, NODES.add, 1)).toEqual([
			{
				first_name: 'Bob',
				last_name: 'Two',
				email: 'bob@',
				error: 'Item 2: “Email” must be an email address such as jane@example.com, but is “bob@”',
			},
		]);
	});

	it('ends at once when it is stopped, and no further call reaches the service', async () => {
		const id = await n8n.startWorkflow(await importCsv(csvOf(50), { callsPerMinute: 10 }), NODES.start);
		await until(() => adds().length === 10);
		const stopping = Date.now();
		const { status } = await n8n.stopExecution(id);

		expect(Date.now() - stopping).toBeLessThan(WITHIN_STOP_MS);
		expect(status).toBe('canceled');
		await sleep(1_500);
		expect(adds()).toHaveLength(10);
	});

	it('says of a paused sweepstakes what the service says, and gives every row back', async () => {
		await call('/sweepstakes/pause', { SweepstakesToken: sweepstakes.token });
		const execution = await n8n.runWorkflow(await importCsv(csvOf(2)), NODES.start);

		expect(output(execution, NODES.add, 1)).toHaveLength(2);
		expect(output(execution, NODES.add, 1)[0]!.error).toMatch(/^Item 1: The service refused this: .*paused/i);
	});

	it('says of a wrong token what to mend, after one call, and gives every row back', async () => {
		const execution = await n8n.runWorkflow(await importCsv(csvOf(30), { apiToken: 'wrong' }), NODES.start);

		expect(output(execution, NODES.add, 1)).toHaveLength(30);
		expect(output(execution, NODES.add, 1)[0]!.error).toMatch(/^Item 1: The service does not (allow|accept)/);
		expect(sandbox.calls()).toHaveLength(1);
	});

	it('says of a service that is down that nothing was sent', async () => {
		const workflow = await importCsv(csvOf(1));
		await sandbox.close();
		const execution = await n8n.runWorkflow(workflow, NODES.start, 120_000);

		expect(output(execution, NODES.add, 1)[0]!.error).toMatch(
			/cannot be reached \(ECONNREFUSED\)\. Tried 6 times/,
		);
		sandbox = await startSandbox();
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
		['a page for people', () => ({ baseUrl: `${n8n.baseUrl}` }), /not (as )?the Sweepstakes API/],
	])('says in words what is wrong: %s (n8n 1 has words of its own)', async (_what, data, words) => {
		const { id } = await credentialFor(data());
		const { status, message } = await n8n.testCredential(id!);
		expect(status).toBe('Error');
		expect(message).toMatch(isN8n1 ? /^(Forbidden|The resource you are requesting)/ : words);
	});

	it('is refused before anything is sent where others could read the token', async () => {
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

	it('says what an address must look like', async () => {
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

	it('shows the fields of the entry form as columns, without the email and the phone', async () => {
		const asking = await node('sweepstakesParticipant', { operation: 'add', sweepstakes: picked() });
		const { fields } = await n8n.resourceMapperFields(asking, 'getEntryFormFields', 'parameters.Fields');

		expect(fields.map(({ id, displayName, required }) => [id, displayName, required])).toEqual([
			['First_Name', 'First Name', true],
			['Last_Name', 'Last Name', true],
			['Birth_Date', 'Birth Date', false],
			['Zip_Code', 'Zip Code', false],
		]);
	});
});
