import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesAccountNote } from '../../nodes/SweepstakesAccountNote/SweepstakesAccountNote.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import type { Fault } from '../../sandbox';
import type { RunOptions, RunResult } from '../support/engine/engine';
import { describeServices, openStages, stage } from '../support/engine/resource';
import { HOUR_MS, ID } from '../support/constants';
import { listJson } from '../support/engine/stage';
import { askTool } from '../support/engine/tool';

/*
 * Winners and backups are returned in two outputs. Every run can distinguish winners from backups, regardless of what
 * happened in earlier runs.
 */

const node = new SweepstakesWinner();
const LIST = '/winners/fetch';
const DRAW = '/winners/draw';
const NOTES = '/notes/fetch';
const CREATE = '/notes/create';
const UPDATE = '/notes/update';

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
const tokensOf = (people: IDataObject[] = []) =>
	people.map(({ ParticipantToken }) => ParticipantToken).sort();
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
const CALLS = [NOTES, LIST, '/sweepstakes/fetch', CREATE, DRAW, LIST, UPDATE, DRAW, LIST, UPDATE];

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
	while (stage.paths().length <= index) await new Promise((resolve) => setTimeout(resolve, 0));
	controller.abort();
	expect((await running).status).toBe('canceled');
}

const isWrite = (path: string) => [DRAW, CREATE, UPDATE].includes(path);
const WRITES = CALLS.map((path, index) => [index, path] as const).filter(([, path]) => isWrite(path));

/** The moments at which a run may be killed: before or after each write is processed, and at each read. */
const MOMENTS = CALLS.flatMap((path, index) =>
	(isWrite(path) ? (['before', 'after'] as const) : (['before'] as const)).map(
		(drop) => [drop, index, path] as const,
	),
);

describeServices(() => {
	beforeEach(() => fill(20));

	test('a draw returns winners and backups through two outputs, and a second run returns the same people', async () => {
		const first = await draw();
		expect(stage.paths()).toEqual(CALLS);
		expect(placesIn(first)).toEqual(PLACES);
		expect(stage.bodies(DRAW).map(({ howManyWinnersToPick }) => howManyWinnersToPick)).toEqual([3, 2]);
		const second = await draw();
		expect(stage.callsTo(DRAW)).toBe(0);
		expect(peopleIn(second)).toEqual(peopleIn(first));
		expect(listJson(second).map(({ existed }) => existed)).toEqual(Array(5).fill(true));
		expect(listJson(first).every(({ DrawDateTime }) => Boolean(DrawDateTime))).toBe(true);
		expect(second.hints).toEqual(['This run drew nobody, and returned 3 earlier winners and 2 backups.']);
	});

	test('after a run was killed before it drew the backups, as many people whom others draw later are winners', async () => {
		await killAtCall(CALLS.lastIndexOf(DRAW), 'before');
		type Notes = { Data: { Notes: Array<{ NoteToken: string; Note: string }> } };
		const { NoteToken, Note } = (await stage.api<Notes>(NOTES)).Data.Notes[0]!;
		const longAgo = Note.replace(/since (\d+)/, (_, at) => `since ${Number(at) - 48 * HOUR_MS}`);
		await stage.api(UPDATE, { NoteToken, Note: longAgo });
		const more = { whenWinnersExist: 'more', howManyWinnersToPick: BACKUPS, options: {} };
		const [added] = peopleIn(await draw(more));
		const [winners, backups] = peopleIn(
			await draw({ whenWinnersExist: 'missing', howManyWinnersToPick: WINNERS + BACKUPS }),
		);
		expect(tokensOf(winners)).toEqual(expect.arrayContaining(tokensOf(added)));
		expect([winners!.length, backups!.length]).toEqual([WINNERS + BACKUPS, BACKUPS]);
		expect(await countListed()).toBe(WINNERS + 2 * BACKUPS);
	});

	test('“Draw the Missing Ones” draws only as many people as are missing, and everybody drawn earlier keeps their place', async () => {
		const [winners, backups] = peopleIn(await draw());
		const more = { whenWinnersExist: 'missing', howManyWinnersToPick: 4, options: { backups: 3 } };
		const both = await draw(more);
		expect(stage.bodies(DRAW).map(({ howManyWinnersToPick }) => howManyWinnersToPick)).toEqual([1, 1]);
		const tokens = (people: IDataObject[]) => people.map(({ ParticipantToken }) => ParticipantToken);
		const [moreWinners, moreBackups] = peopleIn(both);
		expect(tokens(moreWinners!).slice(0, 3)).toEqual(tokens(winners!));
		expect(tokens(moreBackups!).slice(0, 2)).toEqual(tokens(backups!));
		expect(moreBackups!.map(({ Position }) => Position)).toEqual([5, 6, 7]);
		stage.sandbox.advance(HOUR_MS);
		expect(peopleIn(await draw(more))).toEqual(peopleIn(both));
		const less = await draw();
		expect(peopleIn(less)).toEqual([winners, backups]);
		expect(less.hints[0]).toBe(
			'This run drew nobody, and returned 3 earlier winners and 2 backups. Winner › Get Many returns 1 more.',
		);
	});

	test('“Draw More” draws people who were not drawn before, and later runs still distinguish winners from backups', async () => {
		const first = await draw();
		const second = await draw({ whenWinnersExist: 'more' });
		expect(placesIn(second)).toEqual(PLACES);
		expect(peopleIn(await draw())).toEqual(peopleIn(first));
		const all = await draw({ howManyWinnersToPick: 6, options: { backups: 4 } });
		expect(peopleIn(all).map((people) => people.length)).toEqual([6, 4]);
		const isBackup = new Map(listJson(all).map((person) => [person.ParticipantToken, person.isBackup]));
		for (const person of listJson(second))
			expect(isBackup.get(person.ParticipantToken)).toBe(person.isBackup);
	});

	test('backups can be added for winners who were drawn without backups', async () => {
		const [winners] = peopleIn(await draw({ options: {} }));
		const none = await draw();
		expect(placesIn(none)).toEqual([PLACES[0], []]);
		expect(none.hints).toEqual([
			'This run drew nobody, and returned 3 earlier winners. You requested 3 winners and 2 backups. To draw the others, set “When Winners Exist” to “Draw the Missing Ones”.',
		]);
		const both = await draw({ whenWinnersExist: 'missing' });
		expect(placesIn(both)).toEqual(PLACES);
		expect(peopleIn(both)[0]).toEqual(winners);
		expect(peopleIn(await draw())).toEqual(peopleIn(both));
	});

	test('three concurrent executions draw only once and return the same people', async () => {
		const results = await Promise.all([draw(), draw(), draw()]);
		expect(await countListed()).toBe(5);
		expect(placesIn(results[0])).toEqual(PLACES);
		for (const result of results) expect(peopleIn(result)).toEqual(peopleIn(results[0]));
	});

	test.each(WRITES)(
		'if the reply to call %i (%s) of a draw is lost, the result of the draw is the same',
		async (index) => {
			stage.sandbox.faults(atCall(index, { drop: 'after' }));
			const first = await draw();
			expect(first.error).toBeUndefined();
			expect(placesIn(first)).toEqual(PLACES);
			expect(await countListed()).toBe(5);
			expect(peopleIn(await draw())).toEqual(peopleIn(first));
		},
	);

	test.each(WRITES)(
		'if the service is busy at call %i (%s) of a draw, the draw takes place only once',
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

	test('if the draw gets a busy reply while another process draws, the other process’s winners count as winners', async () => {
		const LAG_MS = 60_000;
		const theirs = await draw({ options: {} }, { account: elsewhere() });
		stage.sandbox.faults([
			{ path: LIST, lag: { ms: LAG_MS } },
			{ path: DRAW, status: 503 },
		]);
		const ours = await draw({ whenWinnersExist: 'missing' });
		expect(placesIn(ours)).toEqual(PLACES);
		expect(peopleIn(ours)[0]).toEqual(peopleIn(theirs)[0]);
		expect(await countListed()).toBe(5);
		expect(peopleIn(await draw())).toEqual(peopleIn(ours));
	});

	test('if a backup was drawn by hand, a run draws only the missing backup, even after a busy reply', async () => {
		await draw({ options: {} });
		stage.sandbox.advance(HOUR_MS);
		const { sweepstakesToken } = stage;
		await stage.api(DRAW, { sweepstakesToken, howManyWinnersToPick: 1, group: 'allgroups' });
		stage.sandbox.faults([{ path: DRAW, status: 503 }]);
		const first = await draw({ whenWinnersExist: 'missing' });
		expect(placesIn(first)).toEqual(PLACES);
		expect(await countListed()).toBe(5);
		expect(peopleIn(await draw())).toEqual(peopleIn(first));
	});

	test.each(MOMENTS)(
		'if a run is killed %s call %i (%s) is processed, a run in another process completes its work',
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

test('a run fails if the account note differs each time it is read, and draws nobody', async () => {
	await fill(20);
	await draw({ options: {} });
	const Title = `Winners and backups of ${stage.sweepstakesToken}`;
	for (let read = 0; read < 60; read++) {
		const Note = `Backup: ${ID.slice(0, -2)}${read % 2}0`;
		stage.answer(NOTES, { Data: { TotalNotes: 1, Notes: [{ NoteToken: ID, Title, Note }] } });
	}
	const { error } = await draw();
	expect(error?.message).toBe(
		'“When Winners Exist” cannot be applied, because the account note that says who is a backup changed each time it was read. This run drew nobody. Check the winners with Winner › Get Many',
	);
	expect(stage.callsTo(NOTES)).toBeLessThan(20);
	expect(stage.callsTo(DRAW)).toBe(0);
});

test('if another process may still be drawing, the run waits up to 90 s, and checks with few calls whether that draw has ended', async () => {
	fill(10);
	await killAtCall(CALLS.indexOf(DRAW), 'before');
	const [killedAt, looks] = [Date.now(), stage.callsTo(LIST)];
	await draw({}, { account: elsewhere() });
	expect(Date.now() - killedAt).toBeGreaterThan(85_000);
	expect(stage.callsTo(LIST) - looks).toBeLessThan(15);
});

test('a run fails and draws nobody if others are drawing each time it reads the account note', async () => {
	fill(10);
	const Title = `Winners and backups of ${stage.sweepstakesToken}`;
	const startedAt = Math.trunc(Date.now());
	// The node waits 1 s, 2 s, 4 s … between its reads.
	for (let read = 0; read < 12; read++) {
		const since = startedAt + (2 ** read - 1) * 1_000;
		const Note = `Drawing 2 × Backup from allgroups since ${since} by ${ID}`;
		stage.answer(NOTES, { Data: { TotalNotes: 1, Notes: [{ NoteToken: ID, Title, Note }] } });
	}
	const { error } = await draw();
	expect(error?.message).toBe(
		'“When Winners Exist” cannot be applied, because other runs were drawing each time the account note was read. This run drew nobody. Check the winners with Winner › Get Many',
	);
	expect(stage.callsTo(DRAW)).toBe(0);
});

test('the output for backups is empty if an expression asks for none, and a tool returns everybody in one output', async () => {
	fill(10);
	expect(placesIn(await draw({ options: { backups: '={{ 0 }}' } }))).toEqual([PLACES[0], []]);
	expect((await draw({ options: { backups: 0 } })).outputs).toHaveLength(1);
	const errors = await draw({ howManyWinnersToPick: 0 }, { onError: 'continueErrorOutput' });
	expect([errors.outputs.map((items) => items.length), errors.errorItems.length]).toEqual([[0, 0], 1]);
	const parameters = { operation: 'draw', ...drawing({ whenWinnersExist: 'missing' }) };
	const { answer } = await askTool({ node, parameters, account: stage.sandbox });
	expect(answer.match(/"isBackup":\s?true/g)).toHaveLength(BACKUPS);
});

describe('nobody is drawn', () => {
	const refused = async (message: RegExp | string, parameters: INodeParameters = {}) => {
		const { error } = await draw(parameters);
		expect(error?.message).toMatch(message);
		expect(stage.callsTo(DRAW)).toBe(0);
	};

	test.each([NOTES, CREATE])(
		'if the run has backups, and the service refuses %s, which is needed to record them',
		async (path) => {
			fill(10);
			const refuse = () =>
				stage.sandbox.faults([{ path, status: 403, body: { Response: false, Message: 'No' } }]);
			refuse();
			await refused(/^“Options › Backups” needs an account note /);
			if (path === CREATE) return;
			await draw({ options: {} });
			refuse();
			expect((await draw({ options: {} })).items).toHaveLength(WINNERS);
		},
	);

	test('if the note that records the backups is gone, and the times of the draws do not show who is a backup', async () => {
		fill(10);
		const forget = async () => {
			const [{ NoteToken }] = listJson(await stage.run(new SweepstakesAccountNote(), 'getMany')) as [
				IDataObject,
			];
			await stage.api('/notes/delete', { NoteToken });
		};
		await draw();
		await forget();
		const { sweepstakesToken } = stage;
		const { Winners } = await stage.api<{ Winners: IDataObject[] }>(LIST, { sweepstakesToken });
		const list = (toTime: (index: number) => string) => {
			const listed = Winners.map((winner, index) => ({ ...winner, DrawDateTime: toTime(index) }));
			stage.answer(LIST, { Winners: listed, TotalWinners: listed.length });
		};
		list(() => '2027-03-01T12:00:00.000Z');
		await refused(/^“Options › Backups” cannot be used, because nothing shows which of the people/);
		list((index) => `2027-03-01T12:0${index}:00.000Z`);
		const told = await draw({ howManyWinnersToPick: 1, options: { backups: 4 } });
		expect(peopleIn(told).map((people) => people.length)).toEqual([1, 4]);
		expect(peopleIn(told)[0]).toMatchObject([{ ParticipantToken: Winners[0]!.ParticipantToken }]);
	});

	const stopAt = async (index: number) => {
		const controller = new AbortController();
		stage.sandbox.faults(atCall(index, { drop: 'before' }));
		const running = draw({}, { signal: controller.signal });
		while (stage.paths().length <= index) await new Promise((resolve) => setTimeout(resolve, 0));
		controller.abort();
		await running;
	};

	test('if a run was stopped while it drew, and somebody else has drawn since then', async () => {
		fill(10);
		await stopAt(CALLS.indexOf(DRAW));
		const { sweepstakesToken } = stage;
		await stage.api(DRAW, { sweepstakesToken, howManyWinnersToPick: 1, group: 'allgroups' });
		await refused(
			/because an earlier run was stopped while it was drawing 3 winners, and since then the number of winners has grown by 1\. This run drew nobody/,
		);
	});

	test('if the service’s list of winners has none of the people in the note', async () => {
		fill(10);
		await draw();
		stage.answer(LIST, { Winners: [], TotalWinners: 0 });
		await refused(/because the service does not list the people who were drawn/);
	});

	test('if the earlier winners would make the note too long', async () => {
		const winner = (n: number) => ({ ParticipantToken: ID, Email: `p${n}@example.com` });
		const Winners = Array.from({ length: 2_500 }, (_, n) => winner(n));
		const pages = Array.from({ length: 25 }, (_, page) => ({
			path: LIST,
			body: { Response: true, Winners: Winners.slice(100 * page, 100 * page + 100), TotalWinners: 2_500 },
		}));
		stage.sandbox.faults(pages);
		await refused(/^“Options › Backups” must be lower or removed, /, { whenWinnersExist: 'more' });
	});

	test.each([
		['winners', 2_300, 1],
		['backups', 3, 2_300],
	])('if the new %s would make the note too long', async (_who, howManyWinnersToPick, backups) => {
		fill(10);
		await refused(/^“Options › Backups” must be lower or removed, .*\. Nobody was drawn$/, {
			howManyWinnersToPick,
			options: { backups },
		});
		expect(stage.callsTo(CREATE)).toBe(0);
	});
});

test('after a refused draw, the next run neither waits nor counts later winners as part of that draw', async () => {
	fill(2);
	expect((await draw()).error?.message).toContain('2 participants are eligible');
	fill(8);
	const { sweepstakesToken } = stage;
	await stage.api(DRAW, { sweepstakesToken, howManyWinnersToPick: 1, group: 'allgroups' });
	expect(placesIn(await draw({ options: {} }))).toEqual([[[1, false]]]);
});

test.each([
	[4, 1, 'Only 1 of 2 backups could be drawn.'],
	[3, 0, 'Only 0 of 2 backups could be drawn.'],
])(
	'with only %i participants, a run draws all 3 winners, and %i of 2 backups',
	async (people, backups, hint) => {
		fill(people);
		const first = await draw();
		expect(placesIn(first)).toEqual([PLACES[0], PLACES[1]!.slice(0, backups)]);
		expect(first.hints).toContain(hint);
		expect(peopleIn(await draw())).toEqual(peopleIn(first));
	},
);

test('the winners are returned even if their backups cannot be drawn, and the next run draws the backups', async () => {
	fill(10);
	stage.sandbox.faults(
		atCall(CALLS.lastIndexOf(DRAW), { status: 400, body: { Response: false, Message: 'No' } }),
	);
	const first = await draw({}, { onError: 'continueRegularOutput' });
	expect(
		listJson(first)
			.slice(0, WINNERS)
			.map(({ isBackup }) => isBackup),
	).toEqual([false, false, false]);
	expect(listJson(first)[WINNERS]!.error).toContain('The service rejected this');
	const next = await draw({ whenWinnersExist: 'missing' });
	expect(placesIn(next)).toEqual(PLACES);
	expect(await countListed()).toBe(5);
});

test('everybody who was drawn is returned even if the note cannot be updated after the draw', async () => {
	fill(10);
	stage.sandbox.faults(
		atCall(CALLS.lastIndexOf(UPDATE), { status: 400, body: { Response: false, Message: 'No' } }),
	);
	const first = await draw({}, { onError: 'continueRegularOutput' });
	const people = peopleIn(first).map((items) => items.filter(({ error }) => error === undefined));
	expect(people.map(({ length }) => length)).toEqual([WINNERS, BACKUPS]);
	expect(listJson(first)).toHaveLength(WINNERS + BACKUPS + 1);
	expect(peopleIn(await draw())).toEqual(people);
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
	expect(stage.bodies(DRAW).map(({ howManyWinnersToPick }) => howManyWinnersToPick)).toEqual([1, 1, 1, 1, 2]);
	expect(await countListed()).toBe(5);
});

test('the note about a draw has room for 1,200 winners and their backups, and the next run returns the same people', async () => {
	fill(1_210);
	const first = await draw({ howManyWinnersToPick: 1_200 });
	expect(first.error).toBeUndefined();
	expect(first.outputs.map((items) => items.length)).toEqual([1_200, BACKUPS]);
	const next = await draw({ howManyWinnersToPick: 1_200 });
	expect(stage.callsTo(DRAW)).toBe(0);
	expect(peopleIn(next)).toEqual(peopleIn(first));
});

test('if a run is killed while it draws backups, the next run takes the winners from the note', async () => {
	fill(10);
	await killAtCall(CALLS.lastIndexOf(DRAW), 'after');
	const { Note } = listJson(await stage.run(new SweepstakesAccountNote(), 'getMany'))[0]!;
	expect(String(Note).match(/^\w+(?=: )/gm)).toEqual(['Winner', 'Winner', 'Winner']);
	expect(placesIn(await draw())).toEqual(PLACES);
	expect(await countListed()).toBe(5);
});

test('if the backups cannot be drawn, the error says that the winners have been drawn', async () => {
	fill(10);
	const body = { Response: false, Message: 'No', Help: { EligibleParticipants: 5 } };
	stage.sandbox.faults(atCall(CALLS.lastIndexOf(DRAW), { status: 400, body }));
	const { error } = await draw();
	expect(error?.description).toMatch(/^The winners have been drawn\. Only 5 participants can be drawn\./);
});

describe('if another process draws winners and backups while the run reads who was drawn', () => {
	/** The roles that the account note gives, by ID. */
	const roles = async () => {
		const [{ Note }] = listJson(await stage.run(new SweepstakesAccountNote(), 'getMany')) as [IDataObject];
		const named = String(Note).matchAll(/^(Winner|Backup): (.+)$/gm);
		return new Map([...named].map(([, role, token]) => [token, role]));
	};

	test('the run does not mistake the other process’s backups for winners', async () => {
		fill(20);
		await draw();
		const [{ NoteToken, Title, Note }] = listJson(
			await stage.run(new SweepstakesAccountNote(), 'getMany'),
		) as [IDataObject];
		await draw({ whenWinnersExist: 'more' }, { account: elsewhere() });
		const before = await roles();
		const Notes = [{ NoteToken, Title, Note }];
		stage.sandbox.faults([{ path: NOTES, body: { Response: true, Data: { Notes } } }]);
		const all = await draw({
			howManyWinnersToPick: 6,
			options: { backups: 4 },
			whenWinnersExist: 'missing',
		});
		expect(stage.callsTo(DRAW)).toBe(0);
		expect(listJson(all).map(({ isBackup }) => (isBackup ? 'Backup' : 'Winner'))).toEqual(
			listJson(all).map(({ ParticipantToken }) => before.get(ParticipantToken as string)),
		);
		expect(await roles()).toEqual(before);
	});
});

test.each([
	['does not show the draw yet', { lag: { calls: 100 } }],
	['cannot be read after the draw', { status: 400 }],
])(
	'if the list of winners %s, the winners are returned with the time of the reply as their draw time',
	async (_what, fault) => {
		fill(10);
		stage.sandbox.faults([{ path: LIST }, { path: LIST, ...fault, times: 4 }]);
		const { outputs } = await draw({ options: {} });
		expect(outputs[0]).toHaveLength(WINNERS);
		expect(outputs[0]!.every(({ json }) => Boolean(json.DrawDateTime))).toBe(true);
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

test('if the reply to a draw has no IDs, the run fails, and the next run finds out who was drawn', async () => {
	fill(10);
	const { sweepstakesToken } = stage;
	stage.sandbox.faults([
		{ path: DRAW, processed: true, body: { Response: true, Winners: [{ Email: 'a@example.com' }, {}, {}] } },
	]);
	const { error } = await draw();
	expect(error?.message).toContain('who was drawn');
	expect(sweepstakesToken).toBeDefined();
	expect(placesIn(await draw())).toEqual(PLACES);
	expect(await countListed()).toBe(5);
});
