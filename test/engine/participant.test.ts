import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesParticipant();

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open();
});
afterEach(async () => await stage.close());

const by = (mode: string, value: string) => ({ __rl: true, mode, value });
const nobody = '00000000-0000-4000-8000-000000000001';

describe('Add, when already entered', () => {
	const add = async (items: IDataObject[], parameters: INodeParameters = {}) =>
		await stage.run(
			node,
			'add',
			{
				sweepstakes: stage.picked,
				KeyEmail: '={{ $json.email }}',
				KeyPhoneNumber: '={{ $json.phone }}',
				whenAlreadyEntered: 'skip',
				...parameters,
			},
			{ items },
		);
	const count = (path: string) => stage.paths().filter((one) => one === path).length;
	const people = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, index) => ({ email: `p${from + index}@example.com` }));

	test('adds without a lookup by default', async () => {
		await stage.addParticipant('jane@example.com');
		const result = await add([{ email: 'jane@example.com' }], { whenAlreadyEntered: 'add' });
		expect(stage.paths()).toEqual(['/entrypage/fields', '/participants/add']);
		expect(jsonOf(result)[0]).not.toHaveProperty('existed');
	});

	test('skips people with the same email address, marks them, and says how many', async () => {
		const token = await stage.addParticipant('jane@example.com');
		const result = await add([{ email: 'jane@example.com' }, { email: 'john@example.com' }]);
		expect(jsonOf(result)).toMatchObject([
			{ existed: true, ParticipantToken: token, KeyEmail: 'jane@example.com' },
			{ existed: false, KeyEmail: 'john@example.com' },
		]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(result.hints).toEqual(['Skipped 1 item: already entered.']);
		expect(count('/participants/add')).toBe(1);
	});

	test('skips people with the same phone number and another email address', async () => {
		await stage.addParticipant('jane@example.com', { KeyPhoneNumber: '+12025550123' });
		const [one] = jsonOf(await add([{ email: 'other@example.com', phone: '+12025550123' }]));
		expect(one).toMatchObject({ existed: true });
		expect(stage.paths()).toEqual(['/participants/single', '/participants/single']);
	});

	test('looks up a few people one by one if reading the list takes more calls', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 200);
		await add(people(0, 4));
		// The first page says how long the list is.
		expect(count('/participants/fetch')).toBe(1);
		expect(count('/participants/single')).toBe(4);
		expect(count('/participants/add')).toBe(4);
	});

	test('reads a short list once for many people', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 38);
		await stage.addParticipant('P3@Example.com', { KeyPhoneNumber: '+1 202 555 0123' });
		const result = await add([...people(0, 10), { email: 'new@example.com', phone: '+12025550123' }]);
		expect(stage.paths()).toEqual([
			'/participants/fetch',
			'/participants/fetch',
			'/entrypage/fields',
			...Array.from({ length: 9 }, () => '/participants/add'),
		]);
		expect(result.hints).toEqual(['Skipped 2 items: already entered.']);
	});

	test('a person whose addition is in doubt is looked up again for the next item', async () => {
		stage.sandbox.faults([
			{ path: '/participants/add', drop: 'after' },
			{ path: '/participants/single', status: 400 },
		]);
		const items = [
			{ email: 'jane@example.com' },
			{ email: 'jane@example.com' },
			{ email: 'john@example.com' },
		];
		const parameters = {
			sweepstakes: stage.picked,
			KeyEmail: '={{ $json.email }}',
			whenAlreadyEntered: 'skip',
		};
		const result = await stage.run(node, 'add', parameters, { items, onError: 'continueErrorOutput' });
		expect(result.errorItems).toHaveLength(1);
		expect(result.items.map(({ json }) => json.existed)).toEqual([true, false]);
		expect(count('/participants/add')).toBe(2);
	});

	test.each([
		['looked up one by one', 2, 0],
		['found by reading the list', 4, 0],
	])('a person who is in the input twice is added once, when %s', async (_how, copies) => {
		const result = await add(Array.from({ length: copies }, () => ({ email: 'twin@example.com' })));
		expect(count('/participants/add')).toBe(1);
		expect(jsonOf(result).filter(({ existed }) => existed)).toHaveLength(copies - 1);
	});

	test('a person without email and phone number is refused', async () => {
		const { error } = await add([{ email: 'jane@example.com' }, {}]);
		expect(error?.message).toBe(
			'Item 2: “Email” or “Phone Number” is required to find out whether the person already entered',
		);
		expect(stage.paths()).toEqual([]);
	});

	test('an unknown sweepstakes is an error, not a sweepstakes without participants', async () => {
		const { error } = await add([{ email: 'jane@example.com' }], { sweepstakes: byId(nobody) });
		expect(error?.message).toMatch(/^The service refused this: /);
	});
});

describe('Add', () => {
	test.each<[string, INodeParameters, string]>([
		[
			'an address without @',
			{ KeyEmail: 'jane' },
			'“Email” must be an email address such as jane@example.com, but is “jane”',
		],
		['half a bonus entry', { BonusEntries: 0.5 }, '“Bonus Entries” must be a whole number, but is 0.5'],
		[
			'a negative number of bonus entries',
			{ BonusEntries: -1 },
			'“Bonus Entries” must be at least 0, but is -1',
		],
		['no language', { lang: '={{ $json.nothing }}' }, '“Language” is required'],
		['no source', { source: '={{ $json.nothing }}' }, '“Source” is required'],
		[
			'an unknown choice for those already entered',
			{ whenAlreadyEntered: '={{ "ask" }}' },
			'“When Already Entered” must be one of Add Anyway, Skip, but is “ask”',
		],
	])('refuses %s before anything is sent', async (_what, wrong, sentence) => {
		const parameters = { sweepstakes: stage.picked, ...wrong };
		expect(await stage.refusal(node, 'add', parameters)).toBe(`Item 1: ${sentence}`);
	});
});

describe('Get', () => {
	let token: string;
	beforeEach(async () => {
		token = await stage.addParticipant(
			'jane@example.com',
			{ KeyPhoneNumber: '+12025550123', BonusEntries: 3 },
			{ First_Name: 'Jane', Last_Name: 'Smith' },
		);
	});

	test.each([
		['id', () => token, 'ParticipantToken'],
		['list', () => token, 'ParticipantToken'],
		['KeyEmail', () => 'jane@example.com', 'KeyEmail'],
		['KeyPhoneNumber', () => '+12025550123', 'KeyPhoneNumber'],
	])('finds a person picked by mode %s with one call', async (mode, value, key) => {
		const result = await stage.run(node, 'get', {
			sweepstakes: stage.picked,
			participant: by(mode, value()),
		});
		expect(jsonOf(result)).toMatchObject([
			{
				ParticipantToken: token,
				FirstName: 'Jane',
				BonusEntries: 3,
				TotalEntries: 1,
				Collections: ['Participants'],
			},
		]);
		expect(stage.paths()).toEqual(['/participants/single']);
		expect(stage.lastBody()).toEqual({ SweepstakesToken: stage.sweepstakesToken, [key]: value() });
	});

	test('returns all entries as the service groups them without Simplify', async () => {
		const result = await stage.run(node, 'get', {
			sweepstakes: stage.picked,
			participant: by('id', token),
			simplify: false,
		});
		expect(jsonOf(result)).toMatchObject([
			{ SweepstakesName: 'Spring Giveaway', TotalEntries: 1, Entries: [{ FirstName: 'Jane' }] },
		]);
	});

	const missing = (whenNotFound: string, sweepstakes: INodeParameters) => ({
		sweepstakes,
		participant: by('KeyEmail', 'nobody@example.com'),
		whenNotFound,
	});

	test('fails if nobody is found', async () => {
		const { error } = await stage.run(node, 'get', missing('error', stage.picked));
		expect(error?.message).toMatch(/^The service refused this: /);
	});

	test('returns nothing if nobody is found and that is chosen', async () => {
		const { status, items } = await stage.run(node, 'get', missing('nothing', stage.picked));
		expect([status, items]).toEqual(['success', []]);
	});

	test('fails for an unknown sweepstakes even if an empty result is chosen', async () => {
		const { error } = await stage.run(node, 'get', missing('nothing', byId(nobody)));
		expect(error?.message).toBe(
			`“Sweepstakes” must be the ID of a sweepstakes of this account, but is “${nobody}”`,
		);
	});

	test.each([
		['id', 'jane', '“Participant” must be an ID such as 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f, but is “jane”'],
		[
			'KeyEmail',
			'jane',
			'“Participant › By Email” must be an email address such as jane@example.com, but is “jane”',
		],
		['KeyPhoneNumber', '={{ $json.nothing }}', '“Participant” is required'],
	])('refuses %s “%s” before anything is sent', async (mode, value, sentence) => {
		const parameters = { sweepstakes: stage.picked, participant: by(mode, value) };
		expect(await stage.refusal(node, 'get', parameters)).toBe(`Item 1: ${sentence}`);
	});
});

describe('Get Many', () => {
	test('returns the record without the fields that are the same for all, or everything without Simplify', async () => {
		await stage.addParticipant('jane@example.com');
		const [simple] = jsonOf(await stage.run(node, 'getMany', { sweepstakes: stage.picked }));
		expect(Object.keys(simple!)).toEqual([
			'FirstName',
			'LastName',
			'KeyEmail',
			'KeyPhoneNumber',
			'BonusEntries',
			'Status',
			'Collection',
			'CreationDate',
			'ParticipantToken',
			'SweepstakesToken',
		]);
		const [whole] = jsonOf(await stage.run(node, 'getMany', { sweepstakes: stage.picked, simplify: false }));
		expect(Object.keys(whole!)).toHaveLength(11);
	});

	test('reads no more pages than the limit needs', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 100);
		const result = await stage.run(node, 'getMany', { sweepstakes: stage.picked, limit: 40 });
		expect(result.items).toHaveLength(40);
		expect(stage.paths()).toHaveLength(2);
	});

	test.each<[string, INodeParameters, string]>([
		[
			'a first day without a last',
			{ startDate: '2090-01-01' },
			'“Filters › To Date” is required together with “From Date”',
		],
		[
			'a last day without a first',
			{ endDate: '2090-01-01' },
			'“Filters › From Date” is required together with “To Date”',
		],
		[
			'a last day before the first',
			{ startDate: '2090-01-02', endDate: '2090-01-01' },
			'“Filters › To Date” must not be before “From Date”, but is “2090-01-01”',
		],
		[
			'an invalid opt-in date',
			{ optInDate: 'yesterday' },
			'“Filters › Opt-in Date” must be a date such as 2027-01-31, but is “yesterday”',
		],
	])('refuses %s before anything is sent', async (_what, filters, sentence) => {
		const message = await stage.refusal(node, 'getMany', { sweepstakes: stage.picked, filters });
		expect(message).toBe(`Item 1: ${sentence}`);
	});
});

describe('Count', () => {
	test('counts each collection, all of them by default', async () => {
		await stage.addParticipant('jane@example.com');
		const [counted] = jsonOf(await stage.run(node, 'count', { sweepstakes: stage.picked }));
		expect(stage.lastBody()).toEqual({ SweepstakesToken: stage.sweepstakesToken });
		expect(counted).toMatchObject({
			FilterType: 'all',
			Participants: 1,
			AmoeParticipants: 0,
			OptOuts: 0,
			Total: 1,
		});
	});

	test.each<[string, INodeParameters, string]>([
		[
			'an end before the start',
			{ StartDate: '2090-01-02T00:00:00', EndDate: '2090-01-01T00:00:00' },
			'“Filters › To” must not be before “From”, but is “2090-01-01T00:00:00.000Z”',
		],
		[
			'an invalid date and time',
			{ StartDate: 'noon' },
			'“Filters › From” must be a date and time such as 2027-01-31T09:30:00Z, but is “noon”',
		],
		[
			'a collection that does not exist',
			{ FilterType: '={{ "vip" }}' },
			'“Filters › Which” must be one of All, AMOE Entries, Opt-Outs, Participants, but is “vip”',
		],
	])('refuses %s before anything is sent', async (_what, filters, sentence) => {
		const message = await stage.refusal(node, 'count', { sweepstakes: stage.picked, filters });
		expect(message).toBe(`Item 1: ${sentence}`);
	});
});

describe('Delete', () => {
	test('removes a participant by ID with one call', async () => {
		const token = await stage.addParticipant('jane@example.com');
		const result = await stage.run(node, 'delete', {
			sweepstakes: stage.picked,
			participant: by('id', token),
		});
		expect(jsonOf(result)).toMatchObject([
			{ deleted: true, ParticipantToken: token, DeletedFrom: ['Participants'], DeletedCount: 1 },
		]);
		expect(stage.sandbox.calls()).toMatchObject([{ method: 'DELETE', path: '/participants/delete' }]);
	});

	test('looks a person up by email and removes them', async () => {
		const token = await stage.addParticipant('jane@example.com');
		await stage.addParticipant('john@example.com');
		const result = await stage.run(node, 'delete', {
			sweepstakes: stage.picked,
			participant: by('KeyEmail', 'jane@example.com'),
		});
		expect(jsonOf(result)).toMatchObject([{ deleted: true, ParticipantToken: token }]);
		expect(stage.paths()).toEqual(['/participants/single', '/participants/delete']);
	});

	const entry = (ParticipantToken: string, keys: object, Collection = 'Participants') => ({
		ParticipantToken: `00000000-0000-4000-8000-00000000000${ParticipantToken}`,
		Collection,
		...keys,
	});
	const found = (...Entries: object[]) =>
		stage.sandbox.faults([{ path: '/participants/single', body: { Response: true, Data: { Entries } } }]);
	const deletedBy = async (mode: string, value: string) => {
		// What is asked for is what matters here, not whether the sandbox has it.
		stage.sandbox.faults(
			Array.from({ length: 3 }, () => ({ path: '/participants/delete', body: { Response: true, Data: {} } })),
		);
		const result = await stage.run(node, 'delete', {
			sweepstakes: stage.picked,
			participant: by(mode, value),
		});
		const asked = stage.sandbox
			.calls()
			.filter(({ path }) => path === '/participants/delete')
			.map(({ body }) => String((body as IDataObject).ParticipantToken).slice(-1));
		return { asked, result };
	};

	test.each<[string, string, string, object]>([
		['an email in other capitals', 'KeyEmail', 'Jane@Example.com', { KeyEmail: 'jane@example.COM' }],
		[
			'a phone number as it is stored',
			'KeyPhoneNumber',
			'+1 (202) 555-0123',
			{ KeyPhoneNumber: '2025550123' },
		],
		['a stored country code', 'KeyPhoneNumber', '202-555-0123', { KeyPhoneNumber: '+12025550123' }],
		['a phone number that is a number', 'KeyPhoneNumber', '202 555 0123', { KeyPhoneNumber: 2025550123 }],
	])('the person is the one asked for by %s, in all collections', async (_what, mode, value, keys) => {
		found(entry('1', keys), entry('2', keys, 'ParticipantsAmoe'), entry('3', keys, 'OptOuts'));
		expect((await deletedBy(mode, value)).asked).toEqual(['1', '2', '3']);
	});

	test.each<[string, string, object]>([
		['KeyEmail', 'jane@example.com', { KeyEmail: 'john@example.com', KeyPhoneNumber: '2025550123' }],
		['KeyEmail', 'jane@example.com', {}],
		['KeyPhoneNumber', '+442025550123', { KeyPhoneNumber: '2025550123' }],
		['KeyPhoneNumber', '2025550123', { KeyPhoneNumber: { toString: 1 } }],
	])('nobody else is deleted: asked for %s %s, found %j', async (mode, value, keys) => {
		found(entry('1', keys));
		const { asked, result } = await deletedBy(mode, value);
		expect(asked).toEqual([]);
		expect(result.error?.message).toBe(
			'The service found only entries without the email or phone number that was asked for, so nothing was done',
		);
	});

	test('of several entries, those of somebody else stay, and come out as not deleted', async () => {
		found(
			entry('1', { KeyEmail: 'jane@example.com' }),
			entry('2', { KeyEmail: 'john@example.com' }),
			entry('1', {}),
		);
		const { asked, result } = await deletedBy('KeyEmail', 'jane@example.com');
		expect(asked).toEqual(['1']);
		expect(jsonOf(result)).toMatchObject([
			{ deleted: true },
			{
				deleted: false,
				ParticipantToken: entry('2', {}).ParticipantToken,
				reason: expect.stringMatching(/not the one/),
			},
		]);
	});

	test('fails if there is nobody to remove', async () => {
		const { error } = await stage.run(node, 'delete', {
			sweepstakes: stage.picked,
			participant: by('KeyEmail', 'nobody@example.com'),
		});
		expect(error?.message).toMatch(/^The service refused this: /);
		expect(stage.paths()).toEqual(['/participants/single']);
	});
});

describe('the picker', () => {
	test('lists people by name and email, a page at a time', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 20);
		const token = await stage.addParticipant(
			'jane@example.com',
			{},
			{ First_Name: 'Jane', Last_Name: 'Smith' },
		);
		const first = await stage.search(node, 'searchParticipants', { sweepstakes: stage.picked });
		expect(first.results).toHaveLength(20);
		expect(first.paginationToken).toBe('2');
		const second = await stage.search(node, 'searchParticipants', { sweepstakes: stage.picked }, '', '2');
		expect(second.results).toHaveLength(1);
		expect(second.paginationToken).toBeUndefined();
		expect([...first.results, ...second.results]).toContainEqual({
			name: 'Jane Smith (jane@example.com)',
			value: token,
		});
	});

	test('lets the service search', async () => {
		const token = await stage.addParticipant('jane@example.com');
		await stage.addParticipant('john@example.com');
		const found = await stage.search(node, 'searchParticipants', { sweepstakes: stage.picked }, ' jane ');
		expect(found.results).toEqual([{ name: expect.stringContaining('jane@example.com'), value: token }]);
		expect(stage.lastBody()).toMatchObject({ search: 'jane' });
	});

	test('follows a sweepstakes that is picked by handler', async () => {
		await stage.addParticipant('jane@example.com');
		const found = await stage.search(node, 'searchParticipants', { sweepstakes: by('handler', 'spring') });
		expect(found.results).toHaveLength(1);
	});

	test('refuses a mode that the sweepstakes picker does not have', async () => {
		const sweepstakes = by('KeyEmail', stage.sweepstakesToken);
		await expect(stage.search(node, 'searchParticipants', { sweepstakes })).rejects.toThrow(
			/^“Sweepstakes” must have the mode list /,
		);
		expect(stage.paths()).toEqual([]);
	});

	test('asks for the sweepstakes first', async () => {
		await expect(stage.search(node, 'searchParticipants', { sweepstakes: by('list', '') })).rejects.toThrow(
			'“Sweepstakes” is required first: choose one in the field above',
		);
	});
});
