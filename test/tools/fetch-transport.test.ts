import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createFetchTransport } from '../../tools/account-check/fetch-transport';

describe('a call through fetch', () => {
	const server = createServer(() => {});
	beforeAll(async () => await once(server.listen(0, '127.0.0.1'), 'listening'));
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});

	test('ends when its signal aborts', async () => {
		const controller = new AbortController();
		const waiting = createFetchTransport('token')({
			method: 'POST',
			url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
			signal: controller.signal,
		});
		await once(server, 'request');
		controller.abort();
		expect(await waiting).toHaveProperty('fault');
	});
});
