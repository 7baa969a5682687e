import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesTrigger } from '../../nodes/SweepstakesTrigger/SweepstakesTrigger.node';
import { Queue } from '../../nodes/shared/client/queue';
import { Poller } from '../support/engine/poller';
import { byId, Stage } from '../support/engine/stage';
import { shortenWaits } from '../support/waits';

let stage: Stage;

/** The service's clock, far from the real time. It stands still unless a test moves it. */
let nowMs: number;

/** Called when the service reads its clock, as it does in each call. */
let onClock = (): void => {};

beforeEach(async () => {
	nowMs = Date.UTC(2089, 0, 1);
	stage = await Stage.open({ now: () => (onClock(), nowMs) });
});
afterEach(async () => {
	onClock = () => {};
	jest.restoreAllMocks();
	await stage.close();
});

const node = new SweepstakesTrigger();

const pollerOf = (
	parameters: INodeParameters = {},
	staticData?: IDataObject,
	token?: string,
	name?: string,
) =>
	new Poller({
		node,
		name,
		account: token ? { ...stage.sandbox, token } : stage.sandbox,
		parameters: { sweepstakes: stage.picked, ...parameters },
		staticData,
	});

let made = 0;

async function enter(count: number, sweepstakesToken = stage.sweepstakesToken): Promise<string[]> {
	const emails: string[] = [];
	for (let index = 0; index < count; index++) {
		nowMs++;
		const KeyEmail = `p${made++}@example.com`;
		const entryPageFields = { KeyEmail, Fields: { First_Name: 'P', Last_Name: 'T' } };
		await stage.api('/participants/add', { lang: 'en', source: 'test', sweepstakesToken, entryPageFields });
		emails.push(KeyEmail);
	}
	return emails;
}

async function draw(howManyWinnersToPick: number): Promise<void> {
	const { sweepstakesToken } = stage;
	await stage.api('/winners/draw', { sweepstakesToken, howManyWinnersToPick, group: 'allgroups' });
}

const emails = (items: IDataObject[] | null) => items?.map(({ Email }) => Email) ?? [];

async function counted(poller: Poller): Promise<[IDataObject[] | null, number]> {
	stage.sandbox.clearCalls();
	const items = await poller.poll();
	return [items, stage.paths().length];
}

describe('the event “New Participant”', () => {
	test('skips opt-outs without a date, but fails if participants have no date', async () => {
		const list = (Collection: string) => {
			const Participants = [{ ParticipantToken: 'a', Collection }];
			const body = { Response: true, Participants, Pagination: { Total: 1, TotalPages: 1 } };
			stage.sandbox.faults([{ path: '/participants/fetch', body }]);
		};
		list('OptOuts');
		expect(await pollerOf().poll()).toBeNull();
		list('Participants');
		await expect(pollerOf().poll()).rejects.toThrow(/without an ID or without a creation date/);
	});

	test('fails if the list is empty although the service counts participants, and works at the next poll', async () => {
		const poller = pollerOf();
		const body = { Response: true, Participants: [], Pagination: { Total: 5, TotalPages: 1 } };
		stage.sandbox.faults([{ path: '/participants/fetch', body, times: 2 }]);
		await expect(poller.poll()).rejects.toThrow('it counts 5, but lists 0');
		stage.sandbox.clearFaults();
		expect(await poller.poll()).toBeNull();
		const added = await enter(1);
		expect(emails(await poller.poll())).toEqual(added);
	});

	test.each<INodeParameters>([
		{ collections: [] },
		{ collections: '={{ null }}' },
		{ collections: '={{ [][0] }}' },
	])('treats an empty option like one that is not set: %j', async (options) => {
		const poller = pollerOf({ options });
		await poller.poll();
		const [entered] = await enter(1);
		expect(emails(await poller.poll())).toEqual([entered]);
	});

	test('outputs new entries in the chosen collections, but ignores entries moved there unless they became opt-outs', async () => {
		const poller = pollerOf();
		const optOuts = pollerOf({ options: { collections: ['OptOuts'] } });
		await poller.poll();
		await optOuts.poll();
		const [stays, out] = (await enter(2)) as [string, string];
		stage.place({ KeyEmail: out, Collections: ['OptOuts'] });
		expect(emails(await poller.poll())).toEqual([stays]);
		expect(emails(await optOuts.poll())).toEqual([out]);
		stage.place({ KeyEmail: out, Collections: ['Participants'] });
		stage.place({ KeyEmail: stays, Collections: ['ParticipantsAmoe', 'OptOuts'] });
		expect(await poller.poll()).toBeNull();
		expect(emails(await optOuts.poll())).toEqual([stays]);
	});

	test('outputs nothing for a poll that begins during another poll', async () => {
		const poller = pollerOf();
		await poller.poll();
		const added = await enter(2);
		const polls = await Promise.all([poller.poll(), poller.poll()]);
		expect(polls.map(emails)).toEqual([added, []]);
		expect(await poller.poll()).toBeNull();
		await enter(2);
		const withCopy = pollerOf({}, poller.readStored());
		const [items, others] = await Promise.all([poller.poll(), withCopy.poll()]);
		expect([items?.length, others]).toEqual([2, null]);
	});
});

test.each([
	['newParticipant', '/participants/fetch'],
	['newWinner', '/winners/fetch'],
])(
	'%s: an occasional 404 for the list does not start the workflow again for old records',
	async (event, path) => {
		await enter(30);
		await draw(25);
		const poller = pollerOf({ event });
		const pollWith404 = async (times: number) => {
			stage.sandbox.faults([{ path, times, status: 404 }]);
			const items = await poller.poll();
			stage.sandbox.clearFaults();
			return items?.length ?? 0;
		};
		for (const times of [1, 1, 3, 4]) expect(await pollWith404(times)).toBe(0);
		await enter(1);
		await draw(1);
		expect((await pollWith404(1)) + ((await poller.poll())?.length ?? 0)).toBe(1);
	},
);

/** How long n8n with its scheduler waits for a poll, in ms. */
const BUDGET_MS = 36_000;

const realTimeout = AbortSignal.timeout;

/**
 * Polls. The time of the poll runs out when the service gets the call with this number, or at the start if the number
 * is 0.
 */
async function pollUntilCall(poller: Poller, call: number): Promise<IDataObject[] | null> {
	const timer = new AbortController();
	if (call === 0) timer.abort();
	jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((ms) => (ms === BUDGET_MS ? timer.signal : realTimeout.call(AbortSignal, ms)));
	stage.sandbox.clearCalls();
	onClock = () => {
		if (stage.paths().length >= call) timer.abort();
	};
	return await poller.poll();
}

describe('if n8n’s time for a poll is up', () => {
	const pollerInTime = (parameters: INodeParameters = {}) =>
		new Poller({
			node,
			account: stage.sandbox,
			parameters: { sweepstakes: stage.picked, ...parameters },
			budgetMs: BUDGET_MS,
		});

	test('New Participant goes on at the next poll, and outputs each of 300 entries once', async () => {
		const poller = pollerInTime();
		await poller.poll();
		stage.sandbox.fill(stage.sweepstakesToken, 300);
		const found: unknown[] = [];
		const counts: number[] = [];
		for (let poll = 0; poll < 4; poll++) {
			const items = (await pollUntilCall(poller, 7)) ?? [];
			found.push(...items.map(({ ParticipantToken }) => ParticipantToken));
			counts.push(items.length);
		}
		expect(counts).toEqual([120, 100, 80, 0]);
		expect(new Set(found).size).toBe(300);
	});

	test('Opted Out reads a long list in several polls, and outputs each later opt-out once', async () => {
		const poller = pollerInTime({ event: 'optedOut' });
		const optOut = (KeyEmail: string) => stage.place({ KeyEmail, Collections: ['OptOuts'] });
		const [old] = await enter(1);
		optOut(old!);
		stage.sandbox.fill(stage.sweepstakesToken, 100);
		const calls: number[] = [];
		for (let poll = 0; poll < 4; poll++) {
			expect(await pollUntilCall(poller, 4)).toBeNull();
			calls.push(stage.paths().length);
		}
		// The last of these polls counts the opt-outs, and has nothing to read.
		expect(calls).toEqual([4, 4, 3, 1]);
		const [later] = await enter(1);
		optOut(later!);
		expect(emails(await pollUntilCall(poller, 4))).toEqual([later]);
		expect(await pollUntilCall(poller, 4)).toBeNull();
	});

	test('if the time is up during the first call, the poll fails, and the next poll finds the entries', async () => {
		const poller = pollerInTime();
		await poller.poll();
		const added = await enter(30);
		const before = poller.readStored();
		await expect(pollUntilCall(poller, 1)).rejects.toThrow(
			'The check did not get far enough in the 36 s that n8n allows for it',
		);
		expect(poller.readStored()).toEqual(before);
		expect(emails(await pollUntilCall(poller, Infinity))).toEqual(added);
	});

	test('if the time is up before the first call, the poll finds nothing, and the next poll finds the entries', async () => {
		const poller = pollerInTime();
		await poller.poll();
		const added = await enter(1);
		expect(await pollUntilCall(poller, 0)).toBeNull();
		expect(emails(await pollUntilCall(poller, Infinity))).toEqual(added);
	});
});

test.each([
	['busy', { status: 503 }],
	['behind a gateway that reports it as unavailable', { gateway: 'before' as const }],
	['out of the limit of calls', { status: 429 }],
	['failing', { status: 500 }],
])('if the service is %s, a poll ends after at most eight tries', async (_what, fault) => {
	shortenWaits();
	jest.spyOn(Queue.prototype, 'chooseWaitAfterLimit').mockReturnValue(0);
	const poller = pollerOf();
	await poller.poll();
	const added = await enter(1);
	stage.sandbox.clearCalls();
	stage.sandbox.faults([{ path: '/participants/fetch', times: 100, ...fault }]);
	await expect(poller.poll()).rejects.toThrow();
	expect(stage.paths().length).toBeGreaterThan(3);
	expect(stage.paths().length).toBeLessThanOrEqual(8);
	stage.sandbox.clearFaults();
	expect(emails(await poller.poll())).toEqual(added);
});

test('two triggers in one workflow work even if they have the same ID, as copies may have', async () => {
	const pollers = [pollerOf({}, {}, undefined, 'First'), pollerOf({}, {}, undefined, 'Second')];
	for (const poller of pollers) await poller.poll();
	const added = await enter(1);
	const polls = await Promise.all(pollers.map(async (poller) => await poller.poll()));
	expect(polls.map(emails)).toEqual([added, added]);
});

test('a trigger that was renamed starts anew and misses nothing from then on', async () => {
	const first = pollerOf({}, {}, undefined, 'First');
	await first.poll();
	await enter(1);
	const renamed = first.restart({ name: 'Renamed' });
	expect(await renamed.poll()).toBeNull();
	const added = await enter(1);
	expect(emails(await renamed.poll())).toEqual(added);
});

describe('the trigger', () => {
	test('outputs only what happens from then on if the user changes the sweepstakes or the event', async () => {
		const other = await stage.createSweepstakes('OTHER', 'Other');
		const first = pollerOf();
		await first.poll();
		await enter(2);
		await enter(2, other);
		await draw(1);
		const moved = pollerOf({ sweepstakes: byId(other) }, first.readStored());
		expect(await moved.poll()).toBeNull();
		const added = await enter(1, other);
		expect(emails(await moved.poll())).toEqual(added);
		const winners = pollerOf({ event: 'newWinner' }, first.readStored());
		expect(await winners.poll()).toBeNull();
		await draw(1);
		expect(await winners.poll()).toHaveLength(1);
	});

	test('outputs only what happens from then on if its stored data has another format', async () => {
		await enter(2);
		const poller = pollerOf();
		await poller.poll();
		const stored = poller.readStored() as { 'node:Node': { watch: { cursor: unknown } } };
		stored['node:Node'].watch.cursor = { lastSeen: 7 };
		expect(await pollerOf({}, stored as unknown as IDataObject).poll()).toBeNull();
	});

	test('looks up a handler only once, unless its sweepstakes has been deleted', async () => {
		const poller = pollerOf({ sweepstakes: { __rl: true, mode: 'id', value: 'spring' } });
		expect(await counted(poller)).toEqual([null, 2]);
		expect(await counted(poller)).toEqual([null, 1]);
		await stage.api('/sweepstakes/delete', { SweepstakesToken: stage.sweepstakesToken });
		await expect(poller.poll()).rejects.toThrow(
			'“Sweepstakes” must be the handler or ID of a sweepstakes in this account, but is “spring”',
		);
		const again = await stage.createSweepstakes('SPRING', 'Spring again');
		expect(await poller.poll()).toBeNull();
		const next = await enter(1, again);
		expect(emails(await poller.poll())).toEqual(next);
	});
});

test('the trigger fails with a readable error for a wrong API token and for an unknown mode of the picker', async () => {
	await expect(pollerOf({}, {}, 'wrong-token').poll()).rejects.toThrow(
		/^The service (does not accept the API token|does not allow this for your account)/,
	);
	const sweepstakes = { __rl: true, mode: 'SweepstakesToken', value: stage.sweepstakesToken };
	stage.sandbox.clearCalls();
	await expect(pollerOf({ sweepstakes }).poll()).rejects.toThrow(
		'“Sweepstakes” must be chosen with the mode “list” (From List) or “id” (By ID or Handler), but the mode is “SweepstakesToken”',
	);
	expect(stage.paths()).toEqual([]);
});
