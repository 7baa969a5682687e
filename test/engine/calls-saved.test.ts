import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { editorOf } from './engine';
import { jsonOf, Stage } from './stage';

const participants = new SweepstakesParticipant();
const winners = new SweepstakesWinner();

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await stage.close();
});

const pagesOf = () => stage.sandbox.calls().map(({ body }) => body);

describe('a limit never reads a page too many', () => {
	test.each([
		[1, 1],
		[20, 1],
		[21, 2],
		[40, 2],
	])('%i participants take %i pages of 20', async (limit, pages) => {
		stage.sandbox.fill(stage.sweepstakesToken, 100);
		const parameters = { sweepstakes: stage.picked, returnAll: false, limit };
		const result = await stage.run(participants, 'getMany', parameters);
		expect(result.items).toHaveLength(limit);
		expect(stage.paths()).toEqual(Array(pages).fill('/participants/fetch'));
	});

	test('all participants take no page beyond the last, not even an empty one', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 40);
		await stage.run(participants, 'getMany', { sweepstakes: stage.picked, returnAll: true });
		expect(stage.paths()).toHaveLength(2);
	});
});

describe('winners are read with the largest page that the service grants', () => {
	beforeEach(async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 130);
		await stage.api('/winners/draw', {
			sweepstakesToken: stage.sweepstakesToken,
			howManyWinnersToPick: 120,
			group: 'allgroups',
		});
	});

	test('120 winners take two calls, not twelve', async () => {
		const result = await stage.run(winners, 'getMany', { sweepstakes: stage.picked, returnAll: true });
		expect(result.items).toHaveLength(120);
		expect(pagesOf()).toMatchObject([
			{ page: 1, itemsPerPage: 100 },
			{ page: 2, itemsPerPage: 100 },
		]);
	});

	test('a limit is the size of the one page', async () => {
		const parameters = { sweepstakes: stage.picked, returnAll: false, limit: 7 };
		const result = await stage.run(winners, 'getMany', parameters);
		expect(result.items).toHaveLength(7);
		expect(pagesOf()).toMatchObject([{ page: 1, itemsPerPage: 7 }]);
	});
});

describe('where a number is wanted, it is counted, not listed', () => {
	test('Count is one call, however many there are', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 1_000);
		const [counts] = jsonOf(await stage.run(participants, 'count', { sweepstakes: stage.picked }));
		expect(counts).toMatchObject({ Counts: { Total: 1_000 } });
		expect(stage.paths()).toEqual(['/participants/count']);
	});

	test('a draw that needs a least number of participants counts them', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 200);
		await stage.run(winners, 'draw', {
			sweepstakes: stage.picked,
			howManyWinnersToPick: 1,
			options: { minimumParticipants: 200 },
		});
		expect(stage.paths().filter((path) => path.startsWith('/participants/'))).toEqual([
			'/participants/count',
		]);
	});
});

describe('a picker asks again for each letter, the service is asked once', () => {
	const pick = async (filter: string) => {
		const context = editorOf({ node: participants, account: stage.sandbox, parameters: {} });
		return await participants.methods.listSearch.searchSweepstakes.call(context, filter);
	};
	beforeEach(() => stage.sandbox.clearCalls());

	test('while somebody types, and also before the first answer is there', async () => {
		const all = await Promise.all(['', 's', 'sp', 'spr'].map(pick));
		expect(all.map(({ results }) => results.length)).toEqual([1, 1, 1, 1]);
		expect((await pick('spring')).results).toHaveLength(1);
		expect(stage.paths()).toEqual(['/sweepstakes/fetch']);
	});

	test('anew when the answer may be stale', async () => {
		await pick('');
		await stage.createSweepstakes('FALL', 'Fall Giveaway');
		const later = performance.now() + 10_001;
		jest.spyOn(performance, 'now').mockReturnValue(later);
		expect((await pick('')).results).toHaveLength(2);
		expect(stage.paths().filter((path) => path === '/sweepstakes/fetch')).toHaveLength(2);
	});

	test('anew after a failure', async () => {
		stage.sandbox.faults([{ path: '/sweepstakes/fetch', status: 403 }]);
		await expect(pick('')).rejects.toThrow('does not allow this');
		expect((await pick('')).results).toHaveLength(1);
	});

	test('anew for another account', async () => {
		await pick('');
		const stranger = { baseUrl: stage.sandbox.baseUrl, token: 'stranger' };
		const context = editorOf({ node: participants, account: stranger, parameters: {} });
		await expect(participants.methods.listSearch.searchSweepstakes.call(context)).rejects.toThrow(
			'does not allow this',
		);
	});

	test('and once for the handler that the picker beside holds', async () => {
		const groups = new SweepstakesGroup();
		const sweepstakes = { __rl: true, mode: 'handler', value: 'SPRING' };
		for (const filter of ['', 'p', 'pr']) {
			const context = editorOf({ node: groups, account: stage.sandbox, parameters: { sweepstakes } });
			await groups.methods.listSearch.searchGroups.call(context, filter);
		}
		expect(stage.paths()).toEqual(['/sweepstakes/fetch', '/groups/fetch']);
	});
});

describe('an import that is run again takes the cheaper way', () => {
	const rows = (count: number) =>
		Array.from({ length: count }, (_, n) => ({ email: `participant${n + 1}@example.com` }));
	const resume = async (count: number) =>
		await stage.run(
			participants,
			'add',
			{ sweepstakes: stage.picked, KeyEmail: '={{ $json.email }}', whenAlreadyEntered: 'skip' },
			{ items: rows(count) },
		);
	const count = (path: string) => stage.paths().filter((one) => one === path).length;

	test('all pages of a list that is shorter than the rows, and no call more than those and the new rows', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 90);
		await resume(100);
		expect(count('/participants/fetch')).toBe(5);
		expect(count('/participants/add')).toBe(10);
		expect(stage.paths()).toHaveLength(15);
	});

	test('a lookup for each row beside a long list, of which one page is read to know', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 1_000);
		await resume(10);
		expect(count('/participants/fetch')).toBe(1);
		expect(count('/participants/single')).toBe(10);
		expect(stage.paths()).toHaveLength(11);
	});
});
