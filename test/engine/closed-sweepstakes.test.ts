import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { by, inDialects, openStages, stage } from '../support/engine/resource';

/* Hints about work in a sweepstakes that has ended, is paused or is archived. No item fails because of such a state. */

openStages();

const LIST = '/sweepstakes/fetch';

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

	test.each([
		['paused', { Status: false }],
		['archived', { Archived: true }],
	])('if the sweepstakes is %s, a dry run of “Draw” says so', async (state, change) => {
		await stage.addParticipant('jane@example.com');
		become(change);
		const draw = {
			sweepstakes: stage.picked,
			howManyWinnersToPick: 1,
			group: by('list', 'allgroups'),
			options: { dryRun: true },
		};
		const { error, hints } = await stage.run(new SweepstakesWinner(), 'draw', draw);
		expect(error).toBeUndefined();
		expect(hints).toContain(
			`The sweepstakes is ${state}. The service does not draw from a paused or archived sweepstakes.`,
		);
	});
});
