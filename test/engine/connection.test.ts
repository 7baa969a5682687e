import { promises as dns } from 'node:dns';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';

import { SweepstakesAccount } from '../../nodes/SweepstakesAccount/SweepstakesAccount.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { startSandbox, type Sandbox } from '../../sandbox';
import { storedColumns } from '../catalogue/world';
import { log, runNode, startType, type Account } from '../support/engine/engine';
import { listen } from '../support/server';
import { shortenWaits, until } from '../support/waits';

const SWEEPSTAKES = '3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';
const PICKED = { __rl: true, mode: 'id', value: SWEEPSTAKES };
const rows = (count: number): IDataObject[] => Array.from({ length: count }, () => ({}));

const checkHealth = async (account: Account, items = rows(1), signal?: AbortSignal) =>
	await runNode({
		node: new SweepstakesAccount(),
		parameters: { operation: 'checkHealth' },
		account,
		items,
		signal,
	});

/** Adds a person without an email address or phone number, who cannot be looked up. */
const addNobody = async (account: Account) =>
	await runNode({
		node: new SweepstakesParticipant(),
		account,
		parameters: {
			operation: 'add',
			sweepstakes: PICKED,
			Fields: { mappingMode: 'defineBelow', value: {}, schema: storedColumns() },
			options: { allowNoContact: true },
		},
	});

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

	test('a run that is stopped during a call ends at once', async () => {
		sandbox.faults([{ path: '/account/health-check', delayMs: 60_000 }]);
		const controller = new AbortController();
		const running = checkHealth({ baseUrl, token: sandbox.token }, rows(1), controller.signal);
		await until(() => sandbox.calls().length > 0);
		const stopped = Date.now();
		controller.abort();
		expect((await running).status).toBe('canceled');
		expect(Date.now() - stopped).toBeLessThan(30_000);
	});

	test('the error says if an https address leads to a server without https', async () => {
		shortenWaits();
		const { error } = await checkHealth({ baseUrl: baseUrl.replace('http:', 'https:'), token: 'x' });
		expect(error?.message).toBe(
			'The secure connection to the address in “Base URL” failed (EPROTO), so the address may not support https',
		);
		expect(sandbox.calls()).toEqual([]);
	});

	// n8n before 2.31 has no address rules, although its types declare them.
	if (SsrfProtectionConfig as unknown) {
		test('the node calls no address that the n8n instance blocks', async () => {
			const config = Container.get(SsrfProtectionConfig);
			config.enabled = true;
			try {
				const { error } = await checkHealth({ baseUrl, token: sandbox.token });
				expect(error!.message).toMatch(/^This n8n instance blocks calls to the address/);
				expect(connections).toBe(0);
			} finally {
				config.enabled = false;
			}
		});

		test('the node does not call a hostname that resolves to a blocked address only after the check', async () => {
			const config = Container.get(SsrfProtectionConfig);
			Object.assign(config, { enabled: true, dnsCacheMaxSize: 1 });
			const lookup = jest.spyOn(dns, 'lookup') as jest.SpyInstance;
			lookup.mockResolvedValueOnce([{ address: '8.8.8.8', family: 4 }]);
			lookup.mockResolvedValue([{ address: '127.0.0.1', family: 4 }]);
			try {
				const renamed = baseUrl.replace('127.0.0.1', 'localhost');
				const { error } = await checkHealth({ baseUrl: renamed, token: sandbox.token });
				expect(error!.message).toMatch(/^This n8n instance blocks calls to the address/);
				expect(lookup).toHaveBeenCalledTimes(2);
				expect(connections).toBe(0);
			} finally {
				config.enabled = false;
				jest.restoreAllMocks();
			}
		});
	}
});

describe('with a test server', () => {
	let server: Server;
	let seen: IncomingMessage[];
	let answer: (request: IncomingMessage) => {
		status: number;
		headers?: Record<string, string>;
		text?: string;
	};
	let baseUrl: string;

	beforeEach(async () => {
		seen = [];
		answer = () => ({ status: 200 });
		server = createServer((request, response) => {
			seen.push(request);
			request.resume();
			const { status, headers, text } = answer(request);
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			response.end(text ?? JSON.stringify({ Response: true, Message: 'Fine' }));
		});
		baseUrl = await listen(server);
	});
	afterEach(() => {
		jest.restoreAllMocks();
		server.close();
	});

	test('the node does not follow a redirect or forward the token', async () => {
		answer = () => ({ status: 307, headers: { location: `${baseUrl}/elsewhere` } });
		const { error } = await checkHealth({ baseUrl, token: 'secret-token' });
		expect(error!.message).toMatch(/redirects to a different address \(status 307/);
		expect(seen.map(({ url }) => url)).toEqual(['/account/health-check']);
	});

	test('the token is sent as a Bearer token and never appears in errors or logs', async () => {
		answer = () => ({ status: 400 });
		const { run } = await checkHealth({ baseUrl, token: 'very-secret-token' });
		expect(seen[0]!.headers.authorization).toBe('Bearer very-secret-token');
		expect(JSON.stringify(run) + log()).not.toContain('very-secret-token');
	});

	test('the completed items in the error of a failed run do not contain the token', async () => {
		const token = 'very-secret-token';
		const echo = {
			Response: true,
			Data: { Note: `it was ${token}`, Seen: [{ [token]: encodeURIComponent(`${token}/`), At: 7 }, null] },
		};
		answer = () => (seen.length > 1 ? { status: 400 } : { status: 200, text: JSON.stringify(echo) });
		const { error } = await checkHealth({ baseUrl, token }, rows(2));
		const { done } = error!.context.data as { done: object[] };
		const Seen = [{ '***': '***%2F', At: 7 }, null];
		expect(done).toEqual([{ healthy: true, Note: 'it was ***', Seen }]);
	});

	test.each([
		['a web page', 404, '<html>Not found</html>'],
		['another API', 404, '{"message":"Not Found"}'],
		['another API that accepts everything', 200, '{"ok":true}'],
	])('the error says that the Base URL is wrong if it leads to %s', async (_what, status, text) => {
		shortenWaits();
		answer = () => ({ status, text });
		const participant = { __rl: true, mode: 'id', value: 'jane@example.com' };
		for (const parameters of [
			{ operation: 'get', whenNotFound: 'nothing', participant },
			{ operation: 'add', whenAlreadyEntered: 'skip', KeyEmail: 'jane@example.com' },
		]) {
			const { error } = await runNode({
				node: new SweepstakesParticipant(),
				account: { baseUrl, token: 'secret' },
				parameters: { ...parameters, sweepstakes: PICKED },
			});
			expect(error?.message).toMatch(/^The address in “Base URL” does not respond like the Sweepstakes API/);
		}
	});

	/** Creates a node of another package that uses the credential, like n8n 1's HTTP Request node. */
	const strangerWith = (send: (this: IExecuteFunctions) => Promise<unknown>): INodeType => ({
		description: {
			...startType([]).description,
			inputs: ['main'],
			credentials: [{ name: 'sweepstakesApi', required: true }],
		},
		async execute() {
			await send.call(this);
			return [[]];
		},
	});
	const SHAPES = ['httpRequestWithAuthentication', 'requestWithAuthentication'] as const;
	const sendBy = async (shape: (typeof SHAPES)[number], url: string) => {
		const node = strangerWith(async function () {
			const options = { url, uri: url, method: 'GET' as const, followAllRedirects: true };
			return await this.helpers[shape].call(this, 'sweepstakesApi', options);
		});
		const account = { baseUrl: `${baseUrl}/v3`, token: 'very-secret-token' };
		return await runNode({ node, account, parameters: {} });
	};

	test.each(SHAPES)(
		'another node that uses the credential (with %s) cannot send the token elsewhere, not even by a redirect',
		async (shape) => {
			const localhost = baseUrl.replace('127.0.0.1', 'localhost');
			answer = () => ({ status: 302, headers: { location: `${localhost}/v3/elsewhere` } });
			const results = [await sendBy(shape, `${baseUrl}/v2/plan`), await sendBy(shape, `${baseUrl}/v3/plan`)];
			const [refused, redirected] = results.map(({ error }) => `${error!.message} ${error!.description}`);
			expect(refused).toMatch(/The API token was not sent, because the address/);
			expect(redirected).toMatch(/302/);
			expect(JSON.stringify(results)).not.toContain('very-secret-token');
			expect(seen.map(({ url }) => url)).toEqual(['/v3/plan']);
		},
	);
});

/**
 * Forces a garbage collection. In Node 20, this also collects an `AbortSignal.timeout` that nothing references, which
 * then never fires.
 */
function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
}

describe('with a server that trickles bytes forever', () => {
	const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
	const TRICKLES = {
		headers: { first: HEAD, then: 'x: y\r\n' },
		body: { first: `${HEAD}content-length: 9999\r\n\r\n`, then: ' ' },
	};

	const FINE = JSON.stringify({ Response: true, Message: 'Fine' });
	const { timeout } = AbortSignal;
	let server: TcpServer;
	let baseUrl: string;
	let paths: string[];
	let sockets: Socket[];
	let trickling: Set<Socket>;
	/** The path with a slow reply. All other paths reply at once. */
	let slow: { path: string; part: keyof typeof TRICKLES };

	beforeEach(async () => {
		paths = [];
		sockets = [];
		trickling = new Set();
		server = createTcpServer((socket) => {
			sockets.push(socket.on('error', () => {}));
			socket.on('data', (data) => {
				const path = /^POST (\S+)/.exec(data.toString())?.[1];
				if (!path) return;
				paths.push(path);
				if (path !== slow.path) return socket.write(`${HEAD}content-length: ${FINE.length}\r\n\r\n${FINE}`);
				const { first, then } = TRICKLES[slow.part];
				socket.write(first);
				const timer = setInterval(() => socket.write(then), 20);
				trickling.add(socket);
				socket.on('close', () => {
					clearInterval(timer);
					trickling.delete(socket);
				});
			});
		});
		baseUrl = await listen(server);
		// This replaces the function instead of spying on it, because a spy would keep all results in memory.
		AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 100);
	});
	afterEach(() => {
		AbortSignal.timeout = timeout;
		sockets.forEach((socket) => socket.destroy());
		server.close();
	});

	const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;

	test.each(['headers', 'body'] as const)(
		'a call ends and is ambiguous if bytes trickle into the reply’s %s',
		async (part) => {
			slow = { path: '/participants/add', part };
			const account: Account = { baseUrl, token: 'secret' };
			const before = timers();
			const adding = addNobody(account);
			await until(() => trickling.size > 0);
			collectGarbage();
			const next = checkHealth(account);
			const { error } = await adding;
			expect(error!.message).toMatch(
				/: it did not respond within 60 s\. The call may have been processed\. It was sent once, and not again, because it cannot be looked up$/,
			);
			expect((await next).items[0]!.json).toEqual({ healthy: true });
			expect(paths).toEqual(['/entrypage/fields', '/participants/add', '/account/health-check']);
			await until(() => trickling.size === 0);
			await until(() => timers() <= before);
		},
	);
});
