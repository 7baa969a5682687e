import { SweepstakesAccount } from '../../nodes/SweepstakesAccount/SweepstakesAccount.node';
import { SweepstakesEntryPage } from '../../nodes/SweepstakesEntryPage/SweepstakesEntryPage.node';
import { jsonOf, Stage } from './stage';

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open({ MaxInvoicesAllowed: 77 });
});
afterEach(async () => await stage.close());

describe('Account', () => {
	const node = new SweepstakesAccount();

	test('Check Health says that the service works and accepts the API token', async () => {
		expect(jsonOf(await stage.run(node, 'checkHealth'))).toEqual([
			{ Response: true, Message: expect.any(String) },
		]);
	});

	test.each([
		['getProfile', '/account/profile', 'ProfileData'],
		['getBusiness', '/account/business', 'BusinessName'],
	])('%s returns the record itself, without the envelope', async (operation, path, field) => {
		const [record] = jsonOf(await stage.run(node, operation));
		expect(record).toHaveProperty(field);
		expect(record).not.toHaveProperty('Response');
		expect(stage.sandbox.calls()).toMatchObject([{ method: 'POST', path, body: null }]);
	});

	test('Get Plan returns the limits that people plan by, wherever in the plan they stand', async () => {
		const [plan] = jsonOf(await stage.run(node, 'getPlan'));
		expect(Object.keys(plan!)).toHaveLength(10);
		expect(plan).toMatchObject({ MaxApiCallsPerMinute: 1_000_000, MaxInvoicesAllowed: 77 });
		expect(plan).not.toHaveProperty('Settings');
	});

	test('Get Plan returns everything without Simplify', async () => {
		const [plan] = jsonOf(await stage.run(node, 'getPlan', { simplify: false }));
		expect(plan).toHaveProperty('Settings.PaidModuleDrawWinners');
	});
});

describe('Entry Page', () => {
	test('Get Fields returns the entry page with its form fields', async () => {
		const result = await stage.run(new SweepstakesEntryPage(), 'getFields', { sweepstakes: stage.picked });
		const [page] = jsonOf(result);
		expect(page).toMatchObject({ SweepstakesToken: stage.sweepstakesToken });
		expect(page!.FormFields).toEqual(
			expect.arrayContaining([expect.objectContaining({ FieldName: expect.any(String) })]),
		);
	});

	test('Get Fields finds the sweepstakes by its handler, too', async () => {
		await stage.run(new SweepstakesEntryPage(), 'getFields', {
			sweepstakes: { __rl: true, mode: 'handler', value: 'spring' },
		});
		expect(stage.lastBody()).toEqual({ SweepstakesToken: stage.sweepstakesToken });
	});

	test('an ID that is none is refused under the picker’s label, before anything is sent', async () => {
		const sentence = await stage.refusal(new SweepstakesEntryPage(), 'getFields', {
			sweepstakes: { __rl: true, mode: 'id', value: 'summer' },
		});
		expect(sentence).toBe(
			'Item 1: “Sweepstakes” must be an ID such as 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f, but is “summer”',
		);
	});
});
