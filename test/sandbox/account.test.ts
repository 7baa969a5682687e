import { INSTANT, openBench, UUID, UNHURRIED, type Bench } from './harness';

describe('Account', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await openBench({
			accounts: [
				UNHURRIED,
				{ token: 'bare', profile: null, business: null },
				{ token: 'narrow', apiDomains: ['shop.example.com'] },
				{
					token: 'known',
					profile: { Nickname: 'Kay', ProfileData: { City: 'Oslo' } },
					business: { EIN: '12-3' },
				},
				{ token: 'planned', plan: { Name: 'Gold', MaxApiCallsPerMinute: 7, MaxInvoicesAllowed: 3 } },
			],
		});
	});

	describe('POST /account/health-check', () => {
		it('answers { Response, Message } when the token is valid', async () => {
			expect(await bench.ok('/account/health-check')).toEqual({
				Response: true,
				Message: expect.any(String),
			});
		});

		it('takes no body and ignores one', async () => {
			expect(await bench.ok('/account/health-check', { anything: [1] })).toMatchObject({ Response: true });
		});
	});

	describe('POST /account/profile', () => {
		it('answers every field of Profile under Data', async () => {
			const { Response, Data } = await bench.ok('/account/profile');
			expect(Response).toBe(true);
			expect(Data).toEqual({
				UserToken: expect.stringMatching(UUID),
				Nickname: expect.any(String),
				Email: expect.stringContaining('@'),
				UserType: expect.any(Number),
				Status: true,
				CreationDate: expect.stringMatching(INSTANT),
				LastLogin: expect.stringMatching(INSTANT),
				IsPlatformAccount: false,
				ProfileData: {
					FullName: expect.any(String),
					MobilePhone: expect.any(String),
					Address: expect.any(String),
					City: expect.any(String),
					State: expect.any(String),
					ZipCode: expect.any(String),
					Country: expect.any(String),
					Avatar: expect.any(String),
					BirthDate: expect.stringMatching(INSTANT),
				},
			});
		});

		it('answers the values of the accounts file', async () => {
			const { Data } = await bench.ok('/account/profile', undefined, { token: 'known' });
			expect(Data).toMatchObject({ Nickname: 'Kay', ProfileData: { City: 'Oslo' } });
		});

		it('answers 404 when the account has none', async () => {
			expect(await bench.call('/account/profile', undefined, { token: 'bare' })).toMatchObject({
				status: 404,
			});
		});
	});

	describe('POST /account/business', () => {
		it('answers every field of Business under Data, all strings', async () => {
			const { Data } = await bench.ok('/account/business');
			expect(Data).toEqual(
				Object.fromEntries(
					[
						'BusinessName',
						'BusinessTelephone',
						'BusinessAddress',
						'BusinessCity',
						'BusinessState',
						'BusinessZipCode',
						'BusinessCountry',
						'BusinessWebsite',
						'EIN',
					].map((field) => [field, expect.any(String)]),
				),
			);
		});

		it('answers the values of the accounts file', async () => {
			expect((await bench.ok('/account/business', undefined, { token: 'known' })).Data.EIN).toBe('12-3');
		});

		it('answers 404 when the account has none', async () => {
			expect(await bench.call('/account/business', undefined, { token: 'bare' })).toMatchObject({
				status: 404,
			});
		});
	});

	describe('POST /account/plan', () => {
		it('answers every field of Plan under Data', async () => {
			const { Data } = await bench.ok('/account/plan');
			const { Settings, ...plan } = Data;
			expect(plan).toEqual({
				PlanToken: expect.stringMatching(UUID),
				Name: expect.any(String),
				Description: expect.any(String),
				Primary: true,
				Locked: false,
				CreationDate: expect.stringMatching(INSTANT),
			});
			expect(Settings).toEqual(expect.any(Object));
		});

		it.each(['ChargePerSweepstakes'])('reports %s as a boolean', async (field) => {
			expect((await bench.ok('/account/plan')).Data.Settings[field]).toEqual(expect.any(Boolean));
		});

		it('reports Frequency as a string', async () => {
			expect((await bench.ok('/account/plan')).Data.Settings.Frequency).toEqual(expect.any(String));
		});

		it.each([
			'SubscriptionPrice',
			'FixedPrice',
			'CostPerGigaByte',
			'ExtraCredits',
			'WalletMinToDeposit',
			'WalletMinToWithdraw',
		])('reports %s as a number', async (field) => {
			expect((await bench.ok('/account/plan')).Data.Settings[field]).toEqual(expect.any(Number));
		});

		it.each([
			'MaxSweepstakesAllowed',
			'MaxStorageSize',
			'MaxParticipantsAllowed',
			'MaxApiCallsAllowed',
			'MaxApiCallsPerMinute',
			'MaxInvoicesAllowed',
		])('reports %s as an integer', async (field) => {
			expect(Number.isInteger((await bench.ok('/account/plan')).Data.Settings[field])).toBe(true);
		});

		it.each([
			'CreateSweepstakes',
			'CreateEntryPage',
			'CreateOfficialRules',
			'ManageParticipants',
			'SendMessages',
			'DrawWinners',
			'SeeReports',
			'ManageDomains',
			'ManageCoupons',
			'AccessDrive',
			'AccessCalendar',
			'ManageNotes',
			'CreateSurveys',
			'AccessAPI',
			'ManageDripMarketing',
		])('reports PaidModule%s as a boolean', async (module) => {
			expect((await bench.ok('/account/plan')).Data.Settings[`PaidModule${module}`]).toEqual(
				expect.any(Boolean),
			);
		});

		it('reports the per-minute limit of 150 unless the plan says otherwise', async () => {
			const { Data } = await bench.ok('/account/plan', undefined, { token: 'bare' });
			expect(Data.Settings.MaxApiCallsPerMinute).toBe(150);
		});

		it('reports the plan of the accounts file', async () => {
			const { Data } = await bench.ok('/account/plan', undefined, { token: 'planned' });
			expect(Data.Name).toBe('Gold');
			expect(Data.Settings).toMatchObject({ MaxApiCallsPerMinute: 7, MaxInvoicesAllowed: 3 });
		});

		it('answers 403 without a wildcard among the API domains', async () => {
			expect(await bench.call('/account/plan', undefined, { token: 'narrow' })).toMatchObject({
				status: 403,
				body: { Response: false, Code: 403 },
			});
		});
	});

	describe.each(['health-check', 'profile', 'business', 'plan'])('POST /account/%s', (operation) => {
		it('answers 401 without a token', async () => {
			const { status } = await bench.call(`/account/${operation}`, undefined, {
				headers: { authorization: '' },
			});
			expect(status).toBe(401);
		});

		it('answers 403 to a token that matches no account', async () => {
			const { status } = await bench.call(`/account/${operation}`, undefined, { token: 'nobody' });
			expect(status).toBe(403);
		});
	});
});
