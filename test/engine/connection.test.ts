import { createServer, type IncomingMessage, type Server } from 'node:http';
import {
	connect,
	createServer as createTcpServer,
	type AddressInfo,
	type Server as TcpServer,
} from 'node:net';

import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';
import { MockAgent, type Dispatcher } from 'undici';

import { SweepstakesAccount } from '../../nodes/SweepstakesAccount/SweepstakesAccount.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { startSandbox, type Sandbox } from '../../sandbox';
import { editorOf, log, runNode, type Account } from './engine';

const WAYS = ['n8n', 'keepAlive'] as const;
const rows = (count: number): IDataObject[] => Array.from({ length: count }, () => ({}));

const checkHealth = async (account: Account, items = rows(1)) =>
	await runNode({ node: new SweepstakesAccount(), account, items, parameters: { operation: 'checkHealth' } });

async function listen(server: Server | TcpServer): Promise<string> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('with the sandbox', () => {
	let sandbox: Sandbox;
	let door: TcpServer;
	let connections: number;
	let baseUrl: string;

	beforeEach(async () => {
		sandbox = await startSandbox();
		connections = 0;
		door = createTcpServer((socket) => {
			connections++;
			const inner = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1');
			socket.pipe(inner).pipe(socket);
			for (const end of [socket, inner])
				end.on('error', () => [socket, inner].forEach((each) => each.destroy()));
			socket.on('close', () => inner.destroy());
		});
		baseUrl = await listen(door);
	});
	afterEach(async () => {
		door.close();
		await sandbox.close();
	});

	test('Through n8n: a connection for each call', async () => {
		await checkHealth({ baseUrl, token: sandbox.token, connection: 'n8n' }, rows(10));
		expect(connections).toBe(10);
	});

	test('Keep Alive: the same connection for many calls', async () => {
		const { items } = await checkHealth({ baseUrl, token: sandbox.token, connection: 'keepAlive' }, rows(10));
		expect(items).toHaveLength(10);
		// undici opens a second connection if the first is still receiving its reply.
		expect(connections).toBeLessThanOrEqual(2);
	});

	test.each(WAYS)('%s: a wrong token gives the same error', async (connection) => {
		const { error } = await checkHealth({ baseUrl, token: 'wrong', connection });
		expect(error!.message).toMatch(
			/^The service (does not accept the API token|does not allow this for your account)/,
		);
	});

	test.each(WAYS)(
		'%s: a connection reset after sending does not lead to a second call',
		async (connection) => {
			sandbox.faults([{ path: '/participants/add', drop: 'after' }]);
			const { error } = await runNode({
				node: new SweepstakesParticipant(),
				account: { baseUrl, token: sandbox.token, connection },
				parameters: {
					operation: 'add',
					sweepstakes: { __rl: true, mode: 'handler', value: 'SUMMER' },
					Fields: { mappingMode: 'defineBelow', value: { First_Name: 'No', Last_Name: 'Key' } },
				},
			});
			expect(error!.message).toMatch(/may have been processed/);
			expect(sandbox.calls().filter(({ path }) => path === '/participants/add')).toHaveLength(1);
		},
	);

	test.each(WAYS)('%s: stopping during a call ends the run at once', async (connection) => {
		sandbox.faults([{ path: '/account/health-check', delayMs: 5_000 }]);
		const controller = new AbortController();
		const account = { baseUrl, token: sandbox.token, connection };
		const running = runNode({
			node: new SweepstakesAccount(),
			account,
			parameters: { operation: 'checkHealth' },
			signal: controller.signal,
		});
		while (sandbox.calls().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		const stopped = Date.now();
		controller.abort();
		expect((await running).status).toBe('canceled');
		expect(Date.now() - stopped).toBeLessThan(1_000);
	});

	// n8n before 2.31 has no such rules, although its types declare them.
	if (SsrfProtectionConfig as unknown) {
		test.each(WAYS)('%s: the instance’s own address rules are enforced', async (connection) => {
			const config = Container.get(SsrfProtectionConfig);
			config.enabled = true;
			try {
				const { error } = await checkHealth({ baseUrl, token: sandbox.token, connection });
				expect(error!.message).toMatch(/^This n8n does not allow calls to the address/);
				expect(connections).toBe(0);
			} finally {
				config.enabled = false;
			}
		});
	}
});

describe('with a test server', () => {
	let server: Server;
	let seen: IncomingMessage[];
	let answer: (request: IncomingMessage) => { status: number; headers?: Record<string, string> };
	let baseUrl: string;

	beforeEach(async () => {
		seen = [];
		answer = () => ({ status: 200 });
		server = createServer((request, response) => {
			seen.push(request);
			request.resume();
			const { status, headers } = answer(request);
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			response.end(JSON.stringify({ Response: true, Message: 'Fine' }));
		});
		baseUrl = await listen(server);
	});
	afterEach(() => server.close());

	test.each(WAYS)('%s: a redirect is not followed, and the token does not go with it', async (connection) => {
		answer = () => ({ status: 307, headers: { location: `${baseUrl}/elsewhere` } });
		const { error } = await checkHealth({ baseUrl, token: 'secret-token', connection });
		expect(error!.message).toMatch(/redirects to another one \(status 307/);
		expect(seen.map(({ url }) => url)).toEqual(['/account/health-check']);
	});

	test.each(WAYS)(
		'%s: the token travels as a Bearer token and is in no error or log line',
		async (connection) => {
			answer = () => ({ status: 400 });
			const { run } = await checkHealth({ baseUrl, token: 'very-secret-token', connection });
			expect(seen[0]!.headers.authorization).toBe('Bearer very-secret-token');
			expect(JSON.stringify(run) + log()).not.toContain('very-secret-token');
		},
	);

	test('Keep Alive: after a long idle time, a call that must not be repeated uses a new connection', async () => {
		const add = async () =>
			await runNode({
				node: new SweepstakesParticipant(),
				account: { baseUrl, token: 'secret', connection: 'keepAlive' },
				parameters: {
					operation: 'add',
					sweepstakes: { __rl: true, mode: 'id', value: '3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f' },
					KeyEmail: 'jane@example.com',
				},
			});
		await add();
		await add();
		await new Promise((resolve) => setTimeout(resolve, 2_200));
		await add();
		expect(seen.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'keep-alive', 'close']);
	});
});

/** Like undici's setGlobalDispatcher, but in the realm of the real fetch: a jest test has its own global object. */
function dispatchWith(dispatcher: Dispatcher): () => void {
	const KEY = Symbol.for('undici.globalDispatcher.1');
	const realm = (fetch.constructor as FunctionConstructor)('return globalThis')() as Record<symbol, unknown>;
	const before = realm[KEY];
	realm[KEY] = dispatcher;
	return () => (realm[KEY] = before);
}

test.each(WAYS)('%s: pickers use it too', async (connection) => {
	const sandbox = await startSandbox();
	try {
		const node = new SweepstakesParticipant();
		const account = { baseUrl: sandbox.baseUrl, token: sandbox.token, connection };
		const context = editorOf({ node, account, parameters: {} });
		const { results } = await node.methods.listSearch.searchSweepstakes.call(context);
		expect(results.length).toBeGreaterThan(0);
	} finally {
		await sandbox.close();
	}
});

describe('with undici’s MockAgent in place of the network', () => {
	const agent = new MockAgent();
	let restore: () => void;
	beforeAll(() => {
		agent.disableNetConnect();
		restore = dispatchWith(agent);
	});
	afterAll(async () => {
		restore();
		await agent.close();
	});
	const service = () =>
		agent.get('https://api.example.com').intercept({ path: '/v3/account/health-check', method: 'POST' });
	const account: Account = {
		baseUrl: 'https://api.example.com/v3/',
		token: 'secret',
		connection: 'keepAlive',
	};

	test('Keep Alive uses the global fetch, with the path appended to the Base URL', async () => {
		service().reply(200, { Response: true, Message: 'Up' });
		const { items } = await checkHealth(account);
		expect(items[0]!.json).toMatchObject({ Message: 'Up' });
	});

	test('an untrusted certificate ends the run with a readable error', async () => {
		service().replyWithError(
			Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
		);
		const { error } = await checkHealth(account);
		expect(error!.message).toBe('The secure connection to the service failed (DEPTH_ZERO_SELF_SIGNED_CERT)');
	});
});
