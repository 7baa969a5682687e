import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesTrigger } from '../../nodes/SweepstakesTrigger/SweepstakesTrigger.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { shortenWaits } from '../support/waits';
import { Poller } from './poller';
import { byId, jsonOf, Stage } from './stage';

/* Winners, wherever they come from: the promises in both dialects, then answers that neither text shows. */

const node = new SweepstakesWinner();
const LIST = '/winners/fetch';
const DRAW = '/winners/draw';

let stage: Stage;
afterEach(async () => await stage.close());

const draw = async (parameters: INodeParameters = {}) =>
	await stage.run(node, 'draw', { sweepstakes: stage.picked, howManyWinnersToPick: 2, ...parameters });
const getMany = async (parameters: INodeParameters = {}) =>
	await stage.run(node, 'getMany', { sweepstakes: stage.picked, returnAll: true, ...parameters });
const newWinners = () =>
	new Poller({
		node: new SweepstakesTrigger(),
		parameters: { event: 'newWinner', sweepstakes: stage.picked },
		account: stage.sandbox,
	});
const calls = (wanted: string) => stage.paths().filter((path) => path === wanted).length;
const tokens = (winners: IDataObject[]) => winners.map(({ ParticipantToken }) => ParticipantToken).sort();
afterEach(() => jest.restoreAllMocks());

describe.each(['contract', 'reference'] as const)('winners, %s', (dialect) => {
	beforeEach(async () => {
		shortenWaits();
		stage = await Stage.open({}, undefined, dialect);
		stage.sandbox.fill(stage.sweepstakesToken, 30);
	});

	describe('begin with name, email and phone number', () => {
		const FIRST = ['FirstName', 'LastName', 'Email', 'PhoneNumber', 'ParticipantToken'];
		const isFull = (winner: IDataObject | undefined) => {
			expect(Object.keys(winner ?? {})).toEqual(expect.arrayContaining(FIRST));
			expect(Object.keys(winner ?? {}).slice(0, 4)).toEqual(FIRST.slice(0, 4));
			expect(winner).toMatchObject({
				FirstName: expect.any(String),
				Email: expect.stringMatching(/^participant\d+@example\.com$/),
			});
		};

		test('just drawn, listed, drawn before, or found out after a lost answer', async () => {
			const [drawn] = jsonOf(await draw({ howManyWinnersToPick: 1 }));
			isFull(drawn);
			const [listed] = jsonOf(await getMany());
			isFull(listed);
			expect(FIRST.map((key) => listed![key])).toEqual(FIRST.map((key) => drawn![key]));
			isFull(jsonOf(await draw({ onlyIfNoneDrawn: true }))[0]);
			stage.sandbox.faults([{ path: DRAW, drop: 'after' }]);
			const recovered = jsonOf(await draw());
			expect(recovered).toHaveLength(2);
			recovered.forEach(isFull);
		});

		test('from the trigger, in a poll and as a sample', async () => {
			const poller = newWinners();
			await poller.poll();
			await draw();
			const polled = (await poller.poll()) ?? [];
			expect(polled).toHaveLength(2);
			polled.forEach(isFull);
			(await poller.poll('manual'))!.forEach(isFull);
		});
	});

	test('a draw always says whether spam is left out', async () => {
		await draw();
		expect(stage.lastBody().doNotIncludeSpamParticipants).toBe(true);
		await draw({ options: { doNotIncludeSpamParticipants: false } });
		expect(stage.lastBody().doNotIncludeSpamParticipants).toBe(false);
	});

	test('a lost draw is confirmed although an earlier winner is notified meanwhile', async () => {
		const [earlier] = jsonOf(await draw({ howManyWinnersToPick: 1 }));
		stage.sandbox.faults([{ path: DRAW, drop: 'after', delayMs: 100 }]);
		const drawing = draw();
		while (calls(DRAW) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
		stage.sandbox.notifyWinner(stage.sweepstakesToken, String(earlier!.ParticipantToken));
		const result = await drawing;
		expect(result.error).toBeUndefined();
		expect(result.items).toHaveLength(2);
		expect(tokens(jsonOf(result))).not.toContain(earlier!.ParticipantToken);
		expect(calls(DRAW)).toBe(1);
	});

	test('a notified winner does not start the workflow again', async () => {
		const poller = newWinners();
		await poller.poll();
		const [winner] = jsonOf(await draw({ howManyWinnersToPick: 1 }));
		expect(await poller.poll()).toHaveLength(1);
		stage.sandbox.notifyWinner(stage.sweepstakesToken, String(winner!.ParticipantToken));
		expect(await poller.poll()).toBeNull();
		await draw({ howManyWinnersToPick: 1 });
		expect(await poller.poll()).toHaveLength(1);
	});

	describe('in a service that answers 404 as long as nobody has won', () => {
		const nobody = (times = 1) => stage.sandbox.faults([{ path: LIST, status: 404, times }]);

		test('the first draw is made', async () => {
			nobody();
			expect((await draw()).items).toHaveLength(2);
			expect(calls(DRAW)).toBe(1);
		});

		test('the first draw is made with Only If None Drawn Yet', async () => {
			nobody();
			expect((await draw({ onlyIfNoneDrawn: true })).items).toHaveLength(2);
		});

		test('a lost answer to the first draw is confirmed once the list is there', async () => {
			nobody();
			stage.sandbox.faults([{ path: DRAW, drop: 'after' }]);
			const drawn = jsonOf(await draw());
			expect(calls(DRAW)).toBe(1);
			expect(tokens(drawn)).toEqual(tokens(jsonOf(await getMany())));
		});

		test('a lost answer to the first draw is in doubt while the list is not there', async () => {
			nobody(2);
			stage.sandbox.faults([{ path: DRAW, drop: 'after' }]);
			expect((await draw()).error?.message).toContain('It may have been processed');
			expect(calls(DRAW)).toBe(1);
		});

		test('a list is empty and a count is 0', async () => {
			nobody(2);
			expect(await getMany()).toMatchObject({ error: undefined, items: [] });
			const count = await stage.run(node, 'count', { sweepstakes: stage.picked });
			expect(jsonOf(count)).toMatchObject([{ TotalWinners: 0 }]);
		});

		test('the trigger waits for the first winners', async () => {
			nobody(2);
			const poller = newWinners();
			expect(await poller.poll()).toBeNull();
			expect(await poller.poll()).toBeNull();
			await draw();
			expect(await poller.poll()).toHaveLength(2);
		});
	});

	test('a sweepstakes that does not exist is an error, not an empty list', async () => {
		const { error } = await getMany({ sweepstakes: byId('3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f') });
		expect(error?.message).toMatch(/not found/i);
	});

	test('a search finds its one match with one call', async () => {
		await draw({ howManyWinnersToPick: 25 });
		const [some] = jsonOf(await getMany());
		const found = jsonOf(await getMany({ filters: { search: String(some!.Email) } }));
		expect(tokens(found)).toContain(some!.ParticipantToken);
		expect(calls(LIST)).toBe(1);
	});
});

describe('where the texts are silent', () => {
	beforeEach(async () => {
		shortenWaits();
		stage = await Stage.open();
	});

	const page = (Winners: object[], TotalWinners = 63) => ({
		path: LIST,
		body: { Response: true, TotalWinners, Winners },
	});
	const one = { ParticipantToken: 'P1', KeyEmail: 'jane@example.com' };
	const found = { ParticipantToken: 'P1', Email: 'jane@example.com' };

	test('a total that counts all winners under a search does not make a call for each of them', async () => {
		stage.sandbox.faults([page([one]), page([])]);
		expect(jsonOf(await getMany({ filters: { search: 'jane' } }))).toMatchObject([found]);
		expect(calls(LIST)).toBe(2);
	});

	test('a 404 after the last page of a search ends the list', async () => {
		stage.sandbox.faults([page([one]), { path: LIST, status: 404 }]);
		expect(jsonOf(await getMany({ filters: { search: 'jane' } }))).toMatchObject([found]);
	});

	test('without a search, a 404 in the middle of the list is an error', async () => {
		stage.sandbox.faults([page([one]), { path: LIST, status: 404 }]);
		expect((await getMany()).error).toBeDefined();
	});

	test('a page size that is refused is reduced to that of the contract', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 30);
		await draw({ howManyWinnersToPick: 25 });
		stage.sandbox.faults([{ path: LIST, status: 400 }]);
		expect((await getMany()).items).toHaveLength(25);
		const sizes = stage.sandbox.calls().map(({ body }) => (body as IDataObject).itemsPerPage);
		expect(sizes).toEqual([100, 10, 10, 10]);
	});

	test.each<[string, object, object]>([
		[
			'a form with other keys',
			{ EntryPagesFields: { 'First Name': 'Jo', lastname: 'Doe' } },
			{ FirstName: 'Jo', LastName: 'Doe', Email: '', PhoneNumber: '' },
		],
		[
			'a phone number in the form',
			{ KeyPhoneNumber: null, EntryPagesFields: { Mobile_Number: '2025550100' } },
			{ PhoneNumber: '2025550100' },
		],
		['a phone number as a number', { KeyPhoneNumber: 2025550100 }, { PhoneNumber: 2025550100 }],
		[
			'the keys of a draw before those of the list',
			{ Email: 'a@example.com', KeyEmail: 'b@example.com' },
			{ Email: 'a@example.com' },
		],
		[
			'no form',
			{ EntryPagesFields: null, Prize: 'Car' },
			{ EntryPagesFields: null, Prize: 'Car', FirstName: '' },
		],
	])('a winner is read from %s', async (_what, record, expected) => {
		stage.sandbox.faults([page([record], 1)]);
		expect(jsonOf(await getMany())).toMatchObject([expected]);
	});

	test('a lost draw is in doubt if the list has other winners, but as many as before', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 5);
		stage.sandbox.faults([
			page([{ ParticipantToken: 'A' }], 1),
			page([{ ParticipantToken: 'B' }], 1),
			{ path: DRAW, drop: 'after' },
		]);
		const { error } = await draw({ howManyWinnersToPick: 1 });
		expect(error?.message).toContain('It may have been processed');
		expect(calls(DRAW)).toBe(1);
	});

	test('one winner removed and another drawn between two polls starts the workflow', async () => {
		const poller = newWinners();
		const at = (ParticipantToken: string, day: number) => ({
			ParticipantToken,
			DrawDateTime: `2090-01-0${day}T00:00:00Z`,
		});
		stage.sandbox.faults([page([at('B', 2), at('A', 1)], 2)]);
		await poller.poll();
		const now = page([at('A', 3), at('B', 2)], 2);
		stage.sandbox.faults([now, now, now]);
		expect(await poller.poll()).toMatchObject([at('A', 3)]);
		expect(await poller.poll()).toBeNull();
	});
});
