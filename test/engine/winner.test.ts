import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesTrigger } from '../../nodes/SweepstakesTrigger/SweepstakesTrigger.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { UTC_ID } from '../../sandbox/time/timezones';
import type { RunOptions } from '../support/engine/engine';
import { Poller } from '../support/engine/poller';
import {
	MAY_BE_PROCESSED,
	describeServices,
	openStages,
	stage,
	testRefusals,
} from '../support/engine/resource';
import { HOUR_MS, ID } from '../support/constants';
import { byId, listJson } from '../support/engine/stage';
import { until } from '../support/waits';

const node = new SweepstakesWinner();
const LIST = '/winners/fetch';
const DRAW = '/winners/draw';

openStages();

const draw = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await stage.run(
		node,
		'draw',
		{ sweepstakes: stage.picked, howManyWinnersToPick: 2, whenWinnersExist: 'more', ...parameters },
		options,
	);
const getMany = async (parameters: INodeParameters = {}) =>
	await stage.run(node, 'getMany', { sweepstakes: stage.picked, returnAll: true, ...parameters });
const fill = (count: number) => stage.sandbox.fill(stage.sweepstakesToken, count);
const newWinners = () =>
	new Poller({
		node: new SweepstakesTrigger(),
		parameters: { event: 'newWinner', sweepstakes: stage.picked },
		account: stage.sandbox,
	});
const tokens = (winners: IDataObject[]) => winners.map(({ ParticipantToken }) => ParticipantToken).sort();

test('if fewer people were drawn than requested, a hint says so', async () => {
	stage.answer(DRAW, { Winners: [{ ParticipantToken: ID }] });
	const { hints, items } = await draw();
	expect(items.map(({ json }) => json)).toMatchObject([{ Position: 1, isBackup: false }]);
	expect(hints).toEqual(['Only 1 of 2 people were drawn.']);
});

test('if people drawn have the same email address or phone number, a hint and a column say so', async () => {
	const phone = (KeyPhoneNumber: string) => ({ KeyPhoneNumber });
	await stage.addParticipant('jane@example.com', phone('+12025550101'), {
		First_Name: 'Jane',
		Last_Name: 'Smith',
	});
	await stage.addParticipant('j.smith@example.com', phone('+1 202 555 0101'));
	await stage.addParticipant('joe@example.com', phone('+12025550102'));
	const parameters = { howManyWinnersToPick: 1, options: { backups: 2 }, whenWinnersExist: 'return' };
	const first = await draw(parameters);
	for (const result of [first, await draw(parameters)]) {
		const people = listJson(result);
		expect(people).toHaveLength(3);
		const shared = people.filter(({ sharesContactWith: other }) => other !== undefined);
		expect(shared).toHaveLength(1);
		expect(shared[0]!.Position).toBeGreaterThan(1);
		expect(shared[0]!.sharesContactWith).toMatch(/^(Jane Smith|j\.smith@example)/);
		expect(result.hints.join()).toContain(
			'has the same email address or phone number as somebody drawn before',
		);
	}
});

test('“Draw” always sends the group and the spam option, because the two API documents give different defaults', async () => {
	fill(5);
	expect((await draw()).items).toHaveLength(2);
	expect(stage.paths()).toEqual([LIST, DRAW, LIST]);
	expect(stage.bodies(DRAW).at(-1)).toEqual({
		sweepstakesToken: stage.sweepstakesToken,
		howManyWinnersToPick: 2,
		group: 'allgroups',
		doNotIncludeSpamParticipants: true,
	});
	await draw({ options: { doNotIncludeSpamParticipants: false } });
	expect(stage.bodies(DRAW).at(-1)!.doNotIncludeSpamParticipants).toBe(false);
});

describe('if several items come in', () => {
	const items = [{ wanted: 1 }, { wanted: 2 }, { wanted: 3 }];
	beforeEach(() => fill(20));

	test('items that ask for the same draw lead to only one draw, and a hint says so', async () => {
		const result = await draw({}, { items });
		expect(stage.callsTo(DRAW)).toBe(1);
		expect(result.items).toHaveLength(2);
		expect(result.hints).toEqual([
			'Skipped 2 items: an earlier item asked for the same draw. To change this, use “Options › When Several Items Come In”.',
		]);
	});

	test('the winners of their draw are paired with all of them, and get no fields of the first one', async () => {
		const options = { includeInputFields: true };
		const { items: winners, hints } = await draw({ options }, { items: [...items, ...items] });
		const paired = Array.from({ length: 6 }, (_, item) => ({ item }));
		expect(winners.map(({ pairedItem }) => pairedItem)).toEqual([paired, paired]);
		for (const { json } of winners) expect(json).not.toHaveProperty('wanted');
		expect(hints).toContainEqual(expect.stringMatching(/^“Include Input Fields” had no effect/));
		const [winner] = (await draw({ options, whenWinnersExist: 'return' }, { items: [{ wanted: 1 }] })).items;
		expect(winner).toMatchObject({ pairedItem: { item: 0 }, json: { wanted: 1 } });
	});

	test('each sweepstakes’ winners get the fields of its item', async () => {
		const other = await stage.createSweepstakes('OTHER', 'Other');
		stage.sandbox.fill(other, 2);
		const tokens = [stage.sweepstakesToken, other];
		const { items: winners } = await draw(
			{ sweepstakes: byId('={{ $json.token }}'), options: { includeInputFields: true } },
			{ items: tokens.map((token, row) => ({ token, row })) },
		);
		expect(winners.map(({ json }) => json['row'])).toEqual([0, 0, 1, 1]);
	});

	test.each<[string, INodeParameters, object[], string, string]>([
		[
			'the draw is ambiguous',
			{},
			[{ path: DRAW, drop: 'after' }, { path: LIST }, { path: LIST, body: { Response: true } }],
			DRAW,
			'may have been processed',
		],
		[
			'too few people entered',
			{ options: { minimumParticipants: 50 } },
			[],
			'/participants/count',
			'is 50, but only 20 entered. Nobody was drawn',
		],
	])(
		'only one draw is tried for all items, and all items fail if %s',
		async (_what, parameters, faults, path, message) => {
			stage.sandbox.faults(faults as []);
			const result = await draw(parameters, { items, onError: 'continueRegularOutput' });
			expect(stage.callsTo(path)).toBe(1);
			const errors = items.map(() => expect.stringContaining(message) as string);
			expect(listJson(result).map(({ error }) => error)).toEqual(errors);
			expect(result.hints).not.toContainEqual(expect.stringContaining('Skipped'));
		},
	);

	const OTHER_NUMBER = { howManyWinnersToPick: '={{ $json.wanted }}' };

	test.each<[string, INodeParameters]>([
		['it has its own number of winners', OTHER_NUMBER],
		['it has its own condition', { options: { minimumParticipants: '={{ $json.wanted }}' } }],
		['“Draw for Each Item” is selected', { options: { severalItems: 'each' } }],
	])('each item gets a separate draw if %s', async (_what, parameters) => {
		expect((await draw(parameters, { items })).items).toHaveLength(6);
		expect(stage.callsTo(DRAW)).toBe(3);
	});

	test('an ambiguous draw does not stop an item that asks for another number of winners', async () => {
		stage.sandbox.faults([
			{ path: DRAW, drop: 'after' },
			{ path: LIST },
			{ path: LIST, status: 404, times: 2 },
		]);
		const result = await draw(OTHER_NUMBER, { items, onError: 'continueRegularOutput' });
		expect(listJson(result).filter(({ error }) => error)).toHaveLength(1);
		expect(stage.callsTo(DRAW)).toBe(3);
	});
});

describe('with “When Winners Exist” set to “Return Them”, the node', () => {
	const whenWinnersExist = 'return';

	test('draws the first time, and then returns those winners even if a condition of the draw is no longer met', async () => {
		fill(50);
		const drawn = { whenWinnersExist, howManyWinnersToPick: 5 };
		const first = listJson(await draw(drawn));
		const options = { entryPeriodMustHaveEnded: true, rulesMustExist: true };
		const second = await draw({ ...drawn, options });
		expect(stage.paths()).toEqual([LIST]);
		expect(listJson(second)).toEqual(first.map((person) => ({ ...person, existed: true })));
		expect(first.map(({ Position }) => Position)).toEqual([1, 2, 3, 4, 5]);
		expect(first.map(({ DrawDateTime }) => Boolean(DrawDateTime))).toEqual(first.map(() => true));
		expect(second.hints).toContainEqual('This run drew nobody, and returned 5 earlier winners.');
	});

	test('returns the earliest winners, up to the requested number, and a hint says how many others there are', async () => {
		fill(10);
		const first = listJson(await draw());
		stage.sandbox.advance(HOUR_MS);
		await draw({ howManyWinnersToPick: 3 });
		const fewer = await draw({ whenWinnersExist });
		expect(tokens(listJson(fewer))).toEqual(tokens(first));
		const hint = 'This run drew nobody, and returned 2 earlier winners. Winner › Get Many returns 3 more.';
		expect(fewer.hints).toContain(hint);
		const more = await draw({ whenWinnersExist, howManyWinnersToPick: 6 });
		expect(more.items).toHaveLength(5);
		expect(more.hints).toContain(
			'This run drew nobody, and returned 5 earlier winners. You requested 6 winners. To draw the others, set “When Winners Exist” to “Draw the Missing Ones”.',
		);
	});

	test('returns the first item’s winners even for items that request another number, and a hint says so', async () => {
		fill(10);
		const parameters = { whenWinnersExist, howManyWinnersToPick: '={{ $json.wanted }}' };
		const result = await draw(parameters, { items: [{ wanted: 2 }, { wanted: 3 }, { wanted: 1 }] });
		expect(stage.callsTo(DRAW)).toBe(1);
		const [one, two, ...others] = listJson(result);
		const [first, second] = [
			{ ...one, existed: true },
			{ ...two, existed: true },
		];
		expect(one).toMatchObject({ existed: false, Position: 1 });
		expect(others).toEqual([first, second, first]);
		expect(result.hints).toEqual([
			'One of the items drew nobody, and returned 2 earlier winners. You requested 3 winners. To draw the others, set “When Winners Exist” to “Draw the Missing Ones”.',
			'One of the items drew nobody, and returned 1 earlier winner. Winner › Get Many returns 1 more. To draw other people for each item, set “When Winners Exist” to “Draw More”.',
		]);
	});

	test('returns the first item’s winner for each item even with “Draw for Each Item”, and a hint says how to draw others', async () => {
		fill(10);
		const parameters = { whenWinnersExist, howManyWinnersToPick: 1, options: { severalItems: 'each' } };
		const { items, hints } = await draw(parameters, { items: [{}, {}, {}] });
		expect(new Set(items.map(({ json }) => json.ParticipantToken)).size).toBe(1);
		expect(hints).toEqual([
			'One of the items drew nobody, and returned 1 earlier winner. To draw other people for each item, set “When Winners Exist” to “Draw More”.',
		]);
	});

	test('draws for an item even if an earlier item asked for more winners and its draw failed', async () => {
		fill(3);
		const parameters = { whenWinnersExist, howManyWinnersToPick: '={{ $json.wanted }}' };
		const items = [{ wanted: 4 }, { wanted: 3 }];
		const result = await draw(parameters, { items, onError: 'continueRegularOutput' });
		expect(listJson(result)[0]!.error).toBeDefined();
		expect(listJson(result).slice(1)).toMatchObject(
			[1, 2, 3].map((Position) => ({ Position, existed: false })),
		);
	});

	describe('for a draw from a group', () => {
		const drawFrom = async (group: string) =>
			await draw({ whenWinnersExist, howManyWinnersToPick: 1, group: byId(group) });
		const listed = (...Winners: object[]) => stage.answer(LIST, { Winners, TotalWinners: Winners.length });
		const inGroup = (GroupToken?: string) => ({ ParticipantToken: ID, Email: 'ada@example.com', GroupToken });

		test('draws even if people of other groups have won before', async () => {
			fill(5);
			const GroupToken = await stage.createGroup('VIP');
			const Email = 'participant1@example.com';
			stage.place({ KeyEmail: Email, GroupToken });
			listed(inGroup('4f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f'));
			expect(listJson(await drawFrom(GroupToken))).toMatchObject([{ Email, existed: false }]);
		});

		test('returns only the earlier winners of that group', async () => {
			const OTHER = '4f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';
			listed(inGroup(OTHER), { ...inGroup(ID.toUpperCase()), Email: 'bob@example.com' });
			const { items, hints } = await drawFrom(ID);
			const bob = { Email: 'bob@example.com', existed: true, Position: 1 };
			expect(items.map(({ json }) => json)).toMatchObject([bob]);
			expect(hints).toContain('This run drew nobody, and returned 1 earlier winner.');
		});

		test('draws nobody if the service does not say which group the earlier winners are in', async () => {
			listed(inGroup(), inGroup(), inGroup(ID));
			const { error } = await drawFrom(ID);
			expect(error?.message).toBe(
				'“When Winners Exist” cannot be applied, because the service does not name the group of 2 earlier winners. This run drew nobody. Check the winners with Winner › Get Many',
			);
			expect(stage.callsTo(DRAW)).toBe(0);
		});

		test('leaves out Position with “Draw More” if the service does not say who is in the group', async () => {
			fill(5);
			const group = await stage.createGroup('VIP');
			const KeyEmail = 'participant1@example.com';
			stage.place({ KeyEmail, GroupToken: group });
			listed(inGroup());
			const [drawn] = listJson(await draw({ howManyWinnersToPick: 1, group: byId(group) }));
			expect(drawn).toMatchObject({ Email: KeyEmail, isBackup: false });
			expect(drawn).not.toHaveProperty('Position');
		});
	});
});

test.each(['return', 'missing', 'more'])(
	'without backups, no run calls an endpoint that the contract does not have, so its gateway’s reply does not matter (%s)',
	async (whenWinnersExist) => {
		fill(9);
		stage.sandbox.faults([{ path: '/notes/fetch', status: 404, body: { error: 'Not Found' } }]);
		for (const howManyWinnersToPick of [2, 2, 3]) {
			expect((await draw({ whenWinnersExist, howManyWinnersToPick })).error).toBeUndefined();
			expect(new Set([LIST, DRAW, ...stage.paths()])).toEqual(new Set([LIST, DRAW]));
		}
	},
);

describe('a condition of the draw', () => {
	beforeEach(() => fill(3));

	const TOKYO = 19;
	const HONOLULU = 1;
	const UNTIL = / is on, but entries are accepted until [\d-]+ \d\d:\d\d\. Nobody was drawn$/;
	const UNKNOWN = /does not say exactly when/;
	const DRAWN = /^drawn$/;

	test.each<[string, number, object, RegExp, number]>([
		['takes place if the end was more than a day ago in any time zone', -36, {}, DRAWN, 4],
		['fails if the end is more than a day away in any time zone', 36, {}, UNTIL, 2],
		['takes place if the end was eight hours ago in Tokyo', 1, { Timezone: TOKYO }, DRAWN, 5],
		['fails if the end is nine hours away in Honolulu', -1, { Timezone: HONOLULU }, UNTIL, 3],
		['fails if the end was an hour ago in an unknown time zone', -1, {}, UNKNOWN, 3],
		['fails if the end has a time that cannot be read', -1, { EndTime: 'noon' }, UNKNOWN, 3],
	])('with “Entry Period Must Have Ended”, a draw %s', async (_what, hours, more, message, calls) => {
		const end = new Date(Date.now() + hours * HOUR_MS).toISOString();
		const Settings = { EndDate: end.slice(0, 10), EndTime: end.slice(11, 16), ...more };
		const Data = [{ SweepstakesToken: stage.sweepstakesToken, Settings }];
		stage.answer('/sweepstakes/fetch', { Data });
		const { error } = await draw({ options: { entryPeriodMustHaveEnded: true } });
		expect(error?.message ?? 'drawn').toMatch(message);
		expect(stage.paths()).toHaveLength(calls);
		expect(stage.callsTo(DRAW)).toBe(error ? 0 : 1);
	});

	test.each([
		['a day that ended yesterday', -48, DRAWN],
		['a day that ends today', 0, / are accepted until [\d-]+\. Nobody was drawn$/],
	])(
		'if the end has no time of day, the entry period lasts until the end of its last day: %s',
		async (_what, hours, message) => {
			const EndDate = new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 10);
			const Settings = { EndDate: `${EndDate}T00:00:00.000Z`, EndTime: '', Timezone: UTC_ID };
			stage.answer('/sweepstakes/fetch', { Data: [{ SweepstakesToken: stage.sweepstakesToken, Settings }] });
			const { error } = await draw({ options: { entryPeriodMustHaveEnded: true } });
			expect(error?.message ?? 'drawn').toMatch(message);
		},
	);

	test('with “Official Rules Must Exist”, a draw fails if the sweepstakes has no rules', async () => {
		const options = { rulesMustExist: true };
		const { error } = await draw({ options });
		expect(error?.message).toBe(
			'“Options › Official Rules Must Exist” is on, but the sweepstakes has no official rules. Nobody was drawn',
		);
		expect(stage.paths()).toEqual([LIST, '/rules/fetch']);
		stage.sandbox.faults([{ path: '/rules/fetch', status: 404 }]);
		expect((await draw({ options })).error?.message).toBe(error?.message);
		const { sweepstakesToken: SweepstakesToken } = stage;
		await stage.api('/rules/create', { SweepstakesToken, Title: 'Rules', DocumentContent: '<p>…</p>' });
		expect((await draw({ options })).items).toHaveLength(2);
	});

	test('with “Minimum Participants”, people who entered by mail count, and those who have opted out only if they can be drawn', async () => {
		stage.place({ KeyEmail: 'participant1@example.com', Collections: ['ParticipantsAmoe'] });
		await stage.addParticipant('out@example.com');
		stage.place({ KeyEmail: 'out@example.com', Collections: ['OptOuts'] });
		const { error } = await draw({ options: { minimumParticipants: 4 } });
		expect(error?.message).toBe(
			'“Options › Minimum Participants” is 4, but only 3 entered. Nobody was drawn',
		);
		expect(stage.paths()).toEqual([LIST, '/participants/count']);
		for (const allowed of [{ includeOptedOutParticipants: true }, { minimumParticipants: 3 }]) {
			const options = { minimumParticipants: 4, ...allowed };
			expect((await draw({ howManyWinnersToPick: 1, options })).items).toHaveLength(1);
		}
	});
});

testRefusals(node, 'draw', { sweepstakes: byId(ID) }, [
	[{ howManyWinnersToPick: 0 }, '“Number of Winners” must be at least 1, but is 0'],
	[{ howManyWinnersToPick: 1.5 }, '“Number of Winners” must be a whole number, but is 1.5'],
	[
		{ group: byId('VIP') },
		'“Group” must be an ID such as 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f, but is “VIP”. To choose by name, use the mode “From List”',
	],
]);

describeServices(() => {
	beforeEach(() => fill(30));

	test('a winner has the same fields whether drawn, listed, returned as existing, found after a lost reply, or output by the trigger', async () => {
		const FIRST = ['FirstName', 'LastName', 'Email', 'Position', 'DrawDateTime', 'PhoneNumber'];
		const poller = newWinners();
		await poller.poll();
		const drawn = listJson(await draw({ howManyWinnersToPick: 1 }));
		const listed = listJson(await getMany());
		const polled = (await poller.poll())!;
		const earlier = listJson(await draw({ whenWinnersExist: 'return' }));
		for (const [winner, ...others] of [drawn, listed, polled, earlier]) {
			expect(others).toEqual([]);
			expect(Object.keys(winner!).slice(0, FIRST.length)).toEqual(FIRST);
			for (const key of [...FIRST, 'ParticipantToken']) expect(winner![key]).toBe(drawn[0]![key]);
		}
		const facts = ['existed', 'isBackup', 'ParticipantToken'];
		expect(Object.keys(earlier[0]!)).toEqual([...FIRST, ...facts]);
		stage.lose(DRAW, 'after');
		const recovered = listJson(await draw());
		expect(recovered.map(Object.keys)).toEqual(Array(2).fill(Object.keys(drawn[0]!)));
		const sample = (await poller.poll('manual'))!;
		expect(sample.map((winner) => Object.keys(winner).slice(0, FIRST.length))).toEqual(
			sample.map(() => FIRST),
		);
	});

	test.each([0, 27])(
		'after a lost reply, the new winners are distinguished from the %i earlier winners',
		async (count) => {
			if (count > 0) await draw({ howManyWinnersToPick: count });
			const before = tokens(listJson(await getMany()));
			stage.lose(DRAW, 'after');
			const drawn = tokens(listJson(await draw()));
			expect(drawn).toHaveLength(2);
			expect([...drawn, ...before].sort()).toEqual(tokens(listJson(await getMany())));
		},
	);
});

describe('with 30 participants', () => {
	beforeEach(() => fill(30));

	test.each([
		['of the group', 1],
		['of another group', 0],
	])(
		'if a draw from a group gets no reply and a new winner %s is listed, the number of returned winners is %i',
		async (which, count) => {
			const group = await stage.createGroup('VIP');
			const GroupToken = which === 'of the group' ? group.toUpperCase() : ID;
			const winner = { ParticipantToken: ID, Email: 'ada@example.com', GroupToken };
			stage.sandbox.faults([
				{ path: LIST, times: 1 },
				{ path: LIST, body: { Response: true, Winners: [winner], TotalWinners: 1 } },
				{ path: DRAW, drop: 'before' },
			]);
			const { items, error } = await draw({ howManyWinnersToPick: 1, group: byId(group) });
			expect([items.length, error === undefined]).toEqual([count, count === 1]);
		},
	);

	test('after a lost reply, the draw stays ambiguous if another draw took place in the meantime', async () => {
		const [endDate, endTime] = new Date(Date.now() + HOUR_MS).toISOString().slice(0, 16).split('T');
		const { sweepstakesToken } = stage;
		const when = { selectedAction: 1, scheduleMode: 'settime', endDate, endTime, timezone: UTC_ID };
		const order = { sweepstakesToken, group: 'allgroups', howManyWinnersToPick: 1, ...when };
		await stage.api('/winners/schedule', order);
		stage.sandbox.faults([{ path: DRAW, drop: 'after', delayMs: 100 }]);
		const drawing = draw();
		await until(() => stage.callsTo(DRAW) > 0);
		stage.sandbox.advance(2 * HOUR_MS);
		const { error } = await drawing;
		expect(error!.message).toMatch(MAY_BE_PROCESSED);
		expect(error!.description).toContain('use Winner › Get Many to check');
		expect((await getMany()).items).toHaveLength(3);
	});

	test('after a lost reply, the new winners are found even if an earlier winner was marked as notified in the meantime', async () => {
		const [earlier] = listJson(await draw({ howManyWinnersToPick: 1 }));
		stage.sandbox.faults([{ path: DRAW, drop: 'after', delayMs: 100 }]);
		const drawing = draw();
		await until(() => stage.callsTo(DRAW) > 0);
		stage.sandbox.notifyWinner(stage.sweepstakesToken, String(earlier!.ParticipantToken));
		const drawn = listJson(await drawing);
		expect(drawn).toHaveLength(2);
		expect(tokens(drawn)).not.toContain(earlier!.ParticipantToken);
		expect(stage.callsTo(DRAW)).toBe(1);
	});
});

describe('if the service sends a 404 for the list of winners until somebody has won', () => {
	/** @param reads how many times the list is read without success. After a 404, each read calls the service twice. */
	const nobody = (reads = 1) => stage.sandbox.faults([{ path: LIST, status: 404, times: 2 * reads }]);
	beforeEach(() => fill(5));

	test.each(['more', 'return', 'missing'])(
		'the first draw is made with “When Winners Exist” set to “%s”',
		async (whenWinnersExist) => {
			nobody();
			expect((await draw({ whenWinnersExist })).items).toHaveLength(2);
			expect(stage.callsTo(DRAW)).toBe(1);
		},
	);

	test.each([
		['confirmed as soon as the list exists', 1],
		['ambiguous while there is no list', 2],
	])('a first draw whose reply was lost is %s', async (_what, reads) => {
		nobody(reads);
		stage.lose(DRAW, 'after');
		const { error, ...drawn } = await draw();
		expect(stage.callsTo(DRAW)).toBe(1);
		if (reads === 1) expect(tokens(listJson(drawn))).toEqual(tokens(listJson(await getMany())));
		else expect(error?.message).toMatch(MAY_BE_PROCESSED);
	});

	test('a single 404 for the list does not make “Return Them” draw again', async () => {
		const first = await draw();
		stage.sandbox.faults([{ path: LIST, status: 404 }]);
		expect(tokens(listJson(await draw({ whenWinnersExist: 'return' })))).toEqual(tokens(listJson(first)));
		expect(stage.callsTo(DRAW)).toBe(0);
	});

	test('“Get Many” returns nothing, “Count” returns 0, and the trigger waits for the first winners', async () => {
		nobody(4);
		expect(await getMany()).toMatchObject({ error: undefined, items: [] });
		const count = await stage.run(node, 'count', { sweepstakes: stage.picked });
		expect(listJson(count)).toMatchObject([{ TotalWinners: 0 }]);
		const poller = newWinners();
		expect([await poller.poll(), await poller.poll()]).toEqual([null, null]);
		await draw();
		expect(await poller.poll()).toHaveLength(2);
	});
});

describe('in cases that the API documents do not describe', () => {
	const page = (Winners: object[], TotalWinners = 63) => ({
		path: LIST,
		body: { Response: true, TotalWinners, Winners },
	});
	const one = { ParticipantToken: 'P1', KeyEmail: 'jane@example.com' };

	test('a search ends with an empty page, even if the service’s total also counts winners who do not match', async () => {
		stage.sandbox.faults([page([one]), page([])]);
		const found = listJson(await getMany({ filters: { search: 'jane' } }));
		expect(found).toMatchObject([{ ParticipantToken: 'P1', Email: 'jane@example.com' }]);
		expect(found[0]).not.toHaveProperty('Position');
		expect(stage.callsTo(LIST)).toBe(2);
	});

	test('if “Get Many” leaves out Position, a hint says why', async () => {
		const WHOLE =
			'“Position” is left out, because it needs the whole list of winners. To get it, turn on “Return All”, and remove “Search”.';
		const two = { ParticipantToken: 'P2', KeyEmail: 'joe@example.com' };
		stage.sandbox.faults([page([one, two], 12), page([one], 1), page([one, two], 2), page([], 0)]);
		expect((await getMany({ returnAll: false, limit: 1 })).hints).toContain(WHOLE);
		expect((await getMany({ filters: { search: 'jane' } })).hints).toContain(WHOLE);
		expect((await getMany()).hints).toContain(
			'“Position” is left out, because the service does not show in which order the winners were drawn.',
		);
		expect((await getMany()).hints).toEqual([]);
	});

	test('“Only the First” is refused if the service does not show the place of each winner', async () => {
		const onlyTheFirst = { filters: { onlyTheFirst: 1 } };
		const two = { ParticipantToken: 'P2', KeyEmail: 'joe@example.com' };
		stage.sandbox.faults([page([one, two], 2), page([one], 2), page([], 2)]);
		for (let run = 0; run < 2; run++) {
			const { error } = await getMany(onlyTheFirst);
			expect(error?.message).toBe(
				'The service does not show the place of each winner, so “Only the First” cannot be used',
			);
			expect(error?.description).toContain('Without this filter, the output may contain backups');
		}
	});

	testRefusals(node, 'getMany', { sweepstakes: byId(ID) }, [
		[
			{ filters: { onlyTheFirst: 3, search: 'jane' } },
			'“Filters › Only the First” cannot be combined with “Search”: remove one of the two',
		],
		[{ filters: { onlyTheFirst: '' } }, '“Filters › Only the First” is required'],
		[{ filters: { onlyTheFirst: 0 } }, '“Filters › Only the First” must be'],
	]);

	test.each<[string, object, object]>([
		[
			'a form with other keys',
			{ KeyPhoneNumber: null, EntryPagesFields: { 'First Name': 'Jo', Mobile_Number: '2025550100' } },
			{ FirstName: 'Jo', LastName: '', Email: '', PhoneNumber: '2025550100' },
		],
		['a record without a form', { EntryPagesFields: null }, { EntryPagesFields: null, FirstName: '' }],
	])('a winner’s fields are read from %s', async (_what, record, expected) => {
		stage.sandbox.faults([page([record], 1)]);
		expect(listJson(await getMany())).toMatchObject([expected]);
	});
});
