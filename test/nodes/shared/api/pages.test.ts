import { collect } from '../../../../nodes/shared/api/pages';
import { DataBudget } from '../../../../nodes/shared/api/data-budget';
import { pagedList } from '../../../../nodes/shared/api/paged-list';
import type { Client } from '../../../../nodes/shared/client/client';
import { z } from '../../../../nodes/shared/zod';
import { noRequest, listing } from '../../../../nodes/shared/api/endpoint';
import { defineOperation, type ItemOperation } from '../../../../nodes/shared/n8n/operation/operation';
import { Memory } from '../../../../nodes/shared/history/memory';
import { limitData } from '../../../support/data-budget';
import { openClient, rejection } from '../../../support/client';
import { runItem } from '../../../support/run-item';
import { replyWith } from '../../../support/fake-service';

const TOO_MUCH = { failure: { code: 'tooMuchData', megabytes: 250 } };

const rows = pagedList({
	call: 'POST /rows',
	name: 'rows',
	key: 'Rows',
	id: ({ id }) => String(id),
	largestPage: 100,
	total: 'Total',
	shows: 'how many rows there are',
	filter: z.object({}),
});

afterEach(() => jest.restoreAllMocks());

/** Yields a record of 90,000 characters again and again, and counts how often. */
function endlessRecords() {
	limitData(2_500_000);
	const large = { text: 'x'.repeat(90_000) };
	const yielded = { count: 0 };
	async function* records() {
		for (;;) {
			yielded.count++;
			yield large;
		}
	}
	return { yielded, records };
}

test('a lookup that collects a list stops before it fills n8n’s memory', async () => {
	const { yielded, records } = endlessRecords();
	expect(await rejection(collect(records()))).toMatchObject(TOO_MUCH);
	expect(yielded.count).toBe(29);
});

test('all lists that a run outputs share one memory budget, and pages are returned until the budget is used up', async () => {
	const { yielded, records } = endlessRecords();
	const operation = defineOperation({
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many rows',
		description: '',
		fields: [],
		endpoint: listing({
			request: noRequest,
			async *read() {
				for await (const record of records()) yield [record];
			},
		}),
		toRequest: () => undefined,
		toItems: ({ reply }) => reply,
	}) as ItemOperation;
	const client = { memory: new Memory() } as Client;
	expect(await rejection(collect(runItem(operation, client, {})))).toMatchObject(TOO_MUCH);
	expect(await rejection(collect(runItem(operation, client, {})))).toMatchObject(TOO_MUCH);
	expect(yielded.count).toBe(29 + 1);
});

test('records that are read but not held do not count: a list that is larger than the budget can be searched', async () => {
	limitData(1_000_000);
	let page = 0;
	const padding = 'x'.repeat(20_000);
	const client = openClient({
		transport: async () => {
			const Rows = [{ id: ++page, padding }];
			return replyWith(200, { body: { Response: true, Data: { Rows, Total: 130, TotalPages: 130 } } });
		},
	});
	let count = 0;
	for await (const _ of rows.each(client, {})) count++;
	expect(count).toBe(130);
});

test('the keys by which a list’s records are recognized count toward the memory budget', () => {
	const budget = new DataBudget(1);
	for (let key = 0; key < 9_000; key++) budget.holdKey('0123456789');
	expect(() => budget.throwIfExceeded()).not.toThrow();
	for (let key = 0; key < 91; key++) budget.holdKey('0123456789');
	expect(() => budget.throwIfExceeded()).toThrow(
		expect.objectContaining({ failure: { code: 'tooMuchData', megabytes: 1 } }),
	);
});
