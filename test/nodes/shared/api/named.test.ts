import { named } from '../../../../nodes/shared/api/named';
import { Account } from '../../../../nodes/shared/client/account';
import type { ServiceError } from '../../../../nodes/shared/client/failures';
import { Client } from '../../../../nodes/shared/client/client';
import type { Json } from '../../../../nodes/shared/json';
import { rejection } from '../../../support/client';

const SINCE = Date.UTC(2027, 0, 1);
const NEW = new Date(SINCE + 60_000).toISOString();

/** Describes the records of this test, which are books on a shelf. */
function books(listed: Json[]) {
	return named<{ title: string; pages?: number }>({
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
	expect(await books(records).find(newClient(), { title })).toEqual({ existing: record, records });
});

test('a record with another name is not found, but the lookup still returns it in the list of all records', async () => {
	const records = [{ Title: 'Emma!' }];
	expect(await books(records).find(newClient(), { title: 'Emma' })).toEqual({ existing: undefined, records });
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

/** Looks up whether a book was created. Returns the ID of the created book, 'none' or 'inconclusive'. */
async function lookUp(listed: Json[], before?: Json[]): Promise<unknown> {
	const client = newClient();
	const request = { title: 'Emma', pages: 500 };
	const known = before && { records: before, noteCount: 0 };
	const { lookUp: look } = (await books(listed).confirm(client, request, known))!;
	try {
		const reply = await look(client, SINCE);
		return reply ? (reply.Data as Json).BookToken : 'none';
	} catch (error) {
		return (error as ServiceError).failure.code;
	}
}

const EMMA = { BookToken: 'b1', Title: 'Emma', Pages: 500 };

test.each<[string, string, Json[], Json[] | undefined]>([
	['no record', 'none', [], undefined],
	['a new record as requested', 'b1', [{ ...EMMA, CreationDate: NEW }], undefined],
	['an old record', 'none', [{ ...EMMA, CreationDate: '2026-01-01T00:00:00Z' }], undefined],
	['a record without a date', 'inconclusive', [EMMA], undefined],
	['a record that is new and has no date', 'b1', [EMMA], []],
	['a record that was there before', 'none', [EMMA], [EMMA]],
	['a record without an ID', 'inconclusive', [{ ...EMMA, BookToken: '' }], []],
	['a record with another name', 'none', [{ ...EMMA, Title: 'Persuasion' }], undefined],
	[
		'a record whose name the service may have altered',
		'inconclusive',
		[{ ...EMMA, Title: 'EMMA!' }],
		undefined,
	],
	['a record without a name', 'inconclusive', [{ ...EMMA, Title: null }], undefined],
	['two new records', 'inconclusive', [EMMA, { ...EMMA, BookToken: 'b2' }], []],
])('after a lost call, if the list has %s, the lookup returns: %s', async (_what, answer, listed, before) => {
	expect(await lookUp(listed, before)).toBe(answer);
});

test('after a lost call, the lookup counts a record without a date as new if an earlier lookup listed nothing', async () => {
	const listed: Json[] = [];
	const client = newClient();
	const confirmation = books(listed).confirm(client, { title: 'Emma', pages: 500 }, undefined);
	expect(await confirmation.lookUp(client, SINCE)).toBeUndefined();
	listed.push(EMMA);
	expect(await confirmation.lookUp(client, SINCE)).toEqual({ Data: EMMA });
});
