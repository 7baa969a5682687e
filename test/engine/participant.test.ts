import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import type { ParticipantPlacement } from '../../sandbox';
import type { RunOptions } from '../support/engine/engine';
import {
	MAY_BE_PROCESSED,
	inDialects,
	openStages,
	reopen,
	stage,
	testRefusals,
} from '../support/engine/resource';
import { ID } from '../support/constants';
import { storedColumns } from '../catalogue/world';
import { byId, listJson } from '../support/engine/stage';

const node = new SweepstakesParticipant();
const SINGLE = '/participants/single';
const ADD = '/participants/add';
const LIST = '/participants/fetch';
const JANE = 'jane@example.com';

openStages();

const run = async (operation: string, parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await stage.run(node, operation, { sweepstakes: stage.picked, ...parameters }, options);

inDialects((dialect) => {
	const person = () => ({
		KeyEmail: JANE,
		KeyPhoneNumber: '+12025550123',
		Fields: {
			mappingMode: 'defineBelow',
			value: { First_Name: 'Jane', Last_Name: 'Smith' },
			schema: storedColumns(),
		},
	});
	test.each(['add', 'skip'])(
		'with “When Already Entered” set to “%s”, “Add” ends with the call that adds a new person, and returns the ID if the reply has it',
		async (whenAlreadyEntered) => {
			const [added] = listJson(await run('add', { ...person(), whenAlreadyEntered }));
			expect(stage.paths().at(-1)).toBe(ADD);
			const { sweepstakesToken: SweepstakesToken } = stage;
			const request = { SweepstakesToken, KeyEmail: JANE };
			const { Data } = await stage.api<{ Data: { Entries: IDataObject[] } }>(SINGLE, request);
			const [{ ParticipantToken }] = Data.Entries as [IDataObject];
			expect(added!.ParticipantToken).toBe(dialect === 'contract' ? undefined : ParticipantToken);
		},
	);
});

const ONLY_ONCE =
	'To use each item’s person, enter an expression such as {{ $json.Email }}. To do this only once, turn on “Execute Once” in the Settings tab of this node. If you really mean this person for all items, enter the same value as an expression';

test.each<[string, INodeParameters]>([
	['different answers', { options: { source: '={{ "n8n " + $json.n }}' } }],
	['the same answers', {}],
	['the same answers, although nobody would enter twice', { whenAlreadyEntered: 'skip' }],
])(
	'“Add” refuses several items for a fixed email address, before the first call: %s',
	async (_title, parameters) => {
		const add = async (KeyEmail: string) =>
			await run('add', { KeyEmail, ...parameters }, { items: [{ n: 1 }, { n: 2 }, { n: 3 }] });
		expect((await add(JANE)).error?.message).toBe(
			`“Email” is fixed, so 3 entries would all be for “${JANE}”. ${ONLY_ONCE}`,
		);
		expect(stage.paths()).toEqual([]);
		expect((await add(`={{ "${JANE}" }}`)).items).toHaveLength(3);
	},
);

describe('what is done for a fixed person, with several items,', () => {
	const BONUS = '/participants/updateBonusEntries';

	test.each<[string, INodeParameters, string]>([
		['addBonusEntries', { entriesToAdd: 5 }, '3 bonuses would all go to'],
		['setBonusEntries', { BonusEntries: '={{ $json.n }}' }, '3 numbers of bonus entries would all be for'],
		['delete', {}, '3 items would all delete'],
	])(
		'is refused before the first call, unless an expression names the person: %s %j',
		async (operation, parameters, words) => {
			await stage.addParticipant(JANE);
			const give = async (key: string) =>
				await run(
					operation,
					{ participant: byId(key), ...parameters },
					{ items: [{ n: 1 }, { n: 2 }, { n: 3 }] },
				);
			expect((await give(JANE)).error?.message).toBe(
				`“Participant” is fixed, so ${words} “${JANE}”. ${ONLY_ONCE}`,
			);
			expect(stage.paths()).toEqual([]);
			expect((await give(`={{ "${JANE}" }}`)).error).toBeUndefined();
			expect(stage.callsTo(BONUS)).toBe(operation === 'delete' ? 0 : 3);
		},
	);
});

describe('“Add” with “Skip”', () => {
	const add = async (rows: IDataObject[], parameters: INodeParameters = {}, more: Partial<RunOptions> = {}) =>
		await run(
			'add',
			{
				KeyEmail: '={{ $json.email }}',
				KeyPhoneNumber: '={{ $json.phone }}',
				whenAlreadyEntered: 'skip',
				...parameters,
			},
			{ items: rows, ...more },
		);
	const jane = { email: JANE };
	const ONLY_PHONE = expect.stringContaining(
		'with this phone number, but not with this email address',
	) as string;

	const existedOf = (result: Awaited<ReturnType<typeof add>>) =>
		listJson(result).map(({ existed }) => existed);

	test('skips people whose email address has already been entered, marks them, and counts them in a hint', async () => {
		const ParticipantToken = await stage.addParticipant(JANE);
		const result = await add([jane, { email: 'john@example.com' }], { KeyPhoneNumber: '' });
		expect(listJson(result)).toMatchObject([
			{ existed: true, ParticipantToken, Email: JANE },
			{ existed: false, Email: 'john@example.com' },
		]);
		expect(result.hints).toEqual(['Skipped 1 item: already entered.']);
		expect(stage.callsTo(ADD)).toBe(1);
	});

	test.each([
		['looked up', 0],
		['found in the list', 5],
	])('tells which people were skipped only because of their phone number: %s', async (_how, others) => {
		const ParticipantToken = await stage.addParticipant(JANE, { KeyPhoneNumber: '+12025550123' });
		const rows = [
			{ email: 'jack@example.com', phone: '+1 202 555 0123' },
			{ email: JANE, phone: '+12025550123' },
			...Array.from({ length: others }, (_, n) => ({ email: `other${n}@example.com` })),
			{ phone: '2025550123' },
		];
		const result = await add(rows);
		const found = listJson(result);
		expect(found[0]).toMatchObject({ existed: true, reason: ONLY_PHONE, Email: 'jack@example.com' });
		expect(found[0]).not.toHaveProperty('ParticipantToken');
		for (const one of [found[1], found.at(-1)]) {
			expect(one).toMatchObject({ existed: true, ParticipantToken });
			expect(one).not.toHaveProperty('reason');
		}
		expect(result.hints.toSorted()).toEqual([
			expect.stringMatching(/^Skipped 1 item: already entered with this phone number/),
			'Skipped 2 items: already entered.',
		]);
	});

	test.each([
		['looked up', 0],
		['found in the list', 5],
	])('tells which people were skipped only because of their email address: %s', async (_how, others) => {
		const ParticipantToken = await stage.addParticipant(JANE, { KeyPhoneNumber: '+12025550123' });
		const rows = [
			{ email: JANE, phone: '+12025550199' },
			{ email: JANE },
			...Array.from({ length: others }, (_, n) => ({ email: `other${n}@example.com` })),
			{ email: JANE, phone: '(202) 555-0123' },
		];
		const result = await add(rows);
		const found = listJson(result);
		const reason = expect.stringContaining(
			'with this email address, but not with this phone number',
		) as string;
		expect(found[0]).toMatchObject({ existed: true, reason, ParticipantToken });
		for (const one of [found[1], found.at(-1)]) {
			expect(one).toMatchObject({ existed: true, ParticipantToken });
			expect(one).not.toHaveProperty('reason');
		}
		expect(result.hints.toSorted()).toEqual([
			expect.stringMatching(/^Skipped 1 item: already entered with this email address/),
			'Skipped 2 items: already entered.',
		]);
	});

	test('treats an entry that has only the phone number as somebody else’s', async () => {
		expect((await add([{ phone: '+12025550123' }])).error).toBeUndefined();
		const [found] = listJson(await add([{ email: 'jack@example.com', phone: '+12025550123' }]));
		expect(found).toMatchObject({ existed: true, reason: ONLY_PHONE });
		expect(found).not.toHaveProperty('ParticipantToken');
	});

	test('reads a short list of participants once for many people', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 38);
		await stage.addParticipant('P3@Example.com', { KeyPhoneNumber: '+1 202 555 0123' });
		const people = Array.from({ length: 10 }, (_, n) => ({ email: `p${n}@example.com` }));
		const rows = [...people, { email: 'new@example.com', phone: '+12025550123' }];
		const result = await add(rows);
		expect(stage.paths()).toEqual(['/entrypage/fields', LIST, LIST, ...Array(9).fill(ADD)]);
		expect(existedOf(result)).toEqual(rows.map((_, n) => n === 3 || n === 10));
	});

	test('if a person may have been added for one item, looks the person up again for the next item', async () => {
		stage.lose(ADD, 'after');
		stage.sandbox.faults([{ path: SINGLE, status: 400 }]);
		const rows = [jane, jane, { email: 'john@example.com' }];
		const result = await add(rows, { KeyPhoneNumber: '' }, { onError: 'continueErrorOutput' });
		expect(result.errorItems).toHaveLength(1);
		expect(existedOf(result)).toEqual([true, false]);
		expect(stage.callsTo(ADD)).toBe(2);
	});

	test('skips a person whom the service refuses because they entered after the list was read', async () => {
		const LAG_MS = 60_000;
		await reopen({ entries: { duplicates: 409 } });
		stage.sandbox.fill(stage.sweepstakesToken, 5);
		stage.sandbox.advance(2 * LAG_MS);
		await stage.addParticipant(JANE);
		stage.sandbox.faults([{ path: LIST, lag: { ms: LAG_MS } }]);
		const others = [1, 2].map((n) => ({ email: `p${n}@example.com` }));
		const people = listJson(await add([...others, jane]));
		expect(stage.paths()).toContain(LIST);
		expect(people[2]).toMatchObject({ existed: true, Email: JANE });
		expect(people[2]).not.toHaveProperty('ParticipantToken');
	});

	const US_SPELLINGS = [
		['+12025550177', '2025550177'],
		['2025550177', '(202) 555-0177'],
	];
	const FOREIGN_SPELLINGS = [
		['+442079460958', '00442079460958'],
		['+44 20 7946 0958', '+44 20 7946 0958'],
	];

	inDialects(
		(dialect) => {
			const spellings = dialect === 'contract' ? [US_SPELLINGS, FOREIGN_SPELLINGS] : [US_SPELLINGS];

			test.each(spellings.flat())(
				'recognizes the phone number %s as %s, for one item as for twenty, with and without a new email address',
				async (stored, typed) => {
					const ParticipantToken = await stage.addParticipant(JANE, { KeyPhoneNumber: stored });
					await stage.addParticipant('john@example.com', { KeyPhoneNumber: '2125550177' });
					const others = Array.from({ length: 19 }, (_, n) => ({ email: `new${n}@example.com` }));
					for (const [person, found] of [
						[{ email: 'other@example.com', phone: typed }, { reason: ONLY_PHONE }],
						[{ phone: typed }, { ParticipantToken }],
					])
						for (const rows of [[person!], [person!, ...others]]) {
							const result = await add(rows, {}, { onError: 'continueRegularOutput' });
							expect(listJson(result)[0]).toMatchObject({ existed: true, ...found });
						}
				},
			);

			test('adds a new person with an email address and a phone number in at most four calls', async () => {
				stage.sandbox.fill(stage.sweepstakesToken, 3_000);
				for (const phone of ['+1 (202) 555-0177', '2025550178']) {
					const value = { First_Name: 'Jane', Last_Name: 'Smith' };
					const Fields = { mappingMode: 'defineBelow', value } as unknown as INodeParameters;
					const { error } = await add([{ email: `${phone.slice(-2)}@example.com`, phone }], { Fields });
					expect(error).toBeUndefined();
					expect(stage.paths().length).toBeLessThanOrEqual(4);
					stage.sandbox.clearCalls();
				}
			});

			test('recognizes a phone number even if its last four digits are in more phone numbers than a page shows', async () => {
				await stage.addParticipant(JANE, { KeyPhoneNumber: '+12025550177' });
				for (let n = 10; n < 35; n++)
					await stage.addParticipant(`p${n}@example.com`, { KeyPhoneNumber: `2122${n}0177` });
				const result = await add([{ email: 'other@example.com', phone: '(202) 555-0177' }]);
				expect(listJson(result)).toMatchObject([{ existed: true, reason: ONLY_PHONE }]);
			});
		},
		{ entries: { duplicates: 'accept' } },
	);

	test('refuses a person who has neither an email address nor a phone number', async () => {
		expect((await add([jane, {}])).error?.message).toMatch(
			/^Item 2: “Email” or “Phone Number” is required, but /,
		);
		expect(stage.paths()).toEqual([]);
	});
});

test('if nobody is found, “Get” fails or returns nothing, as the user chooses, but it always fails for an unknown sweepstakes', async () => {
	const get = async (whenNotFound: string, more: INodeParameters = {}) =>
		await run('get', { participant: byId('nobody@example.com'), whenNotFound, ...more });
	expect((await get('error')).error?.message).toBe('“nobody@example.com” is not in Spring Giveaway (SPRING)');
	expect(await get('nothing')).toMatchObject({ status: 'success', items: [] });
	expect((await get('nothing', { sweepstakes: byId(ID) })).error?.message).toBe(
		`“${ID}” was not found in this account`,
	);
});

test.each(
	['get', 'delete', 'setBonusEntries'].flatMap((operation) => [
		[operation, '+1 (202) 555-0177', '2025550177', '0177'],
		[operation, '030 123456', '030 123456', '3456'],
	]),
)(
	'if “%s” does not find the phone number %s, the error says how it was looked up, and what to try',
	async (operation, typed, asked, end) => {
		const parameters = { participant: byId(typed!), whenNotFound: 'error', BonusEntries: 1 };
		const { error } = await run(operation!, parameters);
		expect(error?.message).toBe(`“${typed}” is not in Spring Giveaway (SPRING)`);
		expect(error?.description).toMatch(
			new RegExp(
				`^The phone number was looked up as “${asked}”, and in every format that ends in ${end}\\. If this person has entered, try the international format, such as \\+12025550123, or the email address\\. Check`,
			),
		);
	},
);

test.each([
	[{ startDate: '2020-01-01' }, { startDate: '2020-01-01', endDate: '2999-12-31' }, 1],
	[{ endDate: '2020-01-01' }, { startDate: '1970-01-01', endDate: '2020-01-01' }, 0],
])(
	'“Get Many” accepts a start date without an end date, and the reverse: %j',
	async (filters, sent, count) => {
		await stage.addParticipant(JANE);
		expect((await run('getMany', { filters })).items).toHaveLength(count);
		expect(stage.lastBody()).toMatchObject(sent);
	},
);

let janesToken: string;
const inFilters = (filters: INodeParameters) => ({ filters });
const [EARLY, LATE] = ['2090-01-01', '2090-01-02'];
const sweepstakes = byId(ID);
testRefusals(node, 'add', { sweepstakes }, [
	[
		{ KeyEmail: 'jane' },
		'“Email” must be an email address such as jane@example.com, and nothing else, but is “jane”',
	],
	[
		{ KeyEmail: JANE, KeyPhoneNumber: '2.02555E+09' },
		'“Phone Number” must be a complete number (a spreadsheet shortened this one: format the column as text there), but is “2.02555E+09”',
	],
	[
		{ KeyEmail: JANE, options: { BonusEntries: 0.5 } },
		'“Options › Bonus Entries” must be a whole number, but is 0.5',
	],
]);
testRefusals(node, 'get', { sweepstakes }, [
	[
		{ participant: byId('jane') },
		'“Participant” must be an ID, an email address or a phone number, but is “jane”',
	],
]);
test.each([
	['an ID', () => janesToken, 'ParticipantToken'],
	['an email address', () => ` ${JANE}`, 'KeyEmail'],
	['a phone number', () => '+1 (202) 555-0123', 'KeyPhoneNumber'],
	['a phone number as a spreadsheet returns it', () => 2025550123, 'KeyPhoneNumber'],
])('the text mode of “Participant” accepts %s', async (_what, value, key) => {
	janesToken = await stage.addParticipant(JANE, { KeyPhoneNumber: '2025550123' });
	for (const participant of [{ __rl: true, mode: 'id', value: '={{ $json.key }}' }, '={{ $json.key }}']) {
		const found = await run('get', { participant }, { items: [{ key: value() }] });
		expect(listJson(found)).toMatchObject([{ Email: JANE }]);
		expect(stage.bodies(SINGLE)[0]).toHaveProperty(key);
		stage.sandbox.clearCalls();
	}
});
testRefusals(node, 'getMany', { sweepstakes }, [
	[
		inFilters({ startDate: LATE, endDate: EARLY }),
		'“Filters › Opt-In Until” must not be before “Opt-In From”',
	],
]);
testRefusals(node, 'count', { sweepstakes }, [
	[inFilters({ StartDate: LATE, EndDate: EARLY }), '“Filters › To Date” must not be before “From Date”'],
	[inFilters({ FilterType: '={{ "vip" }}' }), '“Filters › Entry Type” must be one of All, AMOE Entries, Opt'],
]);

describe('“Delete”', () => {
	const DELETE = '/participants/delete';
	const token = (end: string) => `00000000-0000-4000-8000-00000000000${end}`;
	const entry = (end: string, keys: object, Collection = 'Participants') => ({
		ParticipantToken: token(end),
		Collection,
		...keys,
	});
	/** Deletes a person for whom the service finds these entries. */
	const deleteBy = async (value: string, ...Entries: object[]) => {
		stage.answer(SINGLE, { Data: { Entries } });
		// The test looks only at the request, so the sandbox does not need the record.
		stage.answer(DELETE, { Data: {} }, { times: 3 });
		const result = await run('delete', { participant: byId(value) });
		return { result, asked: stage.bodies(DELETE).map(({ ParticipantToken }) => ParticipantToken) };
	};

	test('finds a person’s entries in all collections by phone number, even if it is stored in another format', async () => {
		const keys = { KeyPhoneNumber: 2025550123 };
		const entries = ['Participants', 'ParticipantsAmoe', 'OptOuts'].map((one, n) => entry(`${n}`, keys, one));
		const { asked } = await deleteBy('+1 (202) 555-0123', ...entries);
		expect(asked).toEqual(['0', '1', '2'].map(token));
	});

	inDialects(
		() => {
			const PHONES = ['+1 (202) 555-0177', '2025550177'];

			test.each([false, true])(
				'deletes nobody if several people share the phone number, and names them (dry run: %p)',
				async (dryRun) => {
					for (const [n, KeyPhoneNumber] of PHONES.entries())
						await stage.addParticipant(`p${n}@example.com`, { KeyPhoneNumber });
					const { error } = await run('delete', { participant: byId(PHONES[0]!), options: { dryRun } });
					expect(error?.message).toMatch(
						/^“Participant” must be chosen from the list or by ID, because 2 participants have this email or phone number: “[^”]*p[01]@example\.com\)?” with ID [\da-f-]{36} and “[^”]*p[01]@example\.com\)?” with ID [\da-f-]{36}$/,
					);
					expect(stage.callsTo(DELETE)).toBe(0);
				},
			);

			test('deletes nobody if people with different names share the email address', async () => {
				for (const First_Name of ['Jane', 'Janet'])
					await stage.addParticipant(JANE, {}, { First_Name, Last_Name: 'Smith' });
				const { error } = await run('delete', { participant: byId(JANE) });
				expect(error?.message).toContain('“Jane Smith (jane@example.com)” with ID');
				expect(stage.callsTo(DELETE)).toBe(0);
			});

			test.each([JANE, PHONES[0]!])(
				'deletes all entries of a person who has entered several times: %s',
				async (value) => {
					for (const KeyPhoneNumber of [...PHONES, ...PHONES])
						await stage.addParticipant(JANE, { KeyPhoneNumber }, { First_Name: 'Jane', Last_Name: 'Smith' });
					await stage.addParticipant('john@example.com', { KeyPhoneNumber: '2125550177' });
					const result = await run('delete', { participant: byId(value) });
					expect(listJson(result).map(({ deleted }) => deleted)).toEqual([true, true, true, true]);
					expect(result.hints).toEqual([
						expect.stringMatching(/^Records of a deleted person may remain .* “Privacy Request” finds/),
					]);
					expect(stage.sandbox.accounts()[0]!.participants).toBe(1);
				},
			);
		},
		{ entries: { duplicates: 'accept' } },
	);

	test('an entry without a name does not count as another person’s', async () => {
		const keys = { KeyEmail: JANE, KeyPhoneNumber: '2025550123' };
		const { asked } = await deleteBy(JANE, entry('0', keys), entry('1', { ...keys, FirstName: 'Jane' }));
		expect(asked).toEqual(['0', '1'].map(token));
	});

	test.each<[string, object]>([
		[JANE, { KeyEmail: 'john@example.com', KeyPhoneNumber: '2025550123' }],
		['2025550123', { KeyPhoneNumber: { toString: 1 } }],
	])('does not delete somebody else whom the service returns for %s: %j', async (value, keys) => {
		const { asked, result } = await deleteBy(value, entry('1', keys));
		expect(asked).toEqual([]);
		expect(result.error?.message).toBe(
			'No entry has exactly this email or phone number, so nothing was done',
		);
	});

	test('fails if the service finds a person who has no entries', async () => {
		const { asked, result } = await deleteBy(JANE);
		expect(asked).toEqual([]);
		expect(result.error?.message).toMatch(/so nothing was done$/);
	});

	test('deletes nobody twice if the same person is to be deleted twice, even if deleting one of the entries fails', async () => {
		await reopen({ entries: { duplicates: 'accept' } });
		const numbers = ['202.555.0177', '2025550177'];
		for (const KeyPhoneNumber of numbers) await stage.addParticipant(JANE, { KeyPhoneNumber });
		stage.sandbox.faults([{ path: DELETE }, { path: DELETE, status: 400 }]);
		const parameters = { participant: byId(`={{ "${numbers[0]}" }}`) };
		const result = await run('delete', parameters, { onError: 'continueRegularOutput', items: [{}, {}] });
		expect(listJson(result).map(({ deleted }) => deleted)).toEqual([true, undefined, undefined]);
	});

	test('reads a short list once for several people, deletes all entries of each, and looks up those who are not listed', async () => {
		await reopen({ entries: { duplicates: 'accept' } });
		for (const email of [JANE, JANE, 'john@example.com', 'joe@example.com'])
			await stage.addParticipant(email);
		stage.sandbox.clearCalls();
		const items = [JANE, 'JOHN@example.com', 'jim@example.com'].map((email) => ({ email }));
		const parameters = { participant: byId('={{ $json.email }}') };
		const result = await run('delete', parameters, { onError: 'continueRegularOutput', items });
		expect(listJson(result).map(({ deleted }) => deleted)).toEqual([true, true, true, undefined]);
		expect(stage.sandbox.accounts()[0]!.participants).toBe(1);
		expect(stage.paths()).toEqual([LIST, DELETE, DELETE, DELETE, SINGLE]);
	});

	test.each([false, true])(
		'if an earlier item has deleted a person, does not look that person up again, even if the address has another case (dry run: %p)',
		async (dryRun) => {
			await stage.addParticipant('edsger@example.com');
			const items = ['edsger@example.com', 'Edsger@Example.com'].map((email) => ({ email }));
			const parameters = { participant: byId('={{ $json.email }}'), options: { dryRun } };
			const result = await run('delete', parameters, { items });
			expect(result.error).toBeUndefined();
			expect(listJson(result)).toMatchObject([
				{ deleted: !dryRun },
				{ deleted: false, reason: 'An earlier item named the same participant.' },
			]);
			expect(result.hints).toContain('Skipped 1 item: an earlier item named the same participant.');
		},
	);

	test('keeps entries of other people that the service also returns, and reports them as not deleted', async () => {
		const others = [entry('2', { KeyEmail: 'john@example.com' }), entry('1', {})];
		const { asked, result } = await deleteBy(JANE, entry('1', { KeyEmail: JANE }), ...others);
		expect(asked).toEqual([token('1')]);
		expect(listJson(result)).toMatchObject([
			{ deleted: true },
			{
				deleted: false,
				ParticipantToken: token('2'),
				reason: expect.stringMatching(/not the one you entered/),
			},
		]);
	});
});

describe('the picker of participants', () => {
	const pick = async (parameters: INodeParameters = {}, filter?: string, page?: string) =>
		await stage.search(
			node,
			'searchParticipants',
			{ sweepstakes: stage.picked, ...parameters },
			filter,
			page,
		);

	test('lists people by name and email, a page at a time, and lets the service search', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 20);
		const value = await stage.addParticipant(JANE, {}, { First_Name: 'Jane', Last_Name: 'Smith' });
		const jane = { name: 'Jane Smith (jane@example.com)', value };
		const first = await pick();
		expect(first.results).toHaveLength(20);
		const second = await pick({}, '', String(first.paginationToken));
		expect(second.paginationToken).toBeUndefined();
		expect([...first.results, ...second.results]).toContainEqual(jane);
		const found = await pick({ sweepstakes: byId('spring') }, ' jane ');
		expect(found.results).toEqual([jane]);
		expect(stage.lastBody()).toMatchObject({ search: 'jane' });
	});

	test.each([
		['jane smith', ['Jane Smith (jane@example.com)']],
		['Smith  Jane', ['Jane Smith (jane@example.com)']],
		['Jane Jones', []],
	])(
		'finds people by their full names, although the service compares each name separately: %s',
		async (typed, names) => {
			await stage.addParticipant(JANE, {}, { First_Name: 'Jane', Last_Name: 'Smith' });
			await stage.addParticipant('john@example.com', {}, { First_Name: 'John', Last_Name: 'Smith' });
			expect((await pick({}, typed)).results.map(({ name }) => name)).toEqual(names);
		},
	);

	test.each<[string, INodeParameters, string, string[]]>([
		[
			'no sweepstakes has been chosen',
			{ __rl: true, mode: 'list', value: '' },
			'is required first: choose one in the field above',
			[],
		],
		[
			'an unknown handler has been entered',
			byId('SUMMER'),
			'must be the handler or ID of a sweepstakes',
			['/sweepstakes/fetch'],
		],
	])('fails if %s', async (_what, sweepstakes, words, calls) => {
		await expect(pick({ sweepstakes })).rejects.toThrow(`“Sweepstakes” ${words}`);
		expect(stage.paths()).toEqual(calls);
	});
});

describe('bonus entries', () => {
	let jane: string;
	const enter = async (BonusEntries = 2) =>
		await stage.addParticipant(
			JANE,
			{ KeyPhoneNumber: '2025550111', BonusEntries },
			{ First_Name: 'Jane', Last_Name: 'Smith' },
		);
	const bonus = async () => {
		const { Data } = await stage.api<{ Data: { Entries: Array<{ BonusEntries: number }> } }>(SINGLE, {
			SweepstakesToken: stage.sweepstakesToken,
			ParticipantToken: jane,
		});
		return Data.Entries.map(({ BonusEntries }) => BonusEntries);
	};

	inDialects(
		() => {
			beforeEach(async () => void (jane = await enter()));

			test.each(['setBonusEntries', 'addBonusEntries'])(
				'“%s” finds a person by email and outputs the name, but fails if several people have the address',
				async (operation) => {
					const parameters = { participant: byId('JANE@example.com'), BonusEntries: 3, entriesToAdd: 1 };
					const person = { FirstName: 'Jane', LastName: 'Smith', Email: JANE, ParticipantToken: jane };
					expect(listJson(await run(operation, parameters))).toMatchObject([{ ...person, BonusEntries: 3 }]);
					await enter(0);
					expect((await run(operation, parameters)).error!.message).toMatch(
						/^“Participant” must be chosen from the list or by ID, because 2 participants have this email or phone number: “Jane Smith \(jane@example\.com\)” with ID /,
					);
					expect(stage.paths()).toEqual([SINGLE]);
				},
			);

			test('“Add Bonus Entries” raises the number in each collection, item by item, and “Set Bonus Entries” does not look up the number', async () => {
				const { sweepstakesToken: SweepstakesToken } = stage;
				const Collections: ParticipantPlacement['Collections'] = ['Participants', 'ParticipantsAmoe'];
				stage.sandbox.placeParticipant({ SweepstakesToken, KeyEmail: JANE, Collections });
				const parameters = { participant: byId(`={{ "${JANE}" }}`), entriesToAdd: '={{ $json.bonus }}' };
				const result = await run('addBonusEntries', parameters, { items: [{ bonus: 1 }, { bonus: '10' }] });
				expect(listJson(result)).toMatchObject([
					{ BonusEntries: 3, PreviousBonusEntries: 2 },
					{ BonusEntries: 13, PreviousBonusEntries: 3 },
				]);
				expect(await bonus()).toEqual([13, 13]);
				await run('setBonusEntries', { participant: byId(jane), BonusEntries: 7 });
				expect(await bonus()).toEqual([7, 7]);
				expect(stage.paths()[0]).toBe('/participants/updateBonusEntries');
			});

			test('“Set Bonus Entries” outputs the previous number if it is known without another call, and says if it was higher', async () => {
				const rows = ['ann', 'bob', 'cy'].map((name) => ({ email: `${name}@example.com`, to: 1 }));
				for (const { email } of rows) await stage.addParticipant(email, { BonusEntries: 2 });
				const set = async (items: IDataObject[]) =>
					await run(
						'setBonusEntries',
						{ participant: byId('={{ $json.email }}'), BonusEntries: '={{ $json.to }}' },
						{ items },
					);
				const hint =
					'“Set Bonus Entries” replaces the number of bonus entries, and somebody’s new number is lower than before. To give bonus entries in addition, use “Add Bonus Entries”.';
				const lowered = await set([...rows, { ...rows[0]!, to: 4 }]);
				const previous = [2, 2, 2, undefined];
				expect(listJson(lowered).map((one) => one.PreviousBonusEntries)).toEqual(previous);
				expect(lowered.hints).toEqual([hint]);
				const raised = await set([{ ...rows[1]!, to: 3 }]);
				expect(listJson(raised)).toMatchObject([{ BonusEntries: 3, PreviousBonusEntries: 1 }]);
				expect(raised.hints).toEqual([]);
				const byToken = await set([{ email: jane, to: 1 }]);
				expect(listJson(byToken)[0]).not.toHaveProperty('PreviousBonusEntries');
				expect((await set([{ ...rows[1]!, to: '' }])).error?.message).toContain(
					'“Bonus Entries” is required',
				);
			});

			test('with “Retry On Fail”, bonus entries that may have been added are not added again', async () => {
				stage.lose('/participants/updateBonusEntries', 'after');
				stage.sandbox.faults([{ path: SINGLE }, { path: SINGLE, status: 400 }]);
				const parameters = { participant: byId(jane), entriesToAdd: 1 };
				const { error } = await run('addBonusEntries', parameters, { retryOnFail: true });
				expect(error!.message).toMatch(MAY_BE_PROCESSED);
				expect(error!.description).toContain('use Participant › Get to check how many bonus entries');
				expect(await bonus()).toEqual([3]);
			});
		},
		{ entries: { duplicates: 'accept' } },
	);

	describe('are not added', () => {
		beforeEach(async () => void (jane = await enter()));

		test.each<[string, object, string]>([
			[
				'somebody else',
				{ KeyEmail: 'other@example.com', BonusEntries: 1 },
				'No entry has exactly this email',
			],
			[
				'no number of bonus entries',
				{ KeyEmail: JANE },
				'does not show how many bonus entries the participant has',
			],
			[
				'text instead of a number',
				{ KeyEmail: JANE, BonusEntries: 'many' },
				'does not show how many bonus entries',
			],
		])('if the service returns %s', async (_what, entry, words) => {
			stage.answer(SINGLE, { Data: { Entries: [{ ParticipantToken: jane, ...entry }] } });
			const { error } = await run('addBonusEntries', { participant: byId(JANE) });
			expect(error!.message).toContain(words);
			expect(stage.paths()).toEqual([SINGLE]);
		});

		test('if the person would have more than a million', async () => {
			const { error } = await run('addBonusEntries', { participant: byId(jane), entriesToAdd: 999_999 });
			expect(error!.message).toBe(
				'“Entries to Add” is too high: the participant has 2 bonus entries, and can have at most 1000000',
			);
			expect(await bonus()).toEqual([2]);
		});
	});
});

describe('a number with an extension, whose digits are somebody else’s number', () => {
	const STRANGER = { KeyPhoneNumber: '5552130123' };
	const EXTENSION = '555-2130 x123';

	test.each([
		[
			'add',
			{ KeyPhoneNumber: EXTENSION, whenAlreadyEntered: 'skip' },
			'“Phone Number” must be one phone number',
		],
		[
			'delete',
			{ participant: byId(EXTENSION) },
			'“Participant” must be an ID, an email address or a phone number',
		],
		[
			'get',
			{ participant: byId(EXTENSION) },
			'“Participant” must be an ID, an email address or a phone number',
		],
	])('is refused by “%s” before the first call', async (operation, parameters, sentence) => {
		await stage.addParticipant('stranger@example.com', STRANGER);
		const { error } = await run(operation, parameters);
		expect(error?.message).toContain(sentence);
		expect(stage.paths()).toEqual([]);
	});
});
