import { SweepstakesAccount } from '../../nodes/SweepstakesAccount/SweepstakesAccount.node';
import { jsonOf, Stage } from './stage';

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open({ MaxInvoicesAllowed: 77 });
});
afterEach(async () => await stage.close());

describe('Account', () => {
	const node = new SweepstakesAccount();

	test('Check Health says that the service works and accepts the API token', async () => {
		expect(jsonOf(await stage.run(node, 'checkHealth'))).toEqual([{ healthy: true }]);
	});

	test.each([
		['getProfile', '/account/profile', 'FullName'],
		['getBusiness', '/account/business', 'BusinessName'],
	])('%s returns the record itself, without the envelope', async (operation, path, field) => {
		const [record] = jsonOf(await stage.run(node, operation));
		expect(record).toHaveProperty(field);
		expect(record).not.toHaveProperty('Response');
		expect(stage.sandbox.calls()).toMatchObject([{ method: 'POST', path, body: null }]);
	});

	test('Get Profile returns everything without Simplify', async () => {
		const [profile] = jsonOf(await stage.run(node, 'getProfile', { simplify: false }));
		expect(profile).toHaveProperty('ProfileData.FullName');
	});

	test('Get Plan returns the limits, whether they are in the plan or in its settings', async () => {
		const [plan] = jsonOf(await stage.run(node, 'getPlan'));
		expect(Object.keys(plan!)).toHaveLength(10);
		expect(plan).toMatchObject({ MaxApiCallsPerMinute: 1_000_000, MaxInvoicesAllowed: 77 });
		expect(plan).not.toHaveProperty('Settings');
	});

	test.each([true, false])(
		'Get Plan returns the usage, where the service sends it, with Simplify %s',
		async (simplify) => {
			await stage.close();
			stage = await Stage.open({ MaxInvoicesAllowed: 77 }, undefined, 'reference');
			const [plan] = jsonOf(await stage.run(node, 'getPlan', { simplify }));
			const usage = { Sweepstakes: 1, MaxInvoices: 77 };
			expect(plan).toMatchObject({ Name: expect.any(String), ...(simplify ? usage : { Usage: usage }) });
			expect(plan).not.toHaveProperty('Telemetry');
		},
	);

	test('Get Plan returns everything without Simplify', async () => {
		const [plan] = jsonOf(await stage.run(node, 'getPlan', { simplify: false }));
		expect(plan).toHaveProperty('Settings.PaidModuleDrawWinners');
	});
});
