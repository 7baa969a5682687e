import { SweepstakesEntryPage } from '../../nodes/SweepstakesEntryPage/SweepstakesEntryPage.node';
import { jsonOf, Stage } from './stage';

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open();
});
afterEach(async () => await stage.close());

describe('Entry Page', () => {
	test('Get Fields returns an item for each field of the form', async () => {
		const result = await stage.run(new SweepstakesEntryPage(), 'getFields', { sweepstakes: stage.picked });
		const fields = jsonOf(result);
		expect(fields.length).toBeGreaterThan(1);
		for (const field of fields)
			expect(field).toMatchObject({
				FieldName: expect.any(String),
				FieldRequired: expect.any(Boolean),
				SweepstakesToken: stage.sweepstakesToken,
			});
		expect(Object.keys(fields[0]!)[0]).toBe('FieldName');
	});

	test('Get Fields also finds the sweepstakes by its handler', async () => {
		await stage.run(new SweepstakesEntryPage(), 'getFields', {
			sweepstakes: { __rl: true, mode: 'handler', value: 'spring' },
		});
		expect(stage.lastBody()).toEqual({ SweepstakesToken: stage.sweepstakesToken });
	});

	test('an invalid ID is refused before anything is sent, and the error names the picker', async () => {
		const sentence = await stage.refusal(new SweepstakesEntryPage(), 'getFields', {
			sweepstakes: { __rl: true, mode: 'id', value: 'summer' },
		});
		expect(sentence).toBe(
			'Item 1: “Sweepstakes” must be an ID such as 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f, but is “summer”',
		);
	});
});
