import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesTrigger } from '../../nodes/SweepstakesTrigger/SweepstakesTrigger.node';
import type { ParticipantPlacement } from '../../sandbox';
import { runs } from '../support/runs';
import { editorOf } from './engine';
import { Poller } from './poller';
import { byId, Stage } from './stage';

let stage: Stage;

/** The service's clock, far from the real time. It stands still unless a test moves it. */
let nowMs: number;

beforeEach(async () => {
	nowMs = Date.UTC(2089, 0, 1);
	stage = await Stage.open({}, () => nowMs);
});
afterEach(async () => await stage.close());

const node = new SweepstakesTrigger();

/** What the trigger has stored. */
interface Stored {
	'node:Node': { watch: { last?: { at: number } } };
}

const pollerOf = (parameters: INodeParameters = {}, staticData?: IDataObject, token?: string) =>
	new Poller({
		node,
		account: token ? { ...stage.sandbox, token } : stage.sandbox,
		parameters: { sweepstakes: stage.picked, ...parameters },
		staticData,
	});

let made = 0;

/** Adds participants through the service. @returns their email addresses */
async function enter(
	count: number,
	ticking = true,
	sweepstakesToken = stage.sweepstakesToken,
): Promise<string[]> {
	const emails: string[] = [];
	for (let index = 0; index < count; index++) {
		if (ticking) nowMs++;
		const KeyEmail = `p${made++}@example.com`;
		await stage.api('/participants/add', {
			lang: 'en',
			source: 'test',
			sweepstakesToken,
			entryPageFields: { KeyEmail, Fields: { First_Name: 'P', Last_Name: 'T' } },
		});
		emails.push(KeyEmail);
	}
	return emails;
}

/** Deletes a participant. */
async function leave(ParticipantToken: string, SweepstakesToken = stage.sweepstakesToken): Promise<void> {
	await stage.api('/participants/delete', { SweepstakesToken, ParticipantToken }, 'DELETE');
}

async function draw(howManyWinnersToPick: number): Promise<void> {
	nowMs++;
	await stage.api('/winners/draw', {
		sweepstakesToken: stage.sweepstakesToken,
		howManyWinnersToPick,
		group: 'allgroups',
	});
}

const emails = (items: IDataObject[] | null) => items?.map(({ KeyEmail }) => KeyEmail) ?? [];

/** Polls, and counts only the calls of this poll. */
async function counted(poller: Poller, mode?: 'manual'): Promise<[IDataObject[] | null, number]> {
	stage.sandbox.clearCalls();
	const items = await poller.poll(mode);
	return [items, stage.paths().length];
}

describe('new participants', () => {
	test('the first poll starts from now, and later entries come out once', async () => {
		await enter(3);
		const poller = pollerOf();
		expect(await poller.poll()).toBeNull();
		const added = await enter(2);
		expect(emails(await poller.poll())).toEqual(added);
		expect(await poller.poll()).toBeNull();
	});

	test('if the sweepstakes is empty at the first poll, the first entry comes out', async () => {
		const poller = pollerOf();
		expect(await poller.poll()).toBeNull();
		const added = await enter(1);
		expect(emails(await poller.poll())).toEqual(added);
	});

	test.each([0, 1, 19, 20, 21, 65])(
		'%i entries between two polls all come out, oldest first',
		async (count) => {
			await enter(25);
			const poller = pollerOf();
			await poller.poll();
			const added = await enter(count);
			expect(emails(await poller.poll())).toEqual(added);
			expect(await counted(poller)).toEqual([null, 1]);
		},
	);

	test('entries of the same millisecond come out once each, across several polls', async () => {
		const poller = pollerOf();
		await enter(2, false);
		await poller.poll();
		for (const count of [1, 25, 3, 40]) {
			const added = await enter(count, false);
			expect(emails(await poller.poll())).toEqual(added);
			expect(await counted(poller)).toEqual([null, 1]);
		}
	});

	test('a sweepstakes with undated opt-outs can be watched', async () => {
		const Participants = [{ ParticipantToken: 'a', Collection: 'OptOuts' }];
		const body = { Response: true, Participants, Pagination: { Total: 1, TotalPages: 1 } };
		stage.sandbox.faults([{ path: '/participants/fetch', body }]);
		const poller = pollerOf();
		expect(await poller.poll()).toBeNull();
		const added = await enter(1);
		expect(emails(await poller.poll())).toEqual(added);
	});

	test('the record is the same as in Participant › Get Many, and unchanged without Simplify', async () => {
		const [simple, raw] = [pollerOf(), pollerOf({ simplify: false })];
		await Promise.all([simple.poll(), raw.poll()]);
		await enter(1);
		expect((await simple.poll())![0]).not.toHaveProperty('UserToken');
		expect((await raw.poll())![0]).toHaveProperty('UserToken');
	});

	test('only the watched collections come out; an entry that moves is not new again', async () => {
		const poller = pollerOf();
		const optOuts = pollerOf({ collections: ['OptOuts'] });
		await Promise.all([poller.poll(), optOuts.poll()]);
		const [stays, out] = (await enter(2)) as [string, string];
		const place = (KeyEmail: string, Collections: ParticipantPlacement['Collections']) =>
			stage.sandbox.placeParticipant({ SweepstakesToken: stage.sweepstakesToken, KeyEmail, Collections });
		place(out, ['OptOuts']);
		expect(emails(await poller.poll())).toEqual([stays]);
		expect(emails(await optOuts.poll())).toEqual([out]);
		place(out, ['Participants']);
		place(stays, ['ParticipantsAmoe', 'OptOuts']);
		expect(await poller.poll()).toBeNull();
		expect(await optOuts.poll()).toBeNull();
	});

	test('if the newest entries are deleted, nothing comes out twice, and the next entry does', async () => {
		await enter(30);
		const poller = pollerOf({ simplify: false });
		await poller.poll();
		await enter(15);
		for (const { ParticipantToken } of (await poller.poll())!.slice(2)) await leave(String(ParticipantToken));
		expect(await poller.poll()).toBeNull();
		const added = await enter(1);
		expect(emails(await poller.poll())).toEqual(added);
	});

	test('entries that arrive while the pages are read come out at the next poll', async () => {
		const poller = pollerOf();
		await poller.poll();
		const added = await enter(45);
		stage.sandbox.faults([
			{ path: '/participants/fetch', delayMs: 1 },
			{ path: '/participants/fetch', delayMs: 50 },
		]);
		stage.sandbox.clearCalls();
		const polling = poller.poll();
		while (stage.paths().length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
		stage.sandbox.fill(stage.sweepstakesToken, 3);
		expect(emails(await polling)).toEqual(added);
		expect(await poller.poll()).toHaveLength(3);
		expect(await poller.poll()).toBeNull();
	});

	test('after a failure halfway nothing comes out, and the next poll returns everything', async () => {
		const poller = pollerOf();
		await poller.poll();
		const added = await enter(85);
		const before = poller.stored();
		stage.sandbox.faults([
			{ path: '/participants/fetch', times: 2, delayMs: 1 },
			{ path: '/participants/fetch', status: 400, body: { Response: false, Message: 'Out of order.' } },
		]);
		await expect(poller.poll()).rejects.toThrow('The service refused this: Out of order');
		expect(poller.stored()).toEqual(before);
		expect(emails(await poller.poll())).toEqual(added);
	});

	test('a connection that drops halfway is retried', async () => {
		const poller = pollerOf();
		await poller.poll();
		const added = await enter(45);
		stage.sandbox.faults([
			{ path: '/participants/fetch', delayMs: 1 },
			{ path: '/participants/fetch', drop: 'before' },
		]);
		expect(emails(await poller.poll())).toEqual(added);
	});

	test('the static data stays small, and polling continues after a restart', async () => {
		const poller = pollerOf();
		await poller.poll();
		for (let batch = 0; batch < 100; batch++) {
			nowMs++;
			stage.sandbox.fill(stage.sweepstakesToken, 7);
		}
		expect(await poller.poll()).toHaveLength(700);
		expect(JSON.stringify(poller.stored()).length).toBeLessThan(700 * 36 + 1_000);
		const added = await enter(3);
		const restarted = pollerOf({}, poller.stored());
		expect(emails(await restarted.poll())).toEqual(added);
		expect(await restarted.poll()).toBeNull();
	});

	test('more than 2,000 entries do not make it larger', async () => {
		const poller = pollerOf();
		await poller.poll();
		for (let batch = 0; batch < 21; batch++) {
			nowMs++;
			stage.sandbox.fill(stage.sweepstakesToken, 100);
		}
		expect(await poller.poll()).toHaveLength(2_100);
		expect(JSON.stringify(poller.stored()).length).toBeLessThan(2_000 * 36 + 1_000);
		expect(await counted(poller)).toEqual([null, 1]);
	}, 60_000);

	test('a poll during another poll returns nothing', async () => {
		const poller = pollerOf();
		await poller.poll();
		const added = await enter(2);
		const polls = await Promise.all([poller.poll(), poller.poll()]);
		expect(polls.map(emails)).toEqual([added, []]);
		expect(await poller.poll()).toBeNull();
	});
});

describe('new winners', () => {
	const winners = (staticData?: IDataObject) => pollerOf({ event: 'newWinner' }, staticData);
	const people = (items: IDataObject[] | null) =>
		items?.map(({ ParticipantToken }) => ParticipantToken) ?? [];

	test('the first poll starts from now, each draw comes out once, and a poll without news takes one call', async () => {
		await enter(5);
		await draw(2);
		const poller = winners();
		expect(await poller.poll()).toBeNull();
		await draw(2);
		await draw(1);
		expect(await poller.poll()).toHaveLength(3);
		expect(await counted(poller)).toEqual([null, 1]);
		const restarted = winners(poller.stored());
		expect(await counted(restarted)).toEqual([null, 1]);
	});

	test('a participant who is drawn twice comes out twice', async () => {
		await enter(1);
		const poller = winners();
		await poller.poll();
		await draw(1);
		const first = await poller.poll();
		// The sandbox draws nobody twice, so the second win is put into the answers.
		const again = { ...first![0], DrawDateTime: '2089-01-02T00:00:00.000Z' };
		const body = { Response: true, Message: '', TotalWinners: 2, Winners: [again, first![0]] };
		stage.sandbox.faults([{ path: '/winners/fetch', times: 3, body }]);
		const second = await poller.poll();
		expect(people(first)).toEqual(people(second));
		expect(first).not.toEqual(second);
		expect(await poller.poll()).toBeNull();
	});

	test.each(['newest first', 'oldest first'])(
		'250 winners in a service that lists them %s',
		async (order) => {
			const poller = winners();
			const list = (drawn: number) => {
				const all = Array.from({ length: drawn }, (_, index) => ({ ParticipantToken: `p${index}` }));
				const listed = order === 'oldest first' ? all : all.reverse();
				const pages = [listed.slice(0, 100), listed.slice(100, 200), listed.slice(200)].filter(
					({ length }) => length > 0,
				);
				return pages.map((Winners) => ({
					path: '/winners/fetch',
					body: { Response: true, TotalWinners: drawn, Winners },
				}));
			};
			stage.sandbox.faults(list(240));
			await poller.poll();
			stage.sandbox.faults([list(250)[0]!, ...list(250)]);
			expect(people(await poller.poll())).toEqual(
				Array.from({ length: 10 }, (_, index) => `p${240 + index}`),
			);
		},
	);

	test('a draw while pages are read loses and duplicates nothing', async () => {
		const poller = winners();
		await enter(150);
		await poller.poll();
		await draw(120);
		stage.sandbox.faults([
			{ path: '/winners/fetch', times: 2, delayMs: 1 },
			{ path: '/winners/fetch', delayMs: 50 },
		]);
		stage.sandbox.clearCalls();
		const polling = poller.poll();
		while (stage.paths().length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
		await drawnMeanwhile();
		const first = (await polling) ?? [];
		const second = (await poller.poll()) ?? [];
		expect(first.length + second.length).toBe(121);
		expect(await poller.poll()).toBeNull();
	});

	/** The service processes one call at a time, so a draw between two pages may have to be sent more than once. */
	async function drawnMeanwhile(): Promise<void> {
		const body = { sweepstakesToken: stage.sweepstakesToken, howManyWinnersToPick: 1, group: 'allgroups' };
		while (!(await stage.api('/winners/draw', body).catch(() => undefined)));
	}
});

describe('a single 404 for a list', () => {
	const missing = (path: string, times: number) => stage.sandbox.faults([{ path, times, status: 404 }]);

	test.each([
		['newParticipant', '/participants/fetch'],
		['newWinner', '/winners/fetch'],
		['optedOut', '/participants/fetch'],
	])('starts the workflow for nobody that was there: %s', async (event, path) => {
		await enter(30);
		await draw(25);
		const optOut = (KeyEmail: unknown) =>
			stage.sandbox.placeParticipant({
				SweepstakesToken: stage.sweepstakesToken,
				KeyEmail: String(KeyEmail),
				Collections: ['OptOuts'],
			});
		(await enter(2)).forEach(optOut);
		const poller = pollerOf({ event });
		const poll = async () => {
			const items = await poller.poll();
			stage.sandbox.clearFaults();
			return items?.length ?? 0;
		};
		for (const times of [1, 1, 3]) {
			missing(path, times);
			expect(await poll()).toBe(0);
		}
		(await enter(1)).forEach(optOut);
		if (event === 'newParticipant') await enter(1);
		await draw(1);
		missing(path, 1);
		expect((await poll()) + (await poll())).toBe(1);
	});
});

describe('after a crash', () => {
	/** Polls until two entries were handed over. */
	async function handOver(): Promise<{ poller: Poller; lost: string[] }> {
		await enter(3);
		const poller = pollerOf();
		await poller.poll();
		const lost = await enter(2);
		expect(emails(await poller.poll())).toEqual(lost);
		return { poller, lost };
	}

	const handedAt = (stored: IDataObject) => (stored as unknown as Stored)['node:Node'].watch.last!.at;

	function olderBy(ms: number, stored: IDataObject): IDataObject {
		(stored as unknown as Stored)['node:Node'].watch.last!.at -= ms;
		return stored;
	}

	const marked = (items: IDataObject[] | null) =>
		items?.map(({ KeyEmail, repeated }) => [KeyEmail, repeated]) ?? [];

	test('the last batch comes again with what is new, marked, and once only', async () => {
		const { poller, lost } = await handOver();
		const added = await enter(1);
		const restarted = poller.restarted();
		expect(marked(await restarted.poll())).toEqual([
			...lost.map((email) => [email, true]),
			...added.map((email) => [email, undefined]),
		]);
		expect(await restarted.poll()).toBeNull();
	});

	test('it comes again after the next crash, too, together with what was handed over since', async () => {
		const { poller, lost } = await handOver();
		const added = await enter(1);
		const restarted = poller.restarted();
		await restarted.poll();
		expect(emails(await restarted.restarted().poll())).toEqual([...lost, ...added]);
	});

	test('a batch that crashes n8n each time is repeated for an hour at most', async () => {
		const { poller } = await handOver();
		const restarted = poller.restarted();
		await restarted.poll();
		expect(handedAt(restarted.stored())).toBe(handedAt(poller.stored()));
	});

	test('it comes again after a first poll that failed', async () => {
		const { poller, lost } = await handOver();
		const restarted = poller.restarted();
		stage.sandbox.faults([{ path: '/participants/fetch', status: 400 }]);
		await expect(restarted.poll()).rejects.toThrow();
		expect(emails(await restarted.poll())).toEqual(lost);
	});

	test.each<[string, (poller: Poller) => Poller | Promise<Poller>]>([
		['a person activates the workflow', (poller) => poller.restarted({ activation: 'activate' })],
		['a person changes the workflow', (poller) => poller.restarted({ activation: 'update' })],
		['the process is the same', (poller) => poller.restarted({ node })],
		[
			'the choice is Skip',
			(poller) => poller.restarted({ parameters: { sweepstakes: stage.picked, afterCrash: 'skip' } }),
		],
		['a later poll was stored', async (poller) => (await poller.poll(), poller.restarted())],
		['it is an hour old', (poller) => poller.restarted({ staticData: olderBy(3_600_000, poller.stored()) })],
	])('nothing comes again if %s', async (_what, restart) => {
		const { poller } = await handOver();
		expect(await (await restart(poller)).poll()).toBeNull();
	});

	test('a manual run shows no mark', async () => {
		const { poller } = await handOver();
		expect((await poller.restarted().poll('manual'))![0]).not.toHaveProperty('repeated');
	});

	test('the last winners come again', async () => {
		await enter(5);
		await draw(2);
		const poller = pollerOf({ event: 'newWinner' });
		await poller.poll();
		await draw(2);
		const drawn = await poller.poll();
		const again = await poller.restarted().poll();
		expect(again).toEqual(drawn!.map((winner) => ({ ...winner, repeated: true })));
	});
});

describe('when the trigger starts over', () => {
	test('another sweepstakes or another event starts from now', async () => {
		const other = await stage.createSweepstakes('OTHER', 'Other');
		const first = pollerOf();
		await first.poll();
		await enter(2);
		await enter(2, true, other);
		await draw(1);
		const moved = pollerOf({ sweepstakes: byId(other) }, first.stored());
		expect(await moved.poll()).toBeNull();
		const added = await enter(1, true, other);
		expect(emails(await moved.poll())).toEqual(added);
		const winners = pollerOf({ event: 'newWinner' }, first.stored());
		expect(await winners.poll()).toBeNull();
		await draw(1);
		expect(await winners.poll()).toHaveLength(1);
	});

	test('static data of an older version, or none, starts from now', async () => {
		await enter(2);
		const poller = pollerOf();
		await poller.poll();
		const stored = poller.stored() as { 'node:Node': { watch: { cursor: unknown } } };
		stored['node:Node'].watch.cursor = { lastSeen: 7 };
		expect(await pollerOf({}, stored as unknown as IDataObject).poll()).toBeNull();
	});

	test('a handler is looked up once, and again if its sweepstakes is gone', async () => {
		const sweepstakes = { __rl: true, mode: 'handler', value: 'spring' };
		const poller = pollerOf({ sweepstakes });
		// An empty list is read twice.
		expect(await counted(poller)).toEqual([null, 3]);
		const added = await enter(1);
		expect(await counted(poller)).toEqual([[expect.objectContaining({ KeyEmail: added[0] })], 1]);
		expect(await counted(poller)).toEqual([null, 1]);

		await stage.api('/sweepstakes/delete', { SweepstakesToken: stage.sweepstakesToken });
		await expect(poller.poll()).rejects.toThrow(
			'“Sweepstakes” must be the handler of a sweepstakes of this account, but is “spring”',
		);
		const again = await stage.createSweepstakes('SPRING', 'Spring again');
		expect(await poller.poll()).toBeNull();
		const next = await enter(1, true, again);
		expect(emails(await poller.poll())).toEqual(next);
	});
});

describe('by hand', () => {
	test('the latest few come out as a sample, with one call, and the static data is unchanged', async () => {
		const poller = pollerOf();
		const added = await enter(25);
		const [items, calls] = await counted(poller, 'manual');
		expect(emails(items)).toEqual(added.slice(-3).reverse());
		expect(calls).toBe(1);
		expect(poller.stored()).toEqual({});
		await draw(5);
		expect(await pollerOf({ event: 'newWinner' }).poll('manual')).toHaveLength(3);
	});

	test.each(['newParticipant', 'newWinner'])(
		'nothing comes out if there is nothing yet: %s',
		async (event) => {
			expect(await pollerOf({ event }).poll('manual')).toBeNull();
		},
	);
});

describe('readable errors', () => {
	test('a wrong token', async () => {
		await expect(pollerOf({}, {}, 'wrong-token').poll()).rejects.toThrow(
			/^The service (does not accept the API token|does not allow this for your account)/,
		);
	});

	test('an expression that finds no sweepstakes', async () => {
		await expect(pollerOf({ sweepstakes: '={{ undefined }}' }).poll()).rejects.toThrow(
			'“Sweepstakes” is required',
		);
	});

	test('a mode that the picker does not have', async () => {
		const sweepstakes = { __rl: true, mode: 'SweepstakesToken', value: stage.sweepstakesToken };
		stage.sandbox.clearCalls();
		await expect(pollerOf({ sweepstakes }).poll()).rejects.toThrow(
			'“Sweepstakes” must have the mode list (From List), handler (By Handler) or id (By ID), but is “SweepstakesToken”',
		);
		expect(stage.paths()).toEqual([]);
	});

	test('an unknown sweepstakes', async () => {
		const sweepstakes = byId('3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f');
		await expect(pollerOf({ sweepstakes }).poll()).rejects.toThrow(/^The service refused this: .+/);
	});
});

test('the picker lists the sweepstakes', async () => {
	const context = editorOf({ node, account: stage.sandbox, parameters: {} });
	const { results } = await node.methods.listSearch.searchSweepstakes.call(context);
	expect(results).toEqual([{ name: 'Spring Giveaway (SPRING)', value: stage.sweepstakesToken }]);
});

/** The ParticipantTokens of all who are entered, newest first. */
async function entered(sweepstakesToken: string): Promise<string[]> {
	const found: string[] = [];
	for (let page = 1, pages = 1; page <= pages; page++) {
		const answer = await stage.api('/participants/fetch', { sweepstakesToken, page });
		found.push(...tokensOf(answer.Participants as IDataObject[]));
		pages = (answer.Pagination as { TotalPages: number }).TotalPages;
	}
	return found;
}

const tokensOf = (items: IDataObject[]) => items.map(({ ParticipantToken }) => String(ParticipantToken));

/** @param page which page fails; 0 for none */
function failAtPage(page: number): void {
	const path = '/participants/fetch';
	if (page > 1) stage.sandbox.faults([{ path, times: page - 1, delayMs: 1 }]);
	if (page > 0) stage.sandbox.faults([{ path, status: 400, body: { Response: false, Message: 'No' } }]);
}

const anyStep = fc.oneof(
	fc.record({
		kind: fc.constant('enter' as const),
		count: fc.integer({ min: 1, max: 30 }),
		ticking: fc.boolean(),
	}),
	fc.record({ kind: fc.constant('leave' as const), index: fc.oneof(fc.constant(0), fc.nat(40)) }),
	fc.record({ kind: fc.constant('poll' as const), failingPage: fc.constantFrom(0, 0, 0, 1, 2) }),
	fc.constant({ kind: 'restart' as const }),
);

type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

/** n8n stores the static data after the first poll, and whenever something new comes out. */
async function live(before: number, steps: Step[]): Promise<void> {
	const sweepstakes = await stage.createSweepstakes(`S${made++}`, 'One life');
	if (before > 0) stage.sandbox.fill(sweepstakes, before);
	const old = await entered(sweepstakes);
	let poller = pollerOf({ sweepstakes: byId(sweepstakes) });
	await poller.poll();
	let stored = poller.stored();
	const told: string[] = [];

	for (const step of steps) {
		if (step.kind === 'restart') poller = pollerOf({ sweepstakes: byId(sweepstakes) }, stored);
		if (step.kind === 'leave') {
			const list = await entered(sweepstakes);
			if (list.length > 0) await leave(list[step.index % list.length]!, sweepstakes);
		}
		if (step.kind === 'enter') {
			if (step.ticking) nowMs++;
			stage.sandbox.fill(sweepstakes, step.count);
		}
		if (step.kind === 'poll') {
			failAtPage(step.failingPage);
			const items = await poller.poll().catch(() => 'failed' as const);
			stage.sandbox.clearFaults();
			if (items === 'failed') continue;
			if (items) stored = poller.stored();
			told.push(...tokensOf(items ?? []));
			const due = (await entered(sweepstakes)).filter((token) => !old.includes(token));
			expect(due.filter((token) => !told.includes(token))).toEqual([]);
			expect(new Set(told).size).toBe(told.length);
			expect(told.filter((token) => old.includes(token))).toEqual([]);
		}
	}
}

test('whatever is added, deleted or fails between polls and restarts, everybody who stays comes out exactly once', async () => {
	const steps = fc.array(anyStep, { minLength: 4, maxLength: 20 });
	await fc.assert(
		fc.asyncProperty(fc.nat(30), steps, async (before, story) => {
			await live(before, [...story, { kind: 'poll', failingPage: 0 }]);
		}),
		{ numRuns: runs(20) },
	);
}, 120_000);
