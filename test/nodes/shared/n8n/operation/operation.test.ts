import { collect } from '../../../../../nodes/shared/api/pages';
import { Account } from '../../../../../nodes/shared/client/account';
import { Client } from '../../../../../nodes/shared/client/client';
import { defineOperation, type ItemOperation } from '../../../../../nodes/shared/n8n/operation/operation';
import type { ExistenceCheck } from '../../../../../nodes/shared/n8n/operation/find-or-create';
import { z } from '../../../../../nodes/shared/zod';
import { rejection } from '../../../../support/client';
import { runItem } from '../../../../support/run-item';

/** The stored records are books on a shelf. The operation adds the books that are missing. */
let shelf: string[];
let client: Client;
/** What the operation did, in order. */
let steps: string[];

beforeEach(() => {
	shelf = [];
	steps = [];
	client = new Client({
		baseUrl: '',
		account: new Account(),
		callsPerMinute: 0,
		transport: async () => await Promise.reject(new Error('unexpected call')),
	});
});

const FIELDS = [
	{ displayName: 'Books', name: 'books', type: 'json', default: '[]' },
	{ displayName: 'Options', name: 'options', type: 'collection', default: {}, options: [] },
] as const;

const books = z.array(z.string());

/**
 * @param check overrides parts of how the operation looks for existing books. With null, the operation does not look.
 */
function addBooks(
	check: Partial<ExistenceCheck<string[]>> | null,
	write?: (book: string) => void,
): ItemOperation {
	return defineOperation({
		name: 'Add',
		value: 'add',
		action: 'Add books',
		description: '',
		fields: FIELDS,
		onceFor: 'books',
		request: books,
		toRequest: ({ books: wanted }) => wanted as string[],
		existing: ({ request }): ExistenceCheck<string[]> => ({
			keys: ['shelf'],
			...(check && {
				find: async () => {
					steps.push('look');
					return { existing: shelf.filter((book) => request.includes(book)), records: [{ shelf }] };
				},
				toItems: (found) => found.map((book) => ({ book })),
				isEnough: (found) => found.length === request.length,
				...check,
			}),
		}),
		async *run({ request, existing = [], earlier: { before } = {} }) {
			await Promise.resolve();
			for (const book of request.filter((one) => !existing.includes(one))) {
				write?.(book);
				steps.push(`add ${book} to ${before?.length ?? 0} shelf`);
				shelf.push(book);
				yield { book };
			}
		},
	}) as ItemOperation;
}

const run = async (operation: ItemOperation, wanted: string[], options = {}) =>
	await collect(runItem(operation, client, { books: wanted, options }));

test('existing records are returned, and only missing records are written', async () => {
	shelf = ['Emma'];
	expect(await run(addBooks({}), ['Persuasion', 'Emma'])).toEqual([
		{ existed: true, book: 'Emma' },
		{ existed: false, book: 'Persuasion' },
	]);
	expect(steps).toEqual(['look', 'add Persuasion to 1 shelf']);
});

test('nothing is written if nothing is missing, and a hint explains why', async () => {
	shelf = ['Emma'];
	expect(await run(addBooks({ reason: 'on the shelf' }), ['Emma'])).toEqual([
		{ existed: true, book: 'Emma' },
	]);
	expect(steps).toEqual(['look']);
	expect([...client.hints.skipped]).toEqual([['on the shelf', 1]]);
});

test('if an operation does not output existing records, its output has no column “existed”', async () => {
	shelf = ['Emma'];
	expect(await run(addBooks({ toItems: undefined }), ['Emma', 'Persuasion'])).toEqual([
		{ book: 'Persuasion' },
	]);
	expect(steps).toEqual(['look', 'add Persuasion to 1 shelf']);
});

test('an operation that has no lookup writes at once', async () => {
	expect(await run(addBooks(null), ['Emma'])).toEqual([{ book: 'Emma' }]);
	expect(steps).toEqual(['add Emma to 0 shelf']);
});

test('records written before a failure are output, and the next item with the same request writes only the rest', async () => {
	const failure = new Error('the shelf broke');
	const operation = addBooks({ recordKey: 'Austen' }, (book) => {
		if (book === 'Persuasion' && !steps.includes('repaired')) throw failure;
	});
	const items: object[] = [];
	const running = async (parameters: Record<string, unknown>) => {
		for await (const item of runItem(operation, client, parameters)) items.push(item);
	};
	const parameters = { books: ['Emma', 'Persuasion'], options: { severalItems: 'each' } };
	expect(await rejection(running(parameters))).toBe(failure);
	expect(items).toEqual([{ existed: false, book: 'Emma' }]);
	steps.push('repaired');
	await running(parameters);
	expect(items.slice(1)).toEqual([
		{ existed: true, book: 'Emma' },
		{ existed: false, book: 'Persuasion' },
	]);
});

test.each([
	['the same values', ['Emma'], 'on the shelf'],
	['other values', ['Persuasion'], 'on the shelf for an earlier item with different values'],
])(
	'an item with %s and the same record key as an earlier item gets the record that the earlier item wrote',
	async (_values, wanted, reason) => {
		const each = { severalItems: 'each' };
		const add = async (request: string[]) =>
			await run(addBooks({ recordKey: 'Austen', request, reason: 'on the shelf' }), request, each);
		expect(await add(['Emma'])).toEqual([{ existed: false, book: 'Emma' }]);
		expect(await add(wanted)).toEqual([{ existed: true, book: 'Emma' }]);
		expect(steps).toEqual(['look', 'add Emma to 1 shelf']);
		expect([...client.hints.skipped]).toEqual([[reason, 1]]);
	},
);

test('if two executions run at the same time, the second looks for existing records only after the first has written', async () => {
	const both = [run(addBooks({}), ['Emma']), run(addBooks({}), ['Persuasion'])];
	await Promise.all(both);
	expect(steps).toEqual(['look', 'add Emma to 1 shelf', 'look', 'add Persuasion to 1 shelf']);
});
