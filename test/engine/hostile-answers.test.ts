import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import type { IDataObject } from 'n8n-workflow';

import { SweepstakesApiCall } from '../../nodes/SweepstakesApiCall/SweepstakesApiCall.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesTrigger } from '../../nodes/SweepstakesTrigger/SweepstakesTrigger.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { runNode } from './engine';
import { Poller } from './poller';
import { byId, jsonOf, Stage } from './stage';

describe('an answer that is longer than any answer should be', () => {
	const MEGABYTE = Buffer.alloc(1_000_000, ' ');
	const BOMB = gzipSync(Buffer.alloc(200_000_000, ' '));
	let server: Server;
	let baseUrl: string;
	let requests: number;
	let megabytes: number;
	let closed: Promise<void>;

	beforeEach(async () => {
		requests = 0;
		megabytes = 0;
		server = createServer((request, response) => {
			requests++;
			request.resume();
			closed = new Promise((resolve) => response.on('close', resolve));
			if (request.url === '/nothing') {
				response.writeHead(204).end();
				return;
			}
			if (request.url === '/bomb') {
				response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB);
				return;
			}
			if (request.url === '/values') {
				response.end(`{"Response":true,"Data":[${'{},'.repeat(300_000)}{}]}`);
				return;
			}
			const most = request.url === '/long' ? 9 : Infinity;
			const send = () => {
				while (megabytes < most && !response.destroyed) {
					megabytes++;
					if (!response.write(MEGABYTE)) return;
				}
				response.end('{"Response":true}');
			};
			response.on('drain', send);
			send();
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterEach(() => {
		server.closeAllConnections();
		server.close();
	});

	const call = async (path: string, connection: 'n8n' | 'keepAlive') =>
		await runNode({
			node: new SweepstakesApiCall(),
			account: { baseUrl, token: 'secret', connection },
			parameters: { operation: 'call', method: 'POST', path, body: '{}' },
		});

	describe.each(['n8n', 'keepAlive'] as const)('%s', (connection) => {
		test.each(['/endless', '/bomb', '/values'])(
			'is not read to its end, and nothing is sent twice: %s',
			async (path) => {
				const { error } = await call(path, connection);
				expect(error?.message).toBe(
					'The service did not confirm this: its answer has more than 10 MB, or more than 300,000 values. It may have been processed, so it was not sent again',
				);
				expect(requests).toBe(1);
				await closed;
				expect(megabytes).toBeLessThan(100);
			},
		);

		test('one without a body says nothing', async () => {
			const { error } = await call('/nothing', connection);
			expect(error?.message).toMatch(/^The service did not confirm this: its answer could not be read\. /);
		});

		test('a long one is read', async () => {
			expect(jsonOf(await call('/long', connection))).toEqual([{ Response: true }]);
		});
	});
});

describe('a list without an end', () => {
	let stage: Stage;
	beforeEach(async () => {
		stage = await Stage.open();
	});
	afterEach(async () => await stage.close());

	const people = Array.from({ length: 20 }, (_, index) => ({
		ParticipantToken: `token ${index}`,
		CreationDate: '2090-01-01T00:00:00.000Z',
		Collection: 'Participants',
	}));
	const page = (Participants: object[]) => ({
		path: '/participants/fetch',
		body: { Response: true, Participants, Pagination: { Total: 1e9, TotalPages: 1e9 } },
	});
	const SENTENCE =
		'The list of participants does not end: 3 pages in a row were empty, and the service says that there are more';

	test('of participants keeps what was read', async () => {
		stage.sandbox.faults([page(people), { ...page([]), times: 10 }]);
		const { error } = await stage.run(new SweepstakesParticipant(), 'getMany', {
			sweepstakes: stage.picked,
			returnAll: true,
		});
		expect(error?.message).toBe(SENTENCE);
		expect((error!.context.data as { done: IDataObject[] }).done).toHaveLength(20);
		expect(stage.paths()).toHaveLength(4);
	});

	test('of winners keeps what was read, also beside the error', async () => {
		const body = { Response: true, TotalWinners: 1e9 };
		stage.sandbox.faults([
			{ path: '/winners/fetch', body: { ...body, Winners: people } },
			{ path: '/winners/fetch', body: { ...body, Winners: [] }, times: 10 },
		]);
		const { items } = await stage.run(
			new SweepstakesWinner(),
			'getMany',
			{ sweepstakes: stage.picked, returnAll: true },
			{ onError: 'continueRegularOutput' },
		);
		expect(items).toHaveLength(21);
		expect(items.at(-1)!.json.error).toMatch(/^The list of winners does not end: /);
	});

	test('ends a poll, which has it all the next time', async () => {
		const poller = new Poller({
			node: new SweepstakesTrigger(),
			account: stage.sandbox,
			parameters: { event: 'newParticipant', sweepstakes: byId(stage.sweepstakesToken) },
		});
		await poller.poll();
		await stage.addParticipant('jane@example.com');
		stage.sandbox.faults(Array.from({ length: 3 }, () => page([])));
		await expect(poller.poll()).rejects.toThrow(SENTENCE);
		expect(await poller.poll()).toMatchObject([{ KeyEmail: 'jane@example.com' }]);
	});
});
