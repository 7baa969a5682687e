import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { inDialects, openStages, stage } from '../support/engine/resource';

/*
 * These tests are about hints for two classic traps in n8n: a list that Limit cuts off, and a node that runs once for
 * each item.
 */

openStages();

const ALL = 'To get all of them, turn on “Return All”.';

inDialects(() => {
	test('if the default of “Limit” cuts off a list, a hint gives the list’s total, but other lists have no hint', async () => {
		for (let count = 1; count <= 51; count++) await stage.addParticipant(`jane${count}@example.com`);
		const hints = async (parameters: object) =>
			(
				await stage.run(new SweepstakesParticipant(), 'getMany', {
					sweepstakes: stage.picked,
					...parameters,
				})
			).hints;
		expect(await hints({})).toEqual([`50 of 51 records were returned. ${ALL}`]);
		expect(await hints({ filters: { search: 'jane' } })).toEqual([`50 of 51 records were returned. ${ALL}`]);
		expect(await hints({ limit: 51 })).toEqual([]);
		expect(await hints({ returnAll: true })).toEqual([]);
		// There is no hint, because a user who lowers the limit expects a shorter list.
		expect(await hints({ limit: 2 })).toEqual([]);
	});

	test('a hint also gives the total if “Limit” cuts off a list that has no pages', async () => {
		for (let count = 1; count <= 50; count++) await stage.createGroup(`Group ${count}`);
		const { hints, items } = await stage.run(new SweepstakesGroup(), 'getMany', {
			sweepstakes: stage.picked,
		});
		expect(items).toHaveLength(50);
		expect(hints).toEqual([`50 of 51 records were returned. ${ALL}`]);
	});
});
