import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { storedColumns } from '../catalogue/world';
import { createEditor } from '../support/engine/engine';
import { by, openStages, stage } from '../support/engine/resource';

const participants = new SweepstakesParticipant();

openStages();

describe('a picker that n8n queries after each typed letter', () => {
	const pick = async (filter: string, token = stage.sandbox.token) => {
		const account = { baseUrl: stage.sandbox.baseUrl, token };
		const context = createEditor({ node: participants, account, parameters: {} });
		return await participants.methods.listSearch.searchSweepstakes!.call(context, filter);
	};
	beforeEach(() => stage.sandbox.clearCalls());

	test('calls the service only once while the user types, even if the first reply has not arrived yet', async () => {
		const all = await Promise.all(['', 's', 'sp', 'spr'].map(async (filter) => await pick(filter)));
		expect(all.map(({ results }) => results.length)).toEqual([1, 1, 1, 1]);
		expect((await pick('spring')).results).toHaveLength(1);
		expect(stage.paths()).toEqual(['/sweepstakes/fetch']);
	});

	test('calls the service again when the cached reply may be out of date', async () => {
		await pick('');
		await stage.createSweepstakes('FALL', 'Fall Giveaway');
		const later = performance.now() + 10_001;
		jest.spyOn(performance, 'now').mockReturnValue(later);
		expect((await pick('')).results).toHaveLength(2);
		expect(stage.callsTo('/sweepstakes/fetch')).toBe(2);
	});

	test('calls the service again after a failure, and for another account', async () => {
		stage.sandbox.faults([{ path: '/sweepstakes/fetch', status: 403 }]);
		await expect(pick('')).rejects.toThrow('does not allow this');
		expect((await pick('')).results).toHaveLength(1);
		await expect(pick('', 'stranger')).rejects.toThrow('does not allow this');
	});

	test('calls the service once to find a handler’s sweepstakes, and once to list the groups', async () => {
		const groups = new SweepstakesGroup();
		const sweepstakes = by('id', 'SPRING');
		for (const filter of ['', 'p', 'pr']) {
			const context = createEditor({ node: groups, account: stage.sandbox, parameters: { sweepstakes } });
			await groups.methods.listSearch.searchGroups!.call(context, filter);
		}
		expect(stage.paths()).toEqual(['/sweepstakes/fetch', '/groups/fetch']);
	});
});

test('a repeated import into a sweepstakes with many participants reads one page of them, and then looks up each row', async () => {
	stage.sandbox.fill(stage.sweepstakesToken, 1_000);
	const items = Array.from({ length: 10 }, (_, n) => ({ email: `participant${n + 1}@example.com` }));
	const parameters = {
		sweepstakes: stage.picked,
		KeyEmail: '={{ $json.email }}',
		whenAlreadyEntered: 'skip',
		Fields: { mappingMode: 'defineBelow', value: {}, schema: storedColumns() },
	};
	await stage.run(participants, 'add', parameters, { items });
	expect(stage.callsTo('/participants/fetch')).toBe(1);
	expect(stage.callsTo('/participants/single')).toBe(10);
	expect(stage.callsTo('/entrypage/fields')).toBe(1);
	expect(stage.paths()).toHaveLength(12);
});
