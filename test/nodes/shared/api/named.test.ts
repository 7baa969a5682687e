import { named } from '../../../../nodes/shared/api/named';
import { Account } from '../../../../nodes/shared/client/account';
import { Client } from '../../../../nodes/shared/client/client';
import type { Json } from '../../../../nodes/shared/json';
import { rejection } from '../../../support/client';

const SINCE = Date.UTC(2027, 0, 1);
const NEW = new Date(SINCE + 60_000).toISOString();

/** Describes the records of this test, which are books on a shelf. */
function books(listed: Json[]) {
	return named<{ title: string; pages?: number }>({
		thing: 'book',
		id: 'BookToken',
		nameOf: ({ title }) => title,
		nameIn: ({ Title }) => Title,
		list: async () => await Promise.resolve(listed),
		hasSameValues: ({ Pages }, { pages }) => Pages === pages,
	});
}

const newClient = () =>
	new Client({
		baseUrl: '',
		account: new Account(),
		callsPerMinute: 0,
		transport: async () => await Promise.reject(new Error('unexpected call')),
	});

test.each([
	['exactly its name', { Title: 'Emma' }, 'Emma'],
	['its name in another case, with white space around it', { Title: ' EMMA\n' }, 'Emma'],
	['its all-digit name stored as a number', { Title: 1984 }, '1984'],
])('a record is found if the list has %s', async (_name, record, title) => {
	const records = [{ Title: 'Persuasion' }, record];
	expect(await books(records).find(newClient(), { title })).toMatchObject({ existing: record, records });
});

test('a record with another name is not found, but the lookup still returns it in the list of all records', async () => {
	const records = [{ Title: 'Emma!' }];
	expect(await books(records).find(newClient(), { title: 'Emma' })).toMatchObject({
		existing: undefined,
		records,
	});
});

test('a lookup fails if no record matches and one of the listed records has no name', async () => {
	const listed = [{ Title: 'Emma' }, {}];
	expect(await books(listed).find(newClient(), { title: 'Emma' })).toMatchObject({ existing: listed[0] });
	expect(await rejection(books(listed).find(newClient(), { title: 'Persuasion' }))).toMatchObject({
		failure: { code: 'unexpectedReply', missing: 'the names of all existing records' },
	});
});

test('two requests have the same key only if their records have the same name and scope', () => {
	const { keyOf } = named<{ shelf: string; title: string }>({
		thing: 'book',
		id: 'BookToken',
		nameOf: ({ title }) => title,
		nameIn: ({ Title }) => Title,
		scopeOf: ({ shelf }) => shelf,
		list: async () => await Promise.resolve([]),
	});
	const key = keyOf({ shelf: 'A', title: 'Emma' });
	expect(keyOf({ shelf: 'A', title: ' Emma ' })).toBe(key);
	expect(keyOf({ shelf: 'B', title: 'Emma' })).not.toBe(key);
	expect(keyOf({ shelf: 'A', title: 'Persuasion' })).not.toBe(key);
});

/** Looks up whether a book was created. Returns the ID of the created book, or the kind of the finding. */
async function lookUp(listed: Json[], before?: Json[]): Promise<unknown> {
	const confirm = books(listed).confirm(newClient(), { title: 'Emma', pages: 500 }, { before });
	const finding = await confirm!(SINCE);
	return finding.kind === 'done' ? (finding.reply.Data as Json).BookToken : finding.kind;
}

const EMMA = { BookToken: 'b1', Title: 'Emma', Pages: 500 };
const OLD = '2026-01-01T00:00:00Z';

test.each<[string, string, Json[], Json[] | undefined]>([
	['no record', 'nothing', [], undefined],
	['a new record as requested', 'b1', [{ ...EMMA, CreationDate: NEW }], undefined],
	['an old record', 'nothing', [{ ...EMMA, CreationDate: OLD }], undefined],
	['a record without a date', 'unclear', [EMMA], undefined],
	['a record that is new and has no date', 'b1', [EMMA], []],
	['a record that was there before', 'nothing', [EMMA], [EMMA]],
	['a record without an ID', 'unclear', [{ ...EMMA, BookToken: '' }], []],
	['an old record with another name', 'nothing', [{ ...EMMA, Title: 'Emil', CreationDate: OLD }], undefined],
	['a new record with another name', 'unclear', [{ ...EMMA, Title: 'Emil' }], []],
	['a new record without a name', 'unclear', [{ ...EMMA, Title: null }], []],
	['a new record with other values', 'unclear', [{ ...EMMA, Pages: 480 }], []],
	['two new records', 'unclear', [EMMA, { ...EMMA, BookToken: 'b2' }], []],
])('after a lost call, if the list has %s, the lookup returns: %s', async (_what, answer, listed, before) => {
	expect(await lookUp(listed, before)).toBe(answer);
});

test('if the list was not read before the call, nothing shows whether a record is the new one', () => {
	const request = { title: 'Emma', pages: 500 };
	const confirm = (before?: Json[]) => books([]).confirm(newClient(), request, { before, hasTwin: true });
	expect(confirm()).toBeUndefined();
	expect(confirm([])).toBeDefined();
});
