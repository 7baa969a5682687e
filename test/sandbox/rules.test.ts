import {
	accepts,
	DAY,
	INSTANT,
	knowsItsAccount,
	openBench,
	UNHURRIED,
	UUID,
	type Bench,
	type Contract,
	type Json,
} from './harness';
import { checkFields, filledText, required, takesOneToken, text, uuid } from './kinds';

describe('Rules', () => {
	let bench: Bench;
	let token: string;
	beforeAll(async () => {
		bench = await openBench({ accounts: [UNHURRIED, { token: 'other' }] });
		token = await bench.sweepstakes();
	});

	describe('POST /rules/create', () => {
		const contract: Contract = {
			bench: () => bench,
			path: '/rules/create',
			valid: () => ({
				SweepstakesToken: token,
				Title: 'Rules',
				DocumentContent: '<p>No purchase necessary.</p>',
			}),
		};
		checkFields(contract, {
			SweepstakesToken: required(uuid),
			Title: required(filledText(100)),
			DocumentContent: required(filledText(1_000_000)),
		});
		accepts(contract, [['unknown fields', { Sponsor: { Name: 'x' } }]]);
		knowsItsAccount(contract, 'SweepstakesToken');

		it('makes the first document primary and later ones secondary', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			const create = async (Title: string) =>
				(await bench.ok('/rules/create', { SweepstakesToken, Title, DocumentContent: '<p>…</p>' })).Data;
			expect(await create('First')).toEqual({
				RulesToken: expect.stringMatching(UUID),
				SweepstakesToken,
				Title: 'First',
				Primary: true,
				CreationDate: expect.stringMatching(INSTANT),
			});
			expect(await create('Second')).toMatchObject({ Title: 'Second', Primary: false });
			expect(await create('Third')).toMatchObject({ Primary: false });
		});
	});

	/** @returns the RulesToken of a new document */
	const create = async (SweepstakesToken: string, Title = 'Rules') =>
		(await bench.ok('/rules/create', { SweepstakesToken, Title, DocumentContent: '<p>…</p>' })).Data
			.RulesToken as string;

	describe('POST /rules/fetch', () => {
		takesOneToken({ bench: () => bench, path: '/rules/fetch' }, 'SweepstakesToken', () => token);

		it('answers the primary document by itself, and shorter secondary ones', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			const fetch = async () => (await bench.ok('/rules/fetch', { SweepstakesToken })).Data;
			expect(await fetch()).toEqual({
				TotalRules: 0,
				PrimaryRule: null,
				SecondaryRules: [],
				SweepstakesToken,
			});
			const tokens = [await create(SweepstakesToken, 'First'), await create(SweepstakesToken, 'Second')];
			const second = {
				RulesToken: tokens[1],
				SweepstakesToken,
				Title: 'Second',
				DocumentContent: '<p>…</p>',
				Status: true,
				Primary: false,
				CreationDate: expect.stringMatching(INSTANT),
			};
			const more = { AbbreviatedRulesForShopify: '', Metadata: {}, EntryPeriods: [], Views: [] };
			expect(await fetch()).toEqual({
				TotalRules: 2,
				PrimaryRule: { ...second, ...more, RulesToken: tokens[0], Title: 'First', Primary: true },
				SecondaryRules: [second],
				SweepstakesToken,
			});
		});
	});

	describe('PUT /rules/update', () => {
		let rule: { SweepstakesToken: string; RulesToken: string };
		beforeAll(async () => {
			rule = { SweepstakesToken: token, RulesToken: await create(token) };
		});
		const contract: Contract = {
			bench: () => bench,
			path: '/rules/update',
			method: 'PUT',
			valid: () => ({ ...rule, Title: 'New' }),
		};
		checkFields(contract, {
			SweepstakesToken: required(uuid),
			RulesToken: required(uuid),
			Title: filledText(100),
			DocumentContent: text(1_000_000),
			AbbreviatedRulesForShopify: text(1_000_000),
			AbbrebiatedRulesForShopify: text(1_000_000),
		});
		knowsItsAccount(contract, 'SweepstakesToken');

		it('changes what is sent, and takes the misspelled key', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			const RulesToken = await create(SweepstakesToken);
			const send = async (changes: Json) => {
				const body = { SweepstakesToken, RulesToken, ...changes };
				return (await bench.ok('/rules/update', body, { method: 'PUT' })).Data;
			};
			const changed = { Title: 'Changed', DocumentContent: '<p>New</p>' };
			expect(await send(changed)).toMatchObject({ ...changed, Primary: true });
			expect(await send({ AbbrebiatedRulesForShopify: 'Misspelled' })).toMatchObject({
				...changed,
				AbbreviatedRulesForShopify: 'Misspelled',
			});
			const both = { AbbrebiatedRulesForShopify: 'Misspelled', AbbreviatedRulesForShopify: 'Right' };
			const { AbbreviatedRulesForShopify } = await send(both);
			expect(AbbreviatedRulesForShopify).toBe('Right');
		});

		it('refuses a request that changes nothing', async () => {
			const { status, body } = await bench.call('/rules/update', rule, { method: 'PUT' });
			expect({ status, body }).toMatchObject({
				status: 400,
				body: { Message: expect.stringMatching(/^Nothing/) },
			});
		});

		it('answers 404 for the document of another sweepstakes', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			const body = { ...rule, SweepstakesToken, Title: 'New' };
			expect((await bench.call('/rules/update', body, { method: 'PUT' })).status).toBe(404);
		});
	});

	describe('POST /rules/delete', () => {
		const contract: Contract = {
			bench: () => bench,
			path: '/rules/delete',
			valid: async () => ({ SweepstakesToken: token, RulesToken: await create(token) }),
		};
		checkFields(contract, { SweepstakesToken: required(uuid), RulesToken: required(uuid) });
		knowsItsAccount(contract, 'SweepstakesToken');

		it('removes the document, and no other becomes primary', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			const RulesToken = await create(SweepstakesToken);
			await create(SweepstakesToken);
			await bench.ok('/rules/delete', { SweepstakesToken, RulesToken });
			const { Data } = await bench.ok('/rules/fetch', { SweepstakesToken });
			expect(Data).toMatchObject({ TotalRules: 1, PrimaryRule: null });
			expect((await bench.call('/rules/delete', { SweepstakesToken, RulesToken })).status).toBe(404);
		});
	});
});

describe('Operations that only the reference shows', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await openBench();
	});

	it('POST /tools/timezones lists the time zones by TimezoneId, with their offset of today', async () => {
		const { TotalTimezones, Timezones } = (await bench.ok('/tools/timezones')).Data;
		expect(Timezones).toHaveLength(TotalTimezones);
		const ids = Timezones.map(({ TimezoneId }: Json) => TimezoneId as number);
		expect(ids).toEqual([...ids].sort((a, b) => a - b));
		const newYork = () => expect.objectContaining({ Timezone: 'America/New_York', OffSet: '-0500' });
		expect(Timezones).toContainEqual(newYork());
		expect(Timezones).toContainEqual({
			TimezoneId: expect.any(Number),
			Timezone: 'Asia/Kolkata',
			Abbreviation: 'IST',
			OffSet: '+0530',
			Text: expect.stringContaining('(UTC+05:30)'),
			Utc: ['Asia/Kolkata'],
		});
		bench.sandbox.advance(180 * DAY);
		const { Data } = await bench.ok('/tools/timezones');
		expect(Data.Timezones).not.toContainEqual(newYork());
	});
});
