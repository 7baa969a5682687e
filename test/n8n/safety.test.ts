import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { INodeCredentialsDetails, OnError } from 'n8n-workflow';

import { fillIn, findNode } from '../../examples/demo/fill-in';
import { startSandbox, type Sandbox } from '../../sandbox';
import type { N8n } from '../../tools/n8n/n8n';
import { AS_BROWSER, getOutput } from '../../tools/n8n/rest';
import {
	createAddingNode,
	BY_HAND,
	createChain,
	numberedRows,
	createNode,
	ROWS_NODE,
	ROWS_START,
	rowsWorkflow,
	type Part,
} from '../../tools/n8n/rows';
import { until } from '../../tools/n8n/wait';
import { firstSweepstakes } from '../../tools/sandbox';
import { beforeRelease } from '../support/n8n/release';
import { sharedN8n } from '../support/n8n/shared';

const isN8n1 = process.env['N8N_TEST_HOST'] === 'host-1x';
const TOKEN = 'very-secret-token';

let n8n: N8n;

beforeAll(async () => {
	n8n = await sharedN8n();
});

describe('a credential of this package', () => {
	let server: Server;
	let seen: string[];
	let baseUrl: string;
	let credential: INodeCredentialsDetails;

	beforeAll(async () => {
		server = createServer(({ url, headers }, response) => {
			seen.push(`${url} ${headers.authorization}`);
			const isRedirect = url === '/v3/redirect';
			response.writeHead(isRedirect ? 302 : 200, {
				'content-type': 'application/json',
				...(isRedirect && { location: '/elsewhere' }),
			});
			response.end('{}');
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		credential = await n8n.createAccountCredential({ baseUrl: `${baseUrl}/v3`, token: TOKEN });
	});
	beforeEach(() => (seen = []));
	afterAll(() => server.close());

	const withNode = async (node: Part) =>
		await n8n.createWorkflow(createChain('Other nodes', { Start: BY_HAND, Node: node }));

	const httpRequest = async (url: string) =>
		await withNode({
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url, authentication: 'predefinedCredentialType', nodeCredentialType: 'sweepstakesApi' },
			credentials: { sweepstakesApi: credential },
		});

	if (isN8n1) {
		it('in n8n 1’s HTTP Request node, sends the token only to addresses under the Base URL', async () => {
			for (const path of ['/elsewhere', '/v3/../elsewhere', '/v30', '/v3/redirect']) {
				const { id } = await httpRequest(baseUrl + path);
				const execution = await n8n.runWorkflow(id, 'Start');
				expect(execution.status).toBe('error');
				expect(JSON.stringify(execution)).not.toContain(TOKEN);
			}
			expect(seen).toEqual([`/v3/redirect Bearer ${TOKEN}`]);
		});
	} else {
		it('is refused by n8n 2 in an HTTP Request node', async () => {
			await expect(httpRequest(`${baseUrl}/v3/plan`)).rejects.toThrow(/sweepstakesApi.*restricted/);
		});
	}

	it('is accepted by n8n in the nodes of this package, even if an agent uses them as tools', async () => {
		for (const type of ['sweepstakesAccount', 'sweepstakesAccountTool'])
			await withNode(createNode(type, { operation: 'checkHealth' }, credential));
	});
});

describe('the nodes of this package', () => {
	const ADD = '/participants/add';
	let sandbox: Sandbox;
	beforeEach(async () => {
		const plan = { MaxApiCallsPerMinute: 1_000_000 };
		sandbox = await startSandbox({ accounts: [{ token: TOKEN, plan }], sample: true });
	});
	afterEach(async () => await sandbox.close());

	/**
	 * Creates a workflow that adds a participant for each row.
	 *
	 * @returns its ID
	 */
	async function adding(rows: number, onError?: OnError): Promise<string> {
		const node = createAddingNode(await n8n.createAccountCredential(sandbox, { callsPerMinute: 0 }));
		return (await n8n.createWorkflow(rowsWorkflow(numberedRows(rows), { ...node, onError }))).id;
	}

	it('keep the token out of the database, the log and the executions, even if the service repeats the token', async () => {
		const refused = (path: string, status: number) => ({
			path,
			status,
			body: { Response: false, Message: `No account has ${TOKEN}` },
		});
		sandbox.faults([refused(ADD, 400), { path: ADD, drop: 'after' }, refused(ADD, 403)]);
		sandbox.faults([refused('/participants/single', 400)]);
		const branches = await n8n.runWorkflow(await adding(4, 'continueErrorOutput'), ROWS_START);
		sandbox.faults([refused(ADD, 400)]);
		const stopped = await n8n.runWorkflow(await adding(1), ROWS_START);

		expect(getOutput(branches, ROWS_NODE, 1)[0]!.error).toContain('No account has ***');
		expect(stopped.status).toBe('error');
		expect(JSON.stringify([branches, stopped])).not.toContain(TOKEN);
		const folder = join(n8n.filesFolder, '../.n8n');
		const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
			.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
			.map(({ parentPath, name }) => join(parentPath, name));
		for (const file of ['database.sqlite', 'logs/n8n.log']) expect(files).toContain(join(folder, file));
		// n8n may have removed a temporary file in the meantime.
		const contents = async (file: string) => await readFile(file).catch(() => '');
		for (const file of files) expect([file, (await contents(file)).includes(TOKEN)]).toEqual([file, false]);
	});

	const POSTS = 20;
	/** Code with quadratic run time would take hours to handle this address. */
	const LONG = `a@${'a.'.repeat(500_000)}@`;
	const AGREED = '["I have read the official rules and agree to them"]';

	beforeRelease(`process all of ${POSTS} form posts, each with an email address of 1 MB`, async () => {
		const credential = await n8n.createAccountCredential(sandbox);
		const sweepstakes = await firstSweepstakes(sandbox);
		const example = fillIn('form-to-participant.json', { credential, sweepstakes });
		const workflow = await n8n.createWorkflow(example);
		await n8n.activate(workflow.id);
		const body = new FormData();
		for (const [index, value] of ['Ida', 'Rhodes', LONG, '', AGREED].entries())
			body.set(`field-${index}`, value);
		const url = `${n8n.baseUrl}/form/${findNode(workflow, 'Entry Form').webhookId}`;
		const post = async () => (await fetch(url, { method: 'POST', body, headers: AS_BROWSER })).status;
		expect(new Set(await Promise.all(Array.from({ length: POSTS }, post)))).toEqual(new Set([200]));
		// Waits until each execution has reached the form's last page, where it waits for somebody to open the page.
		const ended = async () =>
			(await n8n.executions(workflow.id)).filter(({ status }) => status === 'waiting');
		await until(async () => (await ended()).length === POSTS);
		await n8n.deactivate(workflow.id);
	});
});
