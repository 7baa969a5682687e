import { Sweepstakes } from '../../nodes/Sweepstakes/Sweepstakes.node';
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

test('the hint about a run’s calls does not count calls that were made only for hints', async () => {
	const parameters = {
		sweepstakes: stage.picked,
		KeyEmail: 'jane@example.com',
		whenAlreadyEntered: 'skip',
	};
	stage.sandbox.faults([
		// The 503 suggests that another process is at work, so the node reads the newest entries at the end of the run.
		{ path: '/participants/single', status: 503 },
		{ path: '/participants/fetch', status: 429, retryAfter: 1 },
	]);
	const { hints } = await stage.run(new SweepstakesParticipant(), 'add', parameters);
	expect(stage.callsTo('/participants/fetch')).toBe(2);
	const [hint] = hints;
	expect(hint).toContain('1 of them repeated because the service was busy');
	expect(hint).toContain(`This run made ${stage.paths().length - 2} calls`);
});

const REPEATED =
	'This node ran 3 times with the same settings, once for each input item. To run only once, turn on “Execute Once” in the Settings tab of this node.';

test.each<[string, string, object, string[]]>([
	['a hint says that a node read the same records for each item', 'getMany', {}, [REPEATED]],
	[
		'a hint says that a node read the same records by an expression',
		'getMany',
		{ filters: { search: '={{ $json.same }}' } },
		[REPEATED],
	],
	[
		'there is no hint about repeated reading if a node reads other records for each item',
		'getMany',
		{ filters: { search: '={{ $json.other }}' } },
		[],
	],
	[
		'there is no hint about repeated reading if a node adds what it reads to each item',
		'getMany',
		{ options: { includeInputFields: true } },
		[],
	],
	['there is no hint about repeated reading if a node writes', 'pause', {}, []],
])('%s', async (_what, operation, parameters, expected) => {
	const items = ['a', 'b', 'c'].map((other) => ({ other, same: 'spring' }));
	const { hints, error } = await stage.run(
		new Sweepstakes(),
		operation,
		{ ...(operation === 'pause' && { sweepstakes: stage.picked }), ...parameters },
		{ items },
	);
	expect(error).toBeUndefined();
	expect(hints).toEqual(expected);
});
