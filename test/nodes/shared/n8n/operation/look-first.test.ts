import { collect } from '../../../../../nodes/shared/api/pages';
import { safe } from '../../../../../nodes/shared/api/endpoint';
import type { Client, Endpoint } from '../../../../../nodes/shared/client/client';
import { lookFirst, type ExistenceCheck } from '../../../../../nodes/shared/n8n/operation/look-first';
import { z } from '../../../../../nodes/shared/zod';
import { fakeClock, openClient, settle } from '../../../../support/client';
import { fakeService, replyWith } from '../../../../support/fake-service';

beforeEach(fakeClock);
afterEach(() => jest.useRealTimers());

const endpointAt = (path: `/${string}`): Endpoint => ({
	call: `POST ${path}`,
	request: z.undefined(),
	reply: z.object({}),
	retry: safe,
});

const FIRST = endpointAt('/first');
const SECOND = endpointAt('/second');

async function* write() {
	yield { written: true };
}

/** Looks for what exists, writes one item if something is missing, and returns the items. */
async function lookAndWrite<Found>(client: Client, look: ExistenceCheck<Found>): Promise<object[]> {
	const looking = collect(lookFirst(client, look, write));
	await settle(looking);
	return await looking;
}

/**
 * Runs a lookup that makes these calls. The service is busy for the first `times` calls to `busyAt`.
 *
 * @returns the paths of all calls
 */
async function pathsOfLook(calls: Endpoint[], busyAt: string, times: number, existing?: object) {
	const { transport, calls: made, plan } = fakeService();
	plan(busyAt, replyWith(503), times);
	const client = openClient({ transport });
	const find = async () => {
		for (const call of calls) await client.call(call, undefined);
		return { existing, records: [] };
	};
	const items = await lookAndWrite(client, { keys: [], find, toItems: (found) => [found] });
	return { paths: made.filter(({ status }) => status === 200).map(({ path }) => path), items };
}

const WRITTEN = [{ existed: false, written: true }];

test('a lookup before a write is repeated if any of its calls after the first gets a busy reply', async () => {
	expect(await pathsOfLook([FIRST, SECOND], '/second', 1)).toEqual({
		paths: ['/first', '/second', '/first', '/second'],
		items: WRITTEN,
	});
});

test('a lookup before a write is not repeated after a busy reply if it makes only one call', async () => {
	expect(await pathsOfLook([FIRST], '/first', 1)).toEqual({ paths: ['/first'], items: WRITTEN });
});

test('a lookup before a write is not repeated after a busy reply if it still finds the record', async () => {
	expect(await pathsOfLook([FIRST, SECOND], '/second', 1, { name: 'VIP' })).toEqual({
		paths: ['/first', '/second'],
		items: [{ existed: true, name: 'VIP' }],
	});
});

test('an operation that does not return existing records repeats its lookup after a busy reply, whatever was found', async () => {
	const { transport, calls, plan } = fakeService();
	plan('/second', replyWith(503));
	const client = openClient({ transport });
	const find = async () => {
		for (const call of [FIRST, SECOND]) await client.call(call, undefined);
		return { existing: 'the file to store', records: [] };
	};
	expect(await lookAndWrite(client, { keys: [], find })).toEqual([{ written: true }]);
	expect(calls.filter(({ path }) => path === '/first')).toHaveLength(2);
});

test('after eight lookups with busy replies, the operation writes the missing record anyway', async () => {
	const { transport, calls, plan } = fakeService();
	const client = openClient({ transport });
	const find = async () => {
		plan('/second', replyWith(503));
		for (const call of [FIRST, SECOND]) await client.call(call, undefined);
		return { records: [] };
	};
	expect(await lookAndWrite(client, { keys: [], find })).toEqual([{ written: true }]);
	expect(calls.filter(({ path }) => path === '/first')).toHaveLength(8);
});

test('a write without a lookup also locks its keys, and is visible to other executions', async () => {
	const client = openClient({ transport: fakeService().transport });
	const { mutex, history } = client.account;
	let isHeld = false;
	const items = await collect(
		lookFirst(client, { keys: ['shelf'] }, async function* () {
			isHeld = mutex.isHeld('shelf');
			yield { written: true };
		}),
	);
	expect(items).toEqual([{ written: true }]);
	expect(isHeld).toBe(true);
	expect(history.isWrittenSince('shelf', performance.now())).toBe(true);
});

test.each([
	['first', '/first', ['/look', '/look', '/first', '/second']],
	['second', '/second', ['/look', '/first', '/second']],
])(
	'if the service is busy for the %s of two writes, nothing is written twice',
	async (_which, busyAt, paths) => {
		const { transport, calls, plan } = fakeService();
		plan(busyAt, replyWith(503));
		const client = openClient({ transport });
		const find = async () => {
			await client.call(endpointAt('/look'), undefined);
			return {};
		};
		const looking = collect(
			lookFirst(client, { keys: [], find, toItems: () => [] }, async function* (_existing, look) {
				for (const endpoint of [FIRST, SECOND]) {
					await client.call(endpoint, undefined, look);
					yield { call: endpoint.call };
				}
			}),
		);
		await settle(looking);
		expect(await looking).toEqual([FIRST, SECOND].map(({ call }) => ({ existed: false, call })));
		expect(calls.filter(({ status }) => status === 200).map(({ path }) => path)).toEqual(paths);
	},
);
