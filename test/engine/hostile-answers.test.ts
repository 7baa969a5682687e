import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';

import { SweepstakesApiCall } from '../../nodes/SweepstakesApiCall/SweepstakesApiCall.node';
import { runNode } from '../support/engine/engine';
import { listJson } from '../support/engine/stage';
import { listen } from '../support/server';

describe('an oversized reply', () => {
	const MEGABYTE = Buffer.alloc(1_000_000, ' ');
	const BOMB = gzipSync(Buffer.alloc(50_000_000, ' '));
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
		baseUrl = await listen(server);
	});
	afterEach(() => {
		server.closeAllConnections();
		server.close();
	});

	const call = async (path: string) =>
		await runNode({
			node: new SweepstakesApiCall(),
			account: { baseUrl, token: 'secret' },
			parameters: { operation: 'call', method: 'POST', path, body: '{}' },
		});

	test.each(['/endless', '/bomb', '/values'])(
		'is not read to its end, and the call is not sent again: %s',
		async (path) => {
			const { error } = await call(path);
			expect(error?.message).toBe(
				'The service did not confirm this: its response is larger than 10 MB, or has more than 300,000 values, 10,000 keys in one object, or 100 levels. The call may have been processed. It was sent once, and not again, because it cannot be looked up',
			);
			expect(requests).toBe(1);
			await closed;
			expect(megabytes).toBeLessThan(100);
		},
	);

	test('is read if it is long but within the limit', async () => {
		expect(listJson(await call('/long'))).toEqual([{ Response: true }]);
	});
});
