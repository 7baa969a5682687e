import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';

import type { INode, INodeCredentialsDetails } from 'n8n-workflow';

import { startN8n, type RunningN8n } from './n8n';
import { packPackage } from './package';
import type { StoredWorkflow } from './rest';

const isN8n1 = process.env['N8N_TEST_HOST'] === 'host-1x';
const TOKEN = 'very-secret-token';

let n8n: RunningN8n;

beforeAll(async () => {
	const tarball = await packPackage();
	n8n = await startN8n({ tarball });
	await rm(dirname(tarball), { recursive: true });
});
afterAll(async () => await n8n?.stop());

describe('other nodes and the credential', () => {
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
		credential = await n8n.createCredential({
			name: 'Ours',
			type: 'sweepstakesApi',
			data: { baseUrl: `${baseUrl}/v3`, apiToken: TOKEN, callsPerMinute: 150 },
		});
	});
	beforeEach(() => (seen = []));
	afterAll(() => server.close());

	const START: INode = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};

	async function withNode(node: Pick<INode, 'type' | 'typeVersion' | 'parameters'>): Promise<StoredWorkflow> {
		return await n8n.createWorkflow({
			name: 'Other nodes',
			nodes: [
				START,
				{
					id: 'node',
					name: 'Node',
					position: [200, 0],
					credentials: { sweepstakesApi: credential },
					...node,
				},
			],
			connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
		});
	}

	const httpRequest = async (url: string) =>
		await withNode({
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url, authentication: 'predefinedCredentialType', nodeCredentialType: 'sweepstakesApi' },
		});

	// n8n 1 gives every credential to the HTTP Request node.
	if (isN8n1) {
		it.each(['/elsewhere', '/v3/../elsewhere', '/v30'])(
			'HTTP Request sends nothing to another path: %s',
			async (path) => {
				const { id } = await httpRequest(baseUrl + path);
				const execution = await n8n.runWorkflow(id, 'Start');
				expect(execution.status).toBe('error');
				expect(JSON.stringify(execution)).toContain('The API token was not sent, because the address');
				expect(JSON.stringify(execution)).not.toContain(TOKEN);
				expect(seen).toEqual([]);
			},
		);

		it('HTTP Request takes the token along on no redirect', async () => {
			const { id } = await httpRequest(`${baseUrl}/v3/redirect`);
			const execution = await n8n.runWorkflow(id, 'Start');
			expect(execution.status).toBe('error');
			expect(JSON.stringify(execution)).not.toContain(TOKEN);
			expect(seen).toEqual([`/v3/redirect Bearer ${TOKEN}`]);
		});
	} else {
		it('HTTP Request does not get it', async () => {
			await expect(httpRequest(`${baseUrl}/v3/plan`)).rejects.toThrow(/sweepstakesApi.*restricted/);
		});
	}

	it('our nodes get it, as tools of an agent, too', async () => {
		const parameters = { operation: 'checkHealth' };
		for (const type of ['sweepstakesAccount', 'sweepstakesAccountTool'])
			await withNode({ type: `n8n-nodes-sweepstakes.${type}`, typeVersion: 1, parameters });
	});
});
