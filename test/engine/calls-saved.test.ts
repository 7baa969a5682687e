import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { storedColumns } from '../catalogue/world';
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

describe('a limit never reads more pages than needed', () => {
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

	test('reading all participants stops at the last page', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 40);
		await stage.run(participants, 'getMany', { sweepstakes: stage.picked, returnAll: true });
		expect(stage.paths()).toHaveLength(2);
	});
});

describe('winners are read in pages of the largest allowed size', () => {
	beforeEach(async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 130);
		await stage.api('/winners/draw', {
			sweepstakesToken: stage.sweepstakesToken,
			howManyWinnersToPick: 120,
			group: 'allgroups',
		});
	});

	test('120 winners take two calls', async () => {
		const result = await stage.run(winners, 'getMany', { sweepstakes: stage.picked, returnAll: true });
		expect(result.items).toHaveLength(120);
		expect(pagesOf()).toMatchObject([
			{ page: 1, itemsPerPage: 100 },
			{ page: 2, itemsPerPage: 100 },
		]);
	});

	test('a limit sets the page size', async () => {
		const parameters = { sweepstakes: stage.picked, returnAll: false, limit: 7 };
		const result = await stage.run(winners, 'getMany', parameters);
		expect(result.items).toHaveLength(7);
		expect(pagesOf()).toMatchObject([{ page: 1, itemsPerPage: 7 }]);
	});
});

describe('counting does not list', () => {
	test('Count makes one call, whatever the number', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 1_000);
		const [counts] = jsonOf(await stage.run(participants, 'count', { sweepstakes: stage.picked }));
		expect(counts).toMatchObject({ Total: 1_000 });
		expect(stage.paths()).toEqual(['/participants/count']);
	});

	test('a draw with a minimum number of participants counts them', async () => {
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

describe('n8n asks a picker for each letter typed; the picker asks the service once', () => {
	const pick = async (filter: string) => {
		const context = editorOf({ node: participants, account: stage.sandbox, parameters: {} });
		return await participants.methods.listSearch.searchSweepstakes.call(context, filter);
	};
	beforeEach(() => stage.sandbox.clearCalls());

	test('while somebody types, even before the first reply', async () => {
		const all = await Promise.all(['', 's', 'sp', 'spr'].map(pick));
		expect(all.map(({ results }) => results.length)).toEqual([1, 1, 1, 1]);
		expect((await pick('spring')).results).toHaveLength(1);
		expect(stage.paths()).toEqual(['/sweepstakes/fetch']);
	});

	test('again once the cached reply may be stale', async () => {
		await pick('');
		await stage.createSweepstakes('FALL', 'Fall Giveaway');
		const later = performance.now() + 10_001;
		jest.spyOn(performance, 'now').mockReturnValue(later);
		expect((await pick('')).results).toHaveLength(2);
		expect(stage.paths().filter((path) => path === '/sweepstakes/fetch')).toHaveLength(2);
	});

	test('again after a failure', async () => {
		stage.sandbox.faults([{ path: '/sweepstakes/fetch', status: 403 }]);
		await expect(pick('')).rejects.toThrow('does not allow this');
		expect((await pick('')).results).toHaveLength(1);
	});

	test('again for another account', async () => {
		await pick('');
		const stranger = { baseUrl: stage.sandbox.baseUrl, token: 'stranger' };
		const context = editorOf({ node: participants, account: stranger, parameters: {} });
		await expect(participants.methods.listSearch.searchSweepstakes.call(context)).rejects.toThrow(
			'does not allow this',
		);
	});

	test('once for a handler that another picker holds', async () => {
		const groups = new SweepstakesGroup();
		const sweepstakes = { __rl: true, mode: 'handler', value: 'SPRING' };
		for (const filter of ['', 'p', 'pr']) {
			const context = editorOf({ node: groups, account: stage.sandbox, parameters: { sweepstakes } });
			await groups.methods.listSearch.searchGroups.call(context, filter);
		}
		expect(stage.paths()).toEqual(['/sweepstakes/fetch', '/groups/fetch']);
	});
});

describe('an import that is run again takes the way with fewer calls', () => {
	const rows = (count: number) =>
		Array.from({ length: count }, (_, n) => ({ email: `participant${n + 1}@example.com` }));
	const resume = async (count: number) =>
		await stage.run(
			participants,
			'add',
			{
				sweepstakes: stage.picked,
				KeyEmail: '={{ $json.email }}',
				whenAlreadyEntered: 'skip',
				Fields: { mappingMode: 'defineBelow', value: {}, schema: storedColumns(stage.sweepstakesToken) },
			},
			{ items: rows(count) },
		);
	const count = (path: string) => stage.paths().filter((one) => one === path).length;

	test('reads all pages when the list is short', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 90);
		await resume(100);
		expect(count('/participants/fetch')).toBe(5);
		expect(count('/participants/add')).toBe(10);
		expect(stage.paths()).toHaveLength(15);
	});

	test('looks up each row when the list is long, after reading one page', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 1_000);
		await resume(10);
		expect(count('/participants/fetch')).toBe(1);
		expect(count('/participants/single')).toBe(10);
		expect(stage.paths()).toHaveLength(11);
	});
});
