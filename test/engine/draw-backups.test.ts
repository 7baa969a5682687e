import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import type { Fault } from '../../sandbox';
import type { RunOptions, RunResult } from '../support/engine/engine';
import { describeServices, openStages, stage } from '../support/engine/resource';
import { HOUR_MS, ID } from '../support/constants';
import { byId, listJson } from '../support/engine/stage';
import { askTool } from '../support/engine/tool';
import { until } from '../support/waits';

/*
 * Winners and backups are returned in two outputs. Every run can distinguish winners from backups, regardless of what
 * happened in earlier runs.
 */

const node = new SweepstakesWinner();
const LIST = '/winners/fetch';
const DRAW = '/winners/draw';

openStages();

const WINNERS = 3;
const BACKUPS = 2;

const drawing = (parameters: INodeParameters = {}) => ({
	sweepstakes: stage.picked,
	howManyWinnersToPick: WINNERS,
	options: { backups: BACKUPS },
	...parameters,
});
const draw = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await stage.run(node, 'draw', drawing(parameters), options);
const fill = (count: number) => stage.sandbox.fill(stage.sweepstakesToken, count);

/** The people of each output, without `existed`. */
const peopleIn = ({ outputs }: RunResult) =>
	outputs.map((items) => items.map(({ json: { existed: _, ...person } }) => person));
const placesIn = (result: RunResult) =>
	peopleIn(result).map((people) => people.map(({ Position, isBackup }) => [Position, isBackup]));
const PLACES = [
	[
		[1, false],
		[2, false],
		[3, false],
	],
	[
		[4, true],
		[5, true],
	],
];
const countListed = async () => {
	const { sweepstakesToken } = stage;
	return (await stage.api<{ TotalWinners: number }>(LIST, { sweepstakesToken })).TotalWinners;
};

/** The same service as another process sees it: that process has its own queue and memory. */
const elsewhere = () => ({
	...stage.sandbox,
	baseUrl: stage.sandbox.baseUrl.replace('127.0.0.1', 'localhost'),
});

/** The calls that a draw with backups makes. */
const CALLS = [LIST, DRAW, LIST, DRAW, LIST, DRAW, LIST];

/** Creates the faults with which the call at an index of `CALLS` goes wrong. */
function atCall(index: number, fault: Partial<Fault>): Fault[] {
	const path = CALLS[index]!;
	const times = CALLS.slice(0, index).filter((one) => one === path).length;
	return [...(times > 0 ? [{ path, times }] : []), { path, ...fault }];
}

async function killAtCall(index: number, drop: 'before' | 'after'): Promise<void> {
	const controller = new AbortController();
	stage.sandbox.faults(atCall(index, { drop }));
	const running = draw({}, { signal: controller.signal });
	await until(() => stage.paths().length > index);
	controller.abort();
	expect((await running).status).toBe('canceled');
}

const WINNERS_DRAW = CALLS.indexOf(DRAW);
const FIRST_BACKUP = CALLS.indexOf(DRAW, WINNERS_DRAW + 1);
const DRAWS = [WINNERS_DRAW, FIRST_BACKUP, CALLS.lastIndexOf(DRAW)];

/** The moments at which a run may be killed. Another process sees only which draws were processed. */
const MOMENTS = [
	['before', WINNERS_DRAW] as const,
	...DRAWS.map((index) => ['after', index] as const),
	['before', FIRST_BACKUP] as const,
];

/**
 * Makes the service list the winners with other draw times from now on.
 *
 * @returns the winners as they were listed before
 */
async function listWithTimes(toTime: (index: number) => unknown): Promise<IDataObject[]> {
	const { sweepstakesToken } = stage;
	const { Winners } = await stage.api<{ Winners: IDataObject[] }>(LIST, { sweepstakesToken });
	const listed = Winners.map((winner, index) => ({ ...winner, DrawDateTime: toTime(index) }));
	stage.answer(LIST, { Winners: listed, TotalWinners: listed.length });
	return Winners;
}

describeServices(() => {
	beforeEach(() => fill(20));

	test('a draw returns winners and backups through two outputs, and a second run returns the same people', async () => {
		const first = await draw();
		expect(stage.paths()).toEqual(CALLS);
		expect(placesIn(first)).toEqual(PLACES);
		expect(stage.bodies(DRAW).map(({ howManyWinnersToPick }) => howManyWinnersToPick)).toEqual([3, 1, 1]);
		const second = await draw();
		expect(stage.paths()).toEqual([LIST]);
		expect(peopleIn(second)).toEqual(peopleIn(first));
		expect(listJson(second).map(({ existed }) => existed)).toEqual(Array(5).fill(true));
		expect(listJson(first).every(({ DrawDateTime }) => Boolean(DrawDateTime))).toBe(true);
		expect(second.hints).toEqual(['This run drew nobody, and returned 3 earlier winners and 2 backups.']);
	});

	test.each(DRAWS)(
		'if the reply to call %i of a draw is lost, the result of the draw is the same',
		async (index) => {
			stage.sandbox.faults(atCall(index, { drop: 'after' }));
			const first = await draw();
			expect(first.error).toBeUndefined();
			expect(placesIn(first)).toEqual(PLACES);
			expect(await countListed()).toBe(5);
			expect(peopleIn(await draw())).toEqual(peopleIn(first));
		},
	);
});

describe('with 20 participants', () => {
	beforeEach(() => fill(20));

	test('every workflow can tell winners from backups by Position', async () => {
		const places = new Map(
			listJson(await draw()).map(({ ParticipantToken, Position }) => [ParticipantToken, Position]),
		);
		expect([...places.values()].sort()).toEqual([1, 2, 3, 4, 5]);
		const listed = listJson(await stage.run(node, 'getMany', { sweepstakes: stage.picked }));
		expect(listed).toHaveLength(5);
		for (const { ParticipantToken, Position } of listed)
			expect(Position).toBe(places.get(ParticipantToken as string));
		const [winners] = peopleIn(await draw({ options: {} }));
		expect(winners!.map(({ Position }) => Position)).toEqual([1, 2, 3]);
		for (const { ParticipantToken, Position } of winners!)
			expect(Position).toBe(places.get(ParticipantToken as string));
	});

	test('Get Many with “Only the First” leaves out backups, although they are listed first', async () => {
		await draw();
		const getFirst = async (onlyTheFirst: number, more = {}) =>
			await stage.run(node, 'getMany', {
				sweepstakes: stage.picked,
				filters: { onlyTheFirst },
				...more,
			});
		const placesOf = (result: RunResult) => listJson(result).map(({ Position }) => Position);
		expect(placesOf(await getFirst(3)).sort()).toEqual([1, 2, 3]);
		expect(placesOf(await getFirst(9)).sort()).toEqual([1, 2, 3, 4, 5]);
		expect(placesOf(await getFirst(3, { limit: 2 }))).toHaveLength(2);
		expect(stage.bodies(LIST)[0]).not.toHaveProperty('onlyTheFirst');
	});

	test('if a winner is removed, the first backup takes the last winner’s place, and a backup is drawn', async () => {
		const [winners, backups] = peopleIn(await draw());
		const { sweepstakesToken } = stage;
		const { Winners } = await stage.api<{ Winners: IDataObject[] }>(LIST, { sweepstakesToken });
		const left = Winners.filter(({ ParticipantToken }) => ParticipantToken !== winners![0]!.ParticipantToken);
		stage.answer(LIST, { Winners: left, TotalWinners: left.length });
		const next = await draw();
		expect(placesIn(next)).toEqual(PLACES);
		const [nextWinners, nextBackups] = peopleIn(next);
		const order = (people: IDataObject[]) => people.map(({ ParticipantToken }) => ParticipantToken);
		expect(order(nextWinners!)).toEqual(order([...winners!.slice(1), backups![0]!]));
		expect(order(nextBackups!)[0]).toBe(order(backups!)[1]);
		expect(stage.bodies(DRAW).map(({ howManyWinnersToPick }) => howManyWinnersToPick)).toEqual([1]);
	});

	test('“Draw the Missing Ones” draws only as many people as are missing, and nobody’s place changes', async () => {
		const first = await draw();
		const order = (result: RunResult) =>
			peopleIn(result)
				.flat()
				.map(({ ParticipantToken }) => ParticipantToken);
		const more = { whenWinnersExist: 'missing', howManyWinnersToPick: 4, options: { backups: 3 } };
		const both = await draw(more);
		expect(stage.bodies(DRAW).map(({ howManyWinnersToPick }) => howManyWinnersToPick)).toEqual([1, 1]);
		expect(order(both).slice(0, 5)).toEqual(order(first));
		expect(placesIn(both).flat()).toEqual([1, 2, 3, 4, 5, 6, 7].map((place) => [place, place > 4]));
		stage.sandbox.advance(HOUR_MS);
		expect(peopleIn(await draw(more))).toEqual(peopleIn(both));
		const less = await draw();
		expect(peopleIn(less)).toEqual(peopleIn(first));
		expect(less.hints[0]).toBe(
			'This run drew nobody, and returned 3 earlier winners and 2 backups. Winner › Get Many returns 2 more.',
		);
	});

	test.each(['return', 'missing'])(
		'if more winners are requested and backups become winners, a hint says how many were drawn later (%s)',
		async (whenWinnersExist) => {
			await draw();
			const { hints } = await draw({ whenWinnersExist, howManyWinnersToPick: 5, options: {} });
			expect(hints).toContain(
				'Of these 5 winners, the first draw picked only 3. The others were drawn later: as backups, or in another draw. If they are backups, set “Number of Winners” to 3.',
			);
			for (const howManyWinnersToPick of [3, 2])
				expect((await draw({ whenWinnersExist, howManyWinnersToPick })).hints.join()).not.toContain(
					'Of these',
				);
		},
	);

	test('“Draw More” draws people who were not drawn before, and their places follow', async () => {
		const first = await draw();
		stage.sandbox.advance(HOUR_MS);
		const second = await draw({ whenWinnersExist: 'more' });
		expect(placesIn(second)).toEqual(
			PLACES.map((places) => places.map(([place, isBackup]) => [Number(place) + 5, isBackup])),
		);
		expect(peopleIn(await draw())).toEqual(peopleIn(first));
	});

	test.each(['return', 'missing'])(
		'backups can be added for winners who were drawn without backups (%s)',
		async (whenWinnersExist) => {
			const [winners] = peopleIn(await draw({ options: {} }));
			const both = await draw({ whenWinnersExist });
			expect(placesIn(both)).toEqual(PLACES);
			expect(peopleIn(both)[0]).toEqual(winners);
			expect(peopleIn(await draw())).toEqual(peopleIn(both));
		},
	);

	test('“Return Them” draws nobody if there are fewer winners than requested', async () => {
		await draw({ options: {}, howManyWinnersToPick: 2 });
		const fewer = await draw();
		expect(placesIn(fewer)).toEqual([PLACES[0]!.slice(0, 2), []]);
		expect(stage.callsTo(DRAW)).toBe(0);
		expect(fewer.hints).toEqual([
			'This run drew nobody, and returned 2 earlier winners. You requested 3 winners and 2 backups. To draw the others, set “When Winners Exist” to “Draw the Missing Ones”.',
		]);
	});

	test('three concurrent executions draw only once and return the same people', async () => {
		const results = await Promise.all([draw(), draw(), draw()]);
		expect(await countListed()).toBe(5);
		expect(placesIn(results[0])).toEqual(PLACES);
		for (const result of results) expect(peopleIn(result)).toEqual(peopleIn(results[0]));
	});

	test('if an execution is stopped between the two draws, the next execution does not mix winners and backups', async () => {
		const controller = new AbortController();
		stage.sandbox.faults(atCall(2, { delayMs: 100 }));
		const stopped = draw({}, { signal: controller.signal });
		const next = draw();
		await until(() => stage.callsTo(DRAW) > 0);
		controller.abort();
		await stopped;
		expect(placesIn(await next)).toEqual(PLACES);
		expect(await countListed()).toBe(5);
		expect(peopleIn(await draw())).toEqual(peopleIn(await next));
	});

	test.each(DRAWS)(
		'if the service is busy at call %i of a draw, everybody is drawn only once',
		async (index) => {
			stage.sandbox.faults(atCall(index, { status: 503 }));
			const first = await draw();
			expect(first.error).toBeUndefined();
			expect(placesIn(first)).toEqual(PLACES);
			expect(listJson(first).map(({ existed }) => existed)).toEqual(Array(5).fill(false));
			expect(await countListed()).toBe(5);
			expect(peopleIn(await draw())).toEqual(peopleIn(first));
		},
	);

	test('if a backup was drawn by hand, a run draws only the missing backup, even after a busy reply', async () => {
		await draw({ options: {} });
		stage.sandbox.advance(HOUR_MS);
		const { sweepstakesToken } = stage;
		await stage.api(DRAW, { sweepstakesToken, howManyWinnersToPick: 1, group: 'allgroups' });
		stage.sandbox.faults([{ path: DRAW, status: 503 }]);
		const first = await draw();
		expect(placesIn(first)).toEqual(PLACES);
		expect(await countListed()).toBe(5);
		expect(peopleIn(await draw())).toEqual(peopleIn(first));
	});

	test.each(MOMENTS)(
		'if a run is killed %s call %i is processed, a run in another process completes its work',
		async (drop, index) => {
			await killAtCall(index, drop);
			const next = await draw({}, { account: elsewhere() });
			expect(next.error).toBeUndefined();
			expect(placesIn(next)).toEqual(PLACES);
			expect(await countListed()).toBe(5);
			expect(peopleIn(await draw())).toEqual(peopleIn(next));
		},
	);
});

test('the output for backups is empty if an expression asks for none, and a tool returns everybody in one output', async () => {
	fill(10);
	expect(placesIn(await draw({ options: { backups: '={{ 0 }}' } }))).toEqual([PLACES[0], []]);
	expect((await draw({ options: { backups: 0 } })).outputs).toHaveLength(1);
	const errors = await draw({ howManyWinnersToPick: 0 }, { onError: 'continueErrorOutput' });
	expect([errors.outputs.map((items) => items.length), errors.errorItems.length]).toEqual([[0, 0], 1]);
	const parameters = { operation: 'draw', ...drawing() };
	const { answer } = await askTool({ node, parameters, account: stage.sandbox });
	expect(answer.match(/"isBackup":\s?true/g)).toHaveLength(BACKUPS);
});

test.each<[string, (index: number) => unknown]>([
	['are all the same', () => '2027-03-01T12:00:00.000Z'],
	['are missing', () => undefined],
	['cannot be read', () => 'recently'],
	['are in the same minute', (index) => `2027-03-01T12:0${index < 3 ? 1 : 0}`],
	['have a zone only for some', (index) => `2027-03-01T12:0${9 - index}:00${index < 3 ? 'Z' : ''}`],
])(
	'if the draw times of winners and backups %s, backups are refused, and everything else works',
	async (_what, toTime) => {
		fill(10);
		await draw();
		await listWithTimes(toTime);
		const { error } = await draw();
		expect(error?.message).toBe(
			'“Options › Backups” cannot be used, because nothing shows which of the people drawn earlier are winners and which are backups. This run drew nobody. Remove this option, or list them with Winner › Get Many',
		);
		expect(stage.callsTo(DRAW)).toBe(0);
		await listWithTimes(toTime);
		expect((await draw({ options: {} })).items).toHaveLength(WINNERS);
		expect(stage.callsTo(DRAW)).toBe(0);
	},
);

test('backups are recognized by their later draw times, no matter who drew them', async () => {
	fill(10);
	await draw();
	const [latest] = await listWithTimes((index) => `2027-03-01T12:0${index}:00.000Z`);
	const told = await draw({ howManyWinnersToPick: 1, options: { backups: 4 } });
	expect(peopleIn(told).map((people) => people.length)).toEqual([1, 4]);
	expect(peopleIn(told)[0]).toMatchObject([{ ParticipantToken: latest!.ParticipantToken }]);
});

test.each<[string, unknown]>([
	['are missing', null],
	['are only days', '2027-03-01'],
])(
	'if the draw times of the winners %s, no backups are drawn, and the error says so',
	async (_what, time) => {
		fill(10);
		await draw({ options: {} });
		await listWithTimes(() => time);
		const { error } = await draw();
		expect(error?.message).toContain(
			'No backups were drawn, because the service does not show when the winners were drawn',
		);
		expect(stage.callsTo(DRAW)).toBe(0);
	},
);

test('if the service does not list the winners yet, no backups are drawn, and the next run draws them', async () => {
	fill(10);
	stage.sandbox.faults([{ path: LIST }, { path: LIST, lag: { calls: 100 }, times: 4 }]);
	const first = await draw({}, { onError: 'continueRegularOutput' });
	expect(listJson(first).map(({ Position }) => Position)).toEqual([1, 2, 3, undefined]);
	expect(listJson(first)[WINNERS]!.error).toContain('No backups were drawn');
	stage.sandbox.clearFaults();
	const next = await draw();
	expect(placesIn(next)).toEqual(PLACES);
	expect(await countListed()).toBe(5);
});

test.each([
	[4, 1, 'Backups: 1 instead of 2, because nobody else can be drawn.'],
	[3, 0, 'Backups: 0 instead of 2, because nobody else can be drawn.'],
])(
	'with only %i participants, a run draws all 3 winners, and %i of 2 backups',
	async (people, backups, hint) => {
		fill(people);
		const first = await draw();
		expect(placesIn(first)).toEqual([PLACES[0], PLACES[1]!.slice(0, backups)]);
		expect(first.hints).toContain(hint);
		const again = await draw();
		expect(peopleIn(again)).toEqual(peopleIn(first));
		expect(again.hints).toContain(hint);
	},
);

test('if fewer winners than requested were drawn, no backups are drawn, because they would count as winners', async () => {
	stage.answer(DRAW, { Winners: [{ ParticipantToken: ID }] });
	const { hints, outputs } = await draw();
	expect(outputs.map((items) => items.length)).toEqual([1, 0]);
	expect(stage.callsTo(DRAW)).toBe(1);
	expect(hints).toEqual(['Only 1 of 3 people were drawn.']);
});

test('the winners are returned even if their backups cannot be drawn, and the next run draws the backups', async () => {
	fill(10);
	stage.sandbox.faults(atCall(FIRST_BACKUP, { status: 400, body: { Response: false, Message: 'No' } }));
	const first = await draw({}, { onError: 'continueRegularOutput' });
	expect(
		listJson(first)
			.slice(0, WINNERS)
			.map(({ isBackup }) => isBackup),
	).toEqual([false, false, false]);
	expect(listJson(first)[WINNERS]!.error).toContain('The service rejected this');
	expect(placesIn(await draw())).toEqual(PLACES);
	expect(await countListed()).toBe(5);
});

test('if an item’s backups could not be drawn, the next item still counts that item’s winners as drawn', async () => {
	fill(10);
	const items = [1, 2, 3].map((backups) => ({ backups }));
	const refused = { status: 400, body: { Response: false, Message: 'No' } };
	stage.sandbox.faults([
		{ path: DRAW, times: 3 },
		{ path: DRAW, ...refused },
	]);
	await draw(
		{
			whenWinnersExist: 'missing',
			howManyWinnersToPick: '={{ $json.backups === 1 ? 1 : 2 }}',
			options: { backups: '={{ $json.backups }}' },
		},
		{ items, onError: 'continueRegularOutput' },
	);
	expect(stage.bodies(DRAW).map(({ howManyWinnersToPick }) => howManyWinnersToPick)).toEqual([
		1, 1, 1, 1, 1, 1,
	]);
	expect(await countListed()).toBe(5);
});

test('if only one backup can be drawn, it is returned, and the next run draws the other', async () => {
	fill(10);
	const body = { Response: false, Message: 'No' };
	stage.sandbox.faults(atCall(CALLS.lastIndexOf(DRAW), { status: 400, body }));
	const first = await draw({}, { onError: 'continueRegularOutput' });
	expect(listJson(first).map(({ Position }) => Position)).toEqual([1, 2, 3, undefined, 4]);
	expect(placesIn(await draw())).toEqual(PLACES);
	expect(await countListed()).toBe(5);
});

test('if the backups cannot be drawn, the error says that the winners have been drawn', async () => {
	fill(10);
	const body = { Response: false, Message: 'No', Help: { EligibleParticipants: 5 } };
	stage.sandbox.faults(atCall(FIRST_BACKUP, { status: 400, body }));
	const { error } = await draw();
	expect(error?.description).toMatch(/^The winners have been drawn\. Only 5 participants can be drawn\./);
});

test.each([
	['does not show the draw yet', { lag: { calls: 100 } }],
	['cannot be read after the draw', { status: 400 }],
])(
	'if the list of winners %s, the winners are returned by ID, as a later run returns them, without a draw time',
	async (_what, fault) => {
		fill(10);
		stage.sandbox.faults([{ path: LIST }, { path: LIST, ...fault, times: 4 }]);
		const [first] = peopleIn(await draw({ options: {} }));
		expect(first!.map(({ DrawDateTime }) => DrawDateTime)).toEqual(['', '', '']);
		stage.sandbox.clearFaults();
		const [later] = peopleIn(await draw({ options: {} }));
		expect(later!.map((person) => ({ ...person, DrawDateTime: '' }))).toEqual(first);
	},
);

test('the second item of a run counts the winners of the first, even if the service does not list them yet', async () => {
	fill(20);
	stage.sandbox.faults([{ path: LIST, times: 20, lag: { ms: 60_000 } }]);
	const items = [{ count: 3 }, { count: 4 }];
	const parameters = { howManyWinnersToPick: '={{ $json.count }}', whenWinnersExist: 'missing', options: {} };
	const { error, outputs } = await draw(parameters, { items });
	expect(error).toBeUndefined();
	expect(outputs[0]).toHaveLength(3 + 4);
	stage.sandbox.clearFaults();
	expect(await countListed()).toBe(4);
});

test('if the reply to a draw has no IDs, no backups are drawn, and the next run finds out who was drawn', async () => {
	fill(10);
	stage.sandbox.faults([
		{ path: DRAW, processed: true, body: { Response: true, Winners: [{ Email: 'a@example.com' }, {}, {}] } },
	]);
	expect((await draw()).error?.message).toContain('No backups were drawn');
	expect(stage.callsTo(DRAW)).toBe(1);
	expect(placesIn(await draw())).toEqual(PLACES);
	expect(await countListed()).toBe(5);
});

test('in a draw from a group, its members are the winners and backups by the time of their draw', async () => {
	fill(10);
	const GroupToken = await stage.createGroup('VIP');
	for (let n = 0; n < 6; n++)
		stage.sandbox.placeParticipant({
			SweepstakesToken: stage.sweepstakesToken,
			KeyEmail: `participant${n + 1}@example.com`,
			GroupToken,
		});
	const first = await draw({ group: byId(GroupToken) });
	expect(placesIn(first)).toEqual(PLACES);
	expect(peopleIn(await draw({ group: byId(GroupToken) }))).toEqual(peopleIn(first));
});
