import type { INodeParameters } from 'n8n-workflow';

import { Sweepstakes } from '../../nodes/Sweepstakes/Sweepstakes.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import type { Json } from '../../nodes/shared/json';
import { by, inDialects, openStages, stage } from '../support/engine/resource';
import { ID } from '../support/constants';
import { byId } from '../support/engine/stage';

/* Hints about work in a sweepstakes that has ended, is paused or is archived. No item fails because of such a state. */

openStages();

const LIST = '/sweepstakes/fetch';
const ADD = '/participants/add';
const ENDED = 'Spring Giveaway ended on 2020-03-03';
const ACCEPTED =
	'but the service still accepted entries. If that was a mistake, delete the new participants.';

/** Changes the stored sweepstakes as the passing of time or its owner would. The API cannot make these changes. */
function become(change: object, index = 0): void {
	const one = [...stage.sandbox.store.sweepstakes.all()][index]!;
	stage.sandbox.store.sweepstakes.update(one, change);
}

function end(index = 0): void {
	const { Settings } = [...stage.sandbox.store.sweepstakes.all()][index]!;
	become({ Settings: { ...Settings, StartDate: '2020-01-01', EndDate: '2020-03-03' } }, index);
}

const add = async (sweepstakes: INodeParameters) =>
	await stage.run(
		new SweepstakesParticipant(),
		'add',
		{
			sweepstakes,
			KeyEmail: '={{ $json.email }}',
			KeyPhoneNumber: '={{ $json.phone }}',
			Fields: { mappingMode: 'defineBelow', value: { First_Name: 'Jane', Last_Name: 'Smith' } },
		},
		{
			items: [1, 2, 3].map((n) => ({ email: `jane${n}@example.com`, phone: `+1202555010${n}` })),
			onError: 'continueErrorOutput',
		},
	);
const listed = (state: string) => ({ ...stage.picked, cachedResultName: `Spring Giveaway (SPRING)${state}` });

inDialects(() => {
	test('“Add” adds people to an ended sweepstakes, and makes one more call so that a hint can say that it has ended', async () => {
		end();
		const { items, hints } = await add(listed(', until 2020-03-03'));
		expect(items).toHaveLength(3);
		expect(hints).toEqual([`${ENDED}, ${ACCEPTED}`]);
		expect(stage.callsTo(LIST)).toBe(1);
	});

	test('if people were added to two ended sweepstakes, the hints have the order of the items', async () => {
		const summer = await stage.createSweepstakes('SUMMER', 'Summer Giveaway');
		end(0);
		end(1);
		const picked = `={{ $itemIndex === 0 ? '${stage.sweepstakesToken}' : '${summer}' }}`;
		const { hints } = await add(byId(picked));
		expect(hints).toEqual([expect.stringMatching(/^Spring/), expect.stringMatching(/^Summer/)]);
	});

	test('“Add” makes no call for a hint after the service has refused the API token', async () => {
		end();
		stage.sandbox.faults([{ path: ADD }, { path: ADD, status: 401 }]);
		const { errorItems, hints } = await add(listed(', until 2020-03-03'));
		expect(errorItems).toHaveLength(2);
		expect(hints).toEqual([]);
		expect(stage.callsTo(LIST)).toBe(0);
	});

	test.each([', until 2090-01-01', ', from 2090-01-01'])(
		'if the list showed “%s” when the sweepstakes was picked, “Add” does not look up whether it has ended',
		async (state) => {
			expect(await add(listed(state))).toMatchObject({ items: [{}, {}, {}], hints: [] });
			expect(stage.callsTo(LIST)).toBe(0);
		},
	);

	test.each([
		['by ID', () => byId(stage.sweepstakesToken)],
		['by handler', () => byId('SPRING')],
		['from a list that showed no state', () => listed('')],
	])('“Add” looks up whether a sweepstakes has ended if it was picked %s', async (_how, picked) => {
		end();
		expect((await add(picked())).hints).toEqual([`${ENDED}, ${ACCEPTED}`]);
		expect(stage.callsTo(LIST)).toBe(1);
	});

	test('“Add” adds people to an archived sweepstakes, and a hint says that it is archived', async () => {
		become({ Archived: true });
		const { items, hints } = await add(byId(stage.sweepstakesToken));
		expect(items).toHaveLength(3);
		expect(hints).toEqual([`Spring Giveaway is archived, ${ACCEPTED}`]);
	});

	test('if nobody was added, “Add” gives no hint and does not look up whether the sweepstakes has ended', async () => {
		become({ Status: false });
		const { errorItems, hints } = await add(byId(stage.sweepstakesToken));
		expect(errorItems).toHaveLength(3);
		expect(hints).toEqual([]);
		expect(stage.callsTo(LIST)).toBe(0);
	});

	test('the error about a paused sweepstakes does not blame fields that are missing from the entry form', async () => {
		become({ Status: false });
		const person = {
			sweepstakes: stage.picked,
			KeyEmail: 'jane@example.com',
			KeyPhoneNumber: '+12025550123',
		};
		const { error } = await stage.run(new SweepstakesParticipant(), 'add', person);
		expect(error?.message).toMatch(/paused/);
		expect(error?.description ?? '').not.toContain('entry form');
	});

	test('if the sweepstakes has ended, a hint of “Resume” says so', async () => {
		const resume = async () =>
			(await stage.run(new Sweepstakes(), 'resume', { sweepstakes: stage.picked })).hints;
		expect(await resume()).toEqual([]);
		end();
		expect(await resume()).toEqual([`${ENDED}. To extend it, change “End Date” with Sweepstakes › Update.`]);
		become({ Archived: true });
		expect(await resume()).toEqual([]);
	});

	test('if the sweepstakes is paused, a hint says so after “Schedule Drawing” and after a dry run of “Draw”', async () => {
		await stage.addParticipant('jane@example.com');
		become({ Status: false });
		const drawing = {
			sweepstakes: stage.picked,
			howManyWinnersToPick: 1,
			group: by('list', 'allgroups'),
			endDate: '2090-06-01',
			endTime: '12:00',
			timezone: by('list', '1'),
		};
		for (const [operation, options] of [
			['draw', { dryRun: true }],
			['schedule', {}],
		] as const) {
			const { error, hints } = await stage.run(new SweepstakesWinner(), operation, { ...drawing, options });
			expect(error).toBeUndefined();
			expect(hints).toContain(
				'Spring Giveaway is paused. The service does not draw from a paused or archived sweepstakes.',
			);
		}
	});
});

describe('the hint of “Add” that the sweepstakes has ended', () => {
	const open = { SweepstakesName: 'Spring', Status: true };
	const endedAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
	test.each<[string, string[], Json]>([
		['no end', [], open],
		['an end that is not a date', [], { ...open, Settings: { ExpirationDate: 'soon' } }],
		['an end that has passed only in some time zones', [], { ...open, EndDate: endedAgo(1).slice(0, 16) }],
		['a past end with a time zone', [`Spring ended on`], { ...open, EndDate: endedAgo(1) }],
		[
			'a past end but no name',
			[`The sweepstakes ended on 2020-03-03, ${ACCEPTED}`],
			{ EndDate: '2020-03-03' },
		],
		['null for its settings', [], { ...open, Settings: null, EndDate: null }],
		['a later end in the settings', [], { ...open, Settings: { EndDate: '', ExpirationDate: '2090-01-01' } }],
	])('depends on the sweepstakes’ record: with %s, the hints are %j', async (_what, expected, record) => {
		stage.answer(LIST, { Data: [{ SweepstakesToken: stage.sweepstakesToken, ...record }] });
		const { items, hints } = await add(byId(stage.sweepstakesToken));
		expect(items).toHaveLength(3);
		expect(hints).toEqual(expected.map((hint) => expect.stringContaining(hint) as unknown));
	});

	test.each<[string, () => void]>([
		['a failure', () => stage.sandbox.faults([{ path: LIST, status: 500, times: 20 }])],
		['a refusal of the token', () => stage.sandbox.faults([{ path: LIST, status: 401 }])],
		['a list in another format', () => stage.answer(LIST, { Data: 'none' })],
		['a list without the sweepstakes', () => stage.answer(LIST, { Data: [{ SweepstakesToken: ID }] })],
	])('is left out if the service returns %s', async (_what, answer) => {
		answer();
		const result = await add(byId(stage.sweepstakesToken));
		expect(result).toMatchObject({ items: [{}, {}, {}], errorItems: [], hints: [] });
	});
});
