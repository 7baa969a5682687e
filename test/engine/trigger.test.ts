import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesTrigger } from '../../nodes/SweepstakesTrigger/SweepstakesTrigger.node';
import type { ParticipantPlacement } from '../../sandbox';
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

/** The trigger's stored data. */
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

/** Adds participants directly. @returns their email addresses */
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

async function draw(howManyWinnersToPick: number): Promise<void> {
	nowMs++;
	await stage.api('/winners/draw', {
		sweepstakesToken: stage.sweepstakesToken,
		howManyWinnersToPick,
		group: 'allgroups',
	});
}

const emails = (items: IDataObject[] | null) => items?.map(({ Email }) => Email) ?? [];

/** Polls, and counts only this poll's calls. */
async function counted(poller: Poller, mode?: 'manual'): Promise<[IDataObject[] | null, number]> {
	stage.sandbox.clearCalls();
	const items = await poller.poll(mode);
	return [items, stage.paths().length];
}

describe('new participants', () => {
	test('a sweepstakes with undated opt-outs can be watched', async () => {
		const Participants = [{ ParticipantToken: 'a', Collection: 'OptOuts' }];
		const body = { Response: true, Participants, Pagination: { Total: 1, TotalPages: 1 } };
		stage.sandbox.faults([{ path: '/participants/fetch', body }]);
		const poller = pollerOf();
		expect(await poller.poll()).toBeNull();
		const added = await enter(1);
		expect(emails(await poller.poll())).toEqual(added);
	});

	test('a list without any date is an error, not silence', async () => {
		const Participants = [{ ParticipantToken: 'a', Collection: 'Participants' }];
		const body = { Response: true, Participants, Pagination: { Total: 1, TotalPages: 1 } };
		stage.sandbox.faults([{ path: '/participants/fetch', body }]);
		await expect(pollerOf().poll()).rejects.toThrow(/without a ParticipantToken or a CreationDate/);
	});

	test('the record is the same as in Participant › Get Many, and unchanged without Simplify', async () => {
		const [simple, raw] = [pollerOf(), pollerOf({ simplify: false })];
		await Promise.all([simple.poll(), raw.poll()]);
		await enter(1);
		expect((await simple.poll())![0]).not.toHaveProperty('UserToken');
		expect((await raw.poll())![0]).toHaveProperty('UserToken');
	});

	test('only watched collections are output; a moved entry is not new', async () => {
		const poller = pollerOf();
		const optOuts = pollerOf({ options: { collections: ['OptOuts'] } });
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

	test('a poll that fails halfway outputs nothing, and the next one returns everything', async () => {
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

	/** Draws between two pages. The service processes one call at a time, so it may take several attempts. */
	async function drawnMeanwhile(): Promise<void> {
		const body = { sweepstakesToken: stage.sweepstakesToken, howManyWinnersToPick: 1, group: 'allgroups' };
		while (!(await stage.api('/winners/draw', body).catch(() => undefined)));
	}
});

describe('a sporadic 404 for a list', () => {
	const missing = (path: string, times: number) => stage.sandbox.faults([{ path, times, status: 404 }]);

	test.each([
		['newParticipant', '/participants/fetch'],
		['newWinner', '/winners/fetch'],
		['optedOut', '/participants/fetch'],
	])('does not start the workflow for earlier records: %s', async (event, path) => {
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
		items?.map(({ Email, repeated }) => [Email, repeated]) ?? [];

	test('the last batch is repeated with the new entries, marked, and only once', async () => {
		const { poller, lost } = await handOver();
		const added = await enter(1);
		const restarted = poller.restarted();
		expect(marked(await restarted.poll())).toEqual([
			...lost.map((email) => [email, true]),
			...added.map((email) => [email, undefined]),
		]);
		expect(await restarted.poll()).toBeNull();
	});

	test('it is repeated after the next crash too, together with later entries', async () => {
		const { poller, lost } = await handOver();
		const added = await enter(1);
		const restarted = poller.restarted();
		await restarted.poll();
		expect(emails(await restarted.restarted().poll())).toEqual([...lost, ...added]);
	});

	test('a batch that crashes n8n each time is repeated for at most an hour', async () => {
		const { poller } = await handOver();
		const restarted = poller.restarted();
		await restarted.poll();
		expect(handedAt(restarted.stored())).toBe(handedAt(poller.stored()));
	});

	test('it is repeated after a failed first poll', async () => {
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
			(poller) =>
				poller.restarted({ parameters: { sweepstakes: stage.picked, options: { afterCrash: 'skip' } } }),
		],
		['a later poll was stored', async (poller) => (await poller.poll(), poller.restarted())],
		['it is an hour old', (poller) => poller.restarted({ staticData: olderBy(3_600_000, poller.stored()) })],
	])('nothing is repeated if %s', async (_what, restart) => {
		const { poller } = await handOver();
		expect(await (await restart(poller)).poll()).toBeNull();
	});

	test('a manual run shows no mark', async () => {
		const { poller } = await handOver();
		expect((await poller.restarted().poll('manual'))![0]).not.toHaveProperty('repeated');
	});

	test('the last winners are repeated', async () => {
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
		expect(await counted(poller)).toEqual([[expect.objectContaining({ Email: added[0] })], 1]);
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
	test('the latest records come out as a sample, with one call, and the static data is unchanged', async () => {
		const poller = pollerOf();
		const added = await enter(25);
		const [items, calls] = await counted(poller, 'manual');
		expect(emails(items)).toEqual(added.slice(-3).reverse());
		expect(calls).toBe(1);
		expect(poller.stored()).toEqual({});
		await draw(5);
		expect(await pollerOf({ event: 'newWinner' }).poll('manual')).toHaveLength(3);
	});

	test.each(['newParticipant', 'newWinner'])('without records, the output is empty: %s', async (event) => {
		expect(await pollerOf({ event }).poll('manual')).toBeNull();
	});
});

describe('readable errors', () => {
	test('a wrong token', async () => {
		await expect(pollerOf({}, {}, 'wrong-token').poll()).rejects.toThrow(
			/^The service (does not accept the API token|does not allow this for your account)/,
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
});
