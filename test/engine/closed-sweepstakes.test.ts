import { Sweepstakes } from '../../nodes/Sweepstakes/Sweepstakes.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import type { Json } from '../../nodes/shared/json';
import { by, inDialects, openStages, stage } from '../support/engine/resource';
import { ID } from '../support/constants';

/* Hints about work in a sweepstakes that has ended, is paused or is archived. No item fails because of such a state. */

openStages();

const LIST = '/sweepstakes/fetch';
const ENDED = 'Spring Giveaway ended on 2020-03-03';

/** Changes the stored sweepstakes as the passing of time or its owner would. The API cannot make these changes. */
function become(change: object): void {
	const one = [...stage.sandbox.store.sweepstakes.all()][0]!;
	stage.sandbox.store.sweepstakes.update(one, change);
}

function end(): void {
	const { Settings } = [...stage.sandbox.store.sweepstakes.all()][0]!;
	become({ Settings: { ...Settings, StartDate: '2020-01-01', EndDate: '2020-03-03' } });
}

const add = async () =>
	await stage.run(
		new SweepstakesParticipant(),
		'add',
		{
			sweepstakes: stage.picked,
			KeyEmail: '={{ $json.email }}',
			KeyPhoneNumber: '={{ $json.phone }}',
			Fields: { mappingMode: 'defineBelow', value: { First_Name: 'Jane', Last_Name: 'Smith' } },
		},
		{
			items: [1, 2, 3].map((n) => ({ email: `jane${n}@example.com`, phone: `+1202555010${n}` })),
			onError: 'continueErrorOutput',
		},
	);

inDialects(() => {
	test.each([
		['has ended', end],
		['is archived', () => become({ Archived: true })],
	])(
		'“Add” adds people to a sweepstakes that %s, and makes no call to find that out',
		async (_state, close) => {
			close();
			const { items, hints } = await add();
			expect(items).toHaveLength(3);
			expect(hints).toEqual([]);
			expect(stage.callsTo(LIST)).toBe(0);
		},
	);

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

describe('the hint of “Resume” that the sweepstakes has ended', () => {
	const open = { SweepstakesName: 'Spring', Status: true };
	const endedAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
	const resume = async () => await stage.run(new Sweepstakes(), 'resume', { sweepstakes: stage.picked });
	test.each<[string, string[], Json]>([
		['no end', [], open],
		['an end that is not a date', [], { ...open, Settings: { ExpirationDate: 'soon' } }],
		['an end that has passed only in some time zones', [], { ...open, EndDate: endedAgo(1).slice(0, 16) }],
		['a past end with a time zone', [`Spring ended on`], { ...open, EndDate: endedAgo(1) }],
		['a past end but no name', [`The sweepstakes ended on 2020-03-03`], { EndDate: '2020-03-03' }],
		['null for its settings', [], { ...open, Settings: null, EndDate: null }],
		['a later end in the settings', [], { ...open, Settings: { EndDate: '', ExpirationDate: '2090-01-01' } }],
	])('depends on the sweepstakes’ record: with %s, the hints are %j', async (_what, expected, record) => {
		stage.answer(LIST, { Data: [{ SweepstakesToken: stage.sweepstakesToken, ...record }] });
		const { items, hints } = await resume();
		expect(items).toHaveLength(1);
		expect(hints).toEqual(expected.map((hint) => expect.stringContaining(hint) as unknown));
	});

	test.each<[string, () => void]>([
		['a failure', () => stage.sandbox.faults([{ path: LIST, status: 500, times: 20 }])],
		['a refusal of the token', () => stage.sandbox.faults([{ path: LIST, status: 401 }])],
		['a list in another format', () => stage.answer(LIST, { Data: 'none' })],
		['a list without the sweepstakes', () => stage.answer(LIST, { Data: [{ SweepstakesToken: ID }] })],
	])('is left out if the service returns %s', async (_what, answer) => {
		answer();
		expect(await resume()).toMatchObject({ items: [{}], errorItems: [], hints: [] });
	});
});
