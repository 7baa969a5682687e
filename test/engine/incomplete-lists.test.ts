import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';

import { isObject, type Json } from '../../nodes/shared/json';
import { DIALECTS } from '../../sandbox';
import { CATALOGUE, openWorld, type Entry, type World } from '../catalogue';
import { jsonOf, Stage } from '../support/engine/stage';
import { shortenWaits } from '../support/waits';

/*
 * Some operations conclude from a list that something is missing, and write it: those that return what exists, and those
 * that look after a lost answer. Here each of them reads lists that are empty although they count records, or that lack
 * one of their keys. Whatever an operation concludes then, it must not write twice.
 */

/** Every list of records in a reply. */
function listsIn(value: unknown): Json[][] {
	if (Array.isArray(value)) return value.length > 0 && value.every(isObject) ? [value as Json[]] : [];
	return isObject(value) ? Object.values(value).flatMap(listsIn) : [];
}

/** Whether a reply says how many records its list has. */
function countsRecords(value: unknown): boolean {
	if (!isObject(value)) return false;
	return Object.entries(value).some(([key, one]) =>
		typeof one === 'number' ? /^Total(?!Pages)/.test(key) : countsRecords(one),
	);
}

interface Change {
	path: string;
	/** The key that all records lack; undefined if the records are missing. */
	key?: string;
}

function changed(reply: Json, { key }: Change): Json {
	for (const list of listsIn(reply)) {
		if (key === undefined) list.splice(0);
		else for (const record of list) delete record[key];
	}
	return reply;
}

/** A gateway before the sandbox that changes the replies to one path, and collects what could be changed in them. */
class Gateway {
	change?: Change;
	readonly changes = new Map<string, Change>();
	private readonly server: Server;

	constructor(private readonly stage: Stage) {
		this.server = createServer((request, response) => {
			void (async () => {
				const { method, url = '', headers } = request;
				const options = { method, headers: { ...headers, connection: 'close' }, agent: false };
				const forwarded = httpRequest(stage.sandbox.url(url), options).end(await buffer(request));
				const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
				const reply = (await json(answer)) as Json;
				const path = url.replace(/\?.*/, '');
				this.collect(path, reply);
				const { change } = this;
				response.writeHead(answer.statusCode!, { 'content-type': 'application/json' });
				response.end(JSON.stringify(change?.path === path ? changed(reply, change) : reply));
			})().catch(() => response.destroy());
		});
	}

	async open(): Promise<{ baseUrl: string; token: string }> {
		await once(this.server.listen(0, '127.0.0.1'), 'listening');
		const { port } = this.server.address() as AddressInfo;
		return { baseUrl: `http://127.0.0.1:${port}`, token: this.stage.sandbox.token };
	}

	async close(): Promise<void> {
		this.server.close();
		this.server.closeAllConnections();
		await once(this.server, 'close');
	}

	private collect(path: string, reply: Json): void {
		const keys = new Set(listsIn(reply).flatMap((list) => list.flatMap(Object.keys)));
		for (const key of keys) this.changes.set(`${path} without ${key}`, { path, key });
		if (keys.size > 0 && countsRecords(reply)) this.changes.set(`${path} without records`, { path });
	}
}

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	let stage: Stage;
	let world: World;
	let gateway: Gateway;
	let account: { baseUrl: string; token: string };
	let n = 0;
	beforeAll(async () => {
		stage = await Stage.open({ dialect });
		world = await openWorld(stage.api, stage.sandbox, dialect);
	});
	afterAll(async () => await stage.close());
	beforeEach(async () => {
		gateway = new Gateway(stage);
		account = await gateway.open();
		shortenWaits();
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await gateway.close();
	});

	const uniqueRow = () => ({ n: ++n, email: `incomplete${n}@example.com` });

	/** How often the last run was processed. */
	const writes = ({ path }: Entry) =>
		stage.sandbox.calls().filter((call) => call.path === path && call.status >= 200 && call.status < 300)
			.length;

	const rows = CATALOGUE.filter((row) => row.stored && (dialect === 'contract' || !row.refusedByReference));
	const titled = (some: Entry[]) => some.map((row) => [row.title, row] as const);

	test.each(titled(rows))('%s: a later run does not write again', async (_title, row) => {
		const parameters = await row.parameters(world, uniqueRow());
		const run = async () => await stage.run(row.node, row.operation, parameters, { account });
		const isNew = jsonOf(await run()).some(({ existed }) => existed === false);
		await run();
		// Such as a code for the next person.
		if (!isNew || writes(row) > 0) return;
		const written: string[] = [];
		for (const [what, change] of gateway.changes) {
			gateway.change = change;
			await run();
			if (writes(row) > 0) written.push(what);
		}
		expect(written).toEqual([]);
	});

	// The confirmations read the same keys in both dialects.
	if (dialect === 'reference') return;

	test.each(titled(rows.filter((row) => row.withoutReply === 'confirms')))(
		'%s: a lost answer does not let it write again',
		async (_title, row) => {
			const run = async () => {
				const parameters = await row.parameters(world, uniqueRow());
				stage.sandbox.faults([{ path: row.path, drop: 'after' }]);
				await stage.run(row.node, row.operation, parameters, { account });
				await stage.sandbox.api('/_sandbox/faults', {}, 'DELETE');
				return writes(row);
			};
			gateway.change = undefined;
			await run();
			const written: string[] = [];
			for (const [what, change] of gateway.changes) {
				if (change.path === row.path) continue;
				gateway.change = change;
				if ((await run()) > 1) written.push(what);
			}
			expect(written).toEqual([]);
		},
	);
});
