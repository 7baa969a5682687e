import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { inDialects, openStages, stage } from '../support/engine/resource';

/*
 * These tests are about hints for two classic traps in n8n: a list that Limit cuts off, and a node that runs once for
 * each item.
 */

openStages();

const ALL = 'To get all of them, turn on “Return All”.';

inDialects(() => {
	test('if “Limit” cuts off a list, a hint gives the list’s total, but other lists have no hint', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 51);
		const hints = async (parameters: object) =>
			(
				await stage.run(new SweepstakesParticipant(), 'getMany', {
					sweepstakes: stage.picked,
					...parameters,
				})
			).hints;
		expect(await hints({})).toEqual([`50 of 51 records were returned. ${ALL}`]);
		expect(await hints({ filters: { search: 'participant' } })).toEqual([
			`50 of 51 records were returned. ${ALL}`,
		]);
		expect(await hints({ limit: 51 })).toEqual([]);
		expect(await hints({ returnAll: true })).toEqual([]);
		expect(await hints({ limit: 2 })).toEqual([`2 of 51 records were returned. ${ALL}`]);
	});

	test('hints give the total of cut-off winners, but not of a search', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 12);
		await stage.api('/winners/draw', {
			sweepstakesToken: stage.sweepstakesToken,
			howManyWinnersToPick: 11,
			group: 'allgroups',
		});
		const hints = async (limit: number, filters = {}) =>
			(
				await stage.run(new SweepstakesWinner(), 'getMany', { sweepstakes: stage.picked, limit, filters })
			).hints.filter((hint) => hint.includes('To get all'));
		expect(await hints(10)).toEqual([`10 of 11 records were returned. ${ALL}`]);
		expect(await hints(11)).toEqual([]);
		const search = { search: '@' };
		expect(await hints(10, search)).toEqual([
			`Only the first 10 records were returned, and there may be more. ${ALL}`,
		]);
		expect(await hints(12, search)).toEqual([]);
		expect(await hints(3, { onlyTheFirst: 4 })).toEqual([`3 of 4 records were returned. ${ALL}`]);
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

describe('a field that an expression leaves empty', () => {
	const add = async (rows: object[], more: object = {}) =>
		(
			await stage.run(
				new SweepstakesParticipant(),
				'add',
				{
					sweepstakes: stage.picked,
					KeyEmail: '={{ $json.email }}',
					KeyPhoneNumber: '={{ $json.phone }}',
					...more,
				},
				{ items: rows as never },
			)
		).hints;
	const people = ['ann', 'bob'].map((name) => ({
		first_name: name,
		phone1: '',
		email: `${name}@example.com`,
	}));
	const INPUT = 'The input has these fields: first_name, phone1, email';

	test('for all items is named in a hint, with the fields of the input', async () => {
		expect(await add(people)).toEqual([
			`“Phone Number” was empty for all 2 items: {{ $json.phone }}. ${INPUT}`,
		]);
		expect(await add(people.slice(0, 1), { options: { source: '={{ $json.from }}' } })).toEqual([
			`“Phone Number” was empty for the item: {{ $json.phone }}. ${INPUT}`,
			'“Options › Source” was empty for the item: {{ $json.from }}',
		]);
	});

	test('is named even if it is a field of the entry form', async () => {
		const value = { First_Name: '={{ $json.first_name }}', Last_Name: '={{ $json.last_name }}' };
		const Fields = { mappingMode: 'defineBelow', value, schema: [] };
		expect(await add(people, { KeyPhoneNumber: '', Fields })).toEqual([
			`“Last_Name” was empty for all 2 items: {{ $json.last_name }}. ${INPUT}`,
		]);
	});

	test('for only some of the items is not named, and neither is a field without an expression', async () => {
		const [ann, bob] = people as [object, object];
		expect(await add([ann, { ...bob, phone: '2025550123' }])).toEqual([]);
		expect(await add(people, { KeyPhoneNumber: '' })).toEqual([]);
	});
});
