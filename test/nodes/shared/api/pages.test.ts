import { ID } from '../../../support/constants';
import { collect, PageCounter } from '../../../../nodes/shared/api/pages';
import { DataBudget } from '../../../../nodes/shared/api/data-budget';
import { pagedList } from '../../../../nodes/shared/api/paged-list';
import { readWinners } from '../../../../nodes/SweepstakesWinner/api/winners';
import type { Client } from '../../../../nodes/shared/client/client';
import { z } from '../../../../nodes/shared/zod';
import { noRequest, listing } from '../../../../nodes/shared/api/endpoint';
import { defineOperation, type ItemOperation } from '../../../../nodes/shared/n8n/operation/operation';
import { Memory } from '../../../../nodes/shared/history/run-history';
import { optedOut } from '../../../../nodes/SweepstakesTrigger/opted-out';
import { openClient, rejection } from '../../../support/client';
import { runItem } from '../../../support/run-item';
import { replyWith } from '../../../support/fake-service';

test('reading an endless list stops after 100,000 pages', () => {
	const counter = new PageCounter('participants', serviceOfLargePages());
	const countPage = () => {
		counter.count(1, 1e9);
		counter.throwIfTooLong();
	};
	for (let pages = 1; pages < 100_000; pages++) countPage();
	const failure = { code: 'endlessList', list: 'participants', reason: '100000 pages were read' };
	expect(countPage).toThrow(expect.objectContaining({ failure }));
});

const TOO_MUCH = { failure: { code: 'tooMuchData', megabytes: 250 } };

const rows = pagedList({
	call: 'POST /rows',
	name: 'rows',
	key: 'Rows',
	largestPage: 100,
	total: 'Total',
	shows: 'how many rows there are',
	filter: z.object({}),
});

/** Creates a client of a service whose pages have one record each and count as 9 MB long. */
function serviceOfLargePages(): Client {
	let page = 0;
	const client: Client = openClient({
		transport: async () => {
			client.stats.received += 9_000_000;
			const Rows = [{ id: ++page, ParticipantToken: String(page) }];
			const Counts = { Participants: page, AmoeParticipants: 0, OptOuts: page, Total: page };
			const counts = { Total: 10_000, TotalWinners: 10_000, TotalPages: 10_000 };
			const Data = { Rows, Winners: Rows, Participants: Rows, Counts, ...counts };
			return replyWith(200, { body: { Response: true, Data } });
		},
	});
	return client;
}

test.each<[string, (client: Client) => Promise<unknown>]>([
	['a list', async (client) => await collect(rows.each(client, {}))],
	['the winners', async (client) => await readWinners(client, { sweepstakesToken: '' }, 10_000)],
])('a run that reads %s in pages of 9 MB stops before it fills n8n’s memory', async (_what, read) => {
	const client = serviceOfLargePages();
	expect(await rejection(read(client))).toMatchObject(TOO_MUCH);
	expect(client.stats.calls).toBe(28);
});

test('a poll of the trigger stops before it fills n8n’s memory', async () => {
	const client = serviceOfLargePages();
	const cursor = { state: '0', known: [] };
	const watched = { client, token: ID, collections: [], simplify: true };
	expect(await rejection(optedOut.poll(watched, cursor))).toMatchObject(TOO_MUCH);
	expect(client.stats.calls).toBeLessThan(32);
});

test('all lists that a run reads share one memory budget, and pages are returned until the budget is used up', async () => {
	const stats = { received: 0 };
	const operation = defineOperation({
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many rows',
		description: '',
		fields: [],
		endpoint: listing({
			request: noRequest,
			async *read() {
				stats.received += 100e6;
				yield [{}];
			},
		}),
		toRequest: () => undefined,
		toItems: ({ reply }) => reply,
	}) as ItemOperation;
	const client = { stats, memory: new Memory() } as Client;
	for (let items = 0; items < 3; items++)
		expect(await collect(runItem(operation, client, {}))).toEqual([[{}]]);
	expect(await rejection(collect(runItem(operation, client, {})))).toMatchObject(TOO_MUCH);
});

test('only the records that a run outputs count toward its memory budget', () => {
	const held = new DataBudget();
	held.add(0, 1e9);
	held.add(100_000, 200e6);
	expect(() => held.throwIfExceeded()).not.toThrow();
	held.add(100_000, 0);
	expect(() => held.throwIfExceeded()).toThrow(expect.objectContaining(TOO_MUCH));
});
