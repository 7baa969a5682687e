import type { INodeParameters } from 'n8n-workflow';

import { Account } from '../../nodes/shared/client/account';
import { parseBody } from '../../nodes/shared/client/verdict';
import type { Transport } from '../../nodes/shared/client/transport';
import { isObject, type Json } from '../../nodes/shared/json';
import { DIALECTS, type Sandbox } from '../../sandbox';
import { rowsIn, type Entry } from '../catalogue';
import { clientAt, withoutHttp } from '../support/client';
import { runRow, type RowResult } from '../support/engine/row-run';
import { shareWorld, stage, uniqueOne, world } from '../support/engine/world';
import { RESET } from '../support/fake-service';
import { shortenWaits } from '../support/waits';

/*
 * Some operations read a list and then write whatever it lacks. They do so to return an existing record, or to find out
 * whether a call was processed after its reply was lost. Here, the lists are incomplete: a list is empty although its
 * count is not 0, or its records lack a key. Whatever the operation concludes, it must not write twice.
 */

/** Finds every list of records in a reply. */
function listsIn(value: unknown): Json[][] {
	if (Array.isArray(value)) return value.length > 0 && value.every(isObject) ? [value as Json[]] : [];
	return isObject(value) ? Object.values(value).flatMap(listsIn) : [];
}

/** Whether a reply gives the number of records in its list. */
function countsRecords(value: unknown): boolean {
	if (!isObject(value)) return false;
	return Object.entries(value).some(([key, one]) =>
		typeof one === 'number' ? /^Total(?!Pages)/.test(key) : countsRecords(one),
	);
}

interface Change {
	path: string;
	/** The key that is removed from all records, or undefined if the records themselves are removed. */
	key?: string;
}

function changed(reply: Json, { key }: Change): Json {
	for (const list of listsIn(reply)) {
		if (key === undefined) list.splice(0);
		else for (const record of list) delete record[key];
	}
	return reply;
}

/** A transport for a row's calls. It changes the replies to one path, and collects what could be changed in them. */
class ChangingWay {
	change?: Change;
	readonly changes = new Map<string, Change>();
	/** How often the row's own call was processed. */
	writes = 0;
	/** Whether the reply to the row's next own call is lost. */
	losesReply = false;
	private readonly send: Transport;
	/** All runs use the same account object, as runs of one process do. */
	private readonly account = new Account();

	constructor(
		private readonly sandbox: Sandbox,
		private readonly row: Entry,
	) {
		this.send = withoutHttp(sandbox);
	}

	async run(parameters: INodeParameters): Promise<RowResult> {
		this.writes = 0;
		const { account, transport } = this;
		return await runRow(clientAt(this.sandbox, { account, transport }), this.row, parameters);
	}

	private readonly transport: Transport = async (request) => {
		const outcome = await this.send(request);
		if ('fault' in outcome) return outcome;
		const path = new URL(request.url).pathname;
		if (path === this.row.path && outcome.reply.status < 300) {
			this.writes++;
			if (this.losesReply) {
				this.losesReply = false;
				return RESET;
			}
		}
		const reply = parseBody(outcome.reply.text) ?? {};
		this.collect(path, reply);
		if (this.change?.path !== path) return outcome;
		return { reply: { ...outcome.reply, text: JSON.stringify(changed(reply, this.change)) } };
	};

	private collect(path: string, reply: Json): void {
		const keys = new Set(listsIn(reply).flatMap((list) => list.flatMap(Object.keys)));
		for (const key of keys) this.changes.set(`${path} without ${key}`, { path, key });
		if (keys.size > 0 && countsRecords(reply)) this.changes.set(`${path} without records`, { path });
	}
}

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	shareWorld({ dialect });
	beforeEach(shortenWaits);
	afterEach(() => jest.restoreAllMocks());

	const rows = rowsIn(dialect).filter(({ stored }) => stored);
	const titled = (some: Entry[]) => some.map((row) => [row.title, row] as const);

	test.each(titled(rows))(
		'%s: a second run does not write again if a list that it reads is empty or lacks a key',
		async (_title, row) => {
			const parameters = await row.parameters(world, uniqueOne());
			const way = new ChangingWay(stage.sandbox, row);
			const { items, error } = await way.run(parameters);
			expect(error).toBeUndefined();
			const isNew = items.some((item) => (item as Json).existed === false);
			await way.run(parameters);
			// A second run may write if it takes something new, such as a code for the next person.
			if (!isNew || way.writes > 0) return;
			const written: string[] = [];
			for (const [what, change] of way.changes) {
				way.change = change;
				await way.run(parameters);
				if (way.writes > 0) written.push(what);
			}
			expect(written).toEqual([]);
		},
	);

	// The tests below run in `contract` only, because the lookups read the same keys in both dialects.
	if (dialect === 'reference') return;

	test.each(titled(rows.filter((row) => row.withoutReply === 'confirms')))(
		'%s: after a lost reply, the run does not write again if a list that it reads is empty or lacks a key',
		async (_title, row) => {
			const way = new ChangingWay(stage.sandbox, row);
			const runWithLoss = async (change?: Change) => {
				const parameters = await row.parameters(world, uniqueOne());
				way.change = change;
				way.losesReply = true;
				await way.run(parameters);
				return way.writes;
			};
			await runWithLoss();
			const written: string[] = [];
			for (const [what, change] of way.changes) {
				if (change.path === row.path) continue;
				if ((await runWithLoss(change)) > 1) written.push(what);
			}
			expect(written).toEqual([]);
		},
	);
});
