import {
	accepts,
	INSTANT,
	knowsItsAccount,
	openBench,
	refuses,
	UNHURRIED,
	UUID,
	type Bench,
	type Json,
} from './harness';
import { checkFields, flag, required, text, uuid, whole } from './kinds';

describe('Entry page', () => {
	let bench: Bench;
	let sweepstakesToken: string;
	beforeAll(async () => {
		bench = await openBench({ accounts: [UNHURRIED, { token: 'other' }] });
		sweepstakesToken = await bench.sweepstakes();
	});

	describe('POST /entrypage/fields', () => {
		const contract = {
			bench: () => bench,
			path: '/entrypage/fields',
			valid: () => ({ SweepstakesToken: sweepstakesToken }),
		};

		checkFields(contract, { SweepstakesToken: required(uuid) });
		accepts(contract, [
			['a SweepstakesToken', {}],
			['unknown fields', { Unknown: 1 }],
		]);
		knowsItsAccount(contract, 'SweepstakesToken');

		it('answers the tokens, the key fields and the form fields', async () => {
			const { Response, Data } = await bench.ok('/entrypage/fields', { SweepstakesToken: sweepstakesToken });
			expect(Response).toBe(true);
			expect(Data).toEqual({
				SweepstakesToken: sweepstakesToken,
				EntryPageToken: expect.stringMatching(UUID),
				KeyEmail: expect.any(String),
				KeyPhoneNumber: expect.any(String),
				FormFields: expect.any(Array),
			});
			expect(Data.FormFields.length).toBeGreaterThan(0);
			for (const field of Data.FormFields) {
				expect(field).toEqual({
					FieldID: expect.any(String),
					FieldType: expect.any(String),
					FieldName: expect.any(String),
					FieldPlaceholder: expect.any(String),
					FieldRequired: expect.any(Boolean),
					PrimaryField: expect.any(Boolean),
				});
			}
		});

		it('names the key fields, and types fields as the reference does', async () => {
			const { Data } = await bench.ok('/entrypage/fields', { SweepstakesToken: sweepstakesToken });
			expect(Data).toMatchObject({ KeyEmail: 'Email', KeyPhoneNumber: 'Mobile Number' });
			const types = Data.FormFields.map(({ FieldType }: Json) => FieldType);
			expect(types).toEqual(['text', 'text', 'email', 'usphonenumber', 'birthdate', 'text', 'list']);
		});

		it('is case-sensitive about field names', async () => {
			expect(await bench.call('/entrypage/fields', { sweepstakesToken })).toMatchObject({ status: 400 });
		});
	});

	const read = async (SweepstakesToken = sweepstakesToken) =>
		(await bench.ok('/entrypage/settings', { SweepstakesToken })).Data;

	describe('POST /entrypage/settings', () => {
		const contract = {
			bench: () => bench,
			path: '/entrypage/settings',
			valid: () => ({ SweepstakesToken: sweepstakesToken }),
		};
		checkFields(contract, { SweepstakesToken: required(uuid) });
		knowsItsAccount(contract, 'SweepstakesToken');

		it('answers the page with its settings', async () => {
			const SweepstakesToken = await bench.sweepstakes({ Handler: 'PAGE' });
			expect(await read(SweepstakesToken)).toEqual({
				EntryPageToken: expect.stringMatching(UUID),
				SweepstakesToken,
				EntryPageTitle: 'Winter Giveaway',
				Settings: expect.objectContaining({
					SweepstakesHandler: 'PAGE',
					EntryPageType: 2,
					EntryPageHeadline: 'Winter Giveaway',
					ReCaptcha: false,
				}),
				CreationDate: expect.stringMatching(INSTANT),
			});
		});
	});

	describe('POST /entrypage/update', () => {
		const contract = {
			bench: () => bench,
			path: '/entrypage/update',
			valid: () => ({ SweepstakesToken: sweepstakesToken, EntryPageHeadline: 'Win' }),
		};
		checkFields(contract, {
			SweepstakesToken: required(uuid),
			EntryPageHeadline: text(),
			EntryPageShowOverlay: flag,
			FollowXSwitch: flag,
			SelectedOfficialRules: uuid,
			AgeGateMinAge: whole(1, 3),
		});
		refuses(contract, [
			['a width as text', { EntryPageWidth: '80' }],
			['an unknown measure', { EntryPageWidthMeasure: 'em' }],
			['an unknown scope', { EntryPageBackgroundScope: 'inside' }],
			['a border without a style', { EntryPageBorder: '1px #CCC' }],
			['a color in words', { EntryPageTextColor: 'red' }],
			['a color of too few digits', { EntryPageTextColor: { hex: '#FFF' } }],
			['a channel above 255', { EntryPageTextColor: { rgba: { r: 256, g: 0, b: 0, a: 1 } } }],
			['no color', { EntryPageTextColor: null }],
		]);
		accepts(contract, [
			['a border', { EntryPageBorder: '12px dashed red' }],
			['a profile of null', { SponsorXProfile: null }],
			['bonus entries for sharing', { BonusEntriesOnShareGenericLink: 2 }],
		]);
		knowsItsAccount(contract, 'SweepstakesToken');

		it('answers which settings it changed', async () => {
			const { Data, Message, UpdatedFields, SweepstakesToken } = await bench.ok('/entrypage/update', {
				SweepstakesToken: sweepstakesToken,
				EntryPageWidth: 80,
				EntryPageWidthMeasure: '%',
			});
			expect({ Data, SweepstakesToken }).toEqual({ SweepstakesToken: sweepstakesToken });
			expect(Message).toEqual(expect.any(String));
			expect(UpdatedFields).toEqual(['EntryPageWidth', 'EntryPageWidthMeasure']);
			expect((await read()).Settings).toMatchObject({ EntryPageWidth: 80, EntryPageWidthMeasure: '%' });
		});

		it.each([
			['hex digits', '0A7F3F', '#0A7F3FFF', 147],
			['hex digits with alpha', { hexa: '#00000080' }, '#00000080', 0],
			['an object with hex', { hex: '#3F0A7F' }, '#3F0A7FFF', 267],
			['channels', { rgba: { r: 255, g: 0, b: 0 } }, '#FF0000FF', 0],
			['white', '#FFFFFF', '#FFFFFFFF', 0],
		])('stores a color from %s in every notation', async (_what, sent, hexa, hue) => {
			await bench.ok('/entrypage/update', { SweepstakesToken: sweepstakesToken, EntryPageTextColor: sent });
			const { EntryPageTextColor: color } = (await read()).Settings;
			expect(Object.keys(color)).toEqual(['alpha', 'hex', 'hexa', 'hsla', 'hsva', 'hue', 'rgba']);
			expect({ hexa: color.hexa, hex: color.hex, hue: Math.round(color.hue) }).toEqual({
				hexa,
				hex: hexa.slice(0, 7),
				hue,
			});
		});

		it.each<[string, Json]>([
			['an unknown key', { EntryPageHeadline: 'Win', Headline: 'Win' }],
			['no setting', {}],
			[
				'six settings',
				Object.fromEntries(
					['X', 'TikTok', 'Reddit', 'Threads', 'Twitch', 'Youtube'].map((one) => [
						`Follow${one}Switch`,
						true,
					]),
				),
			],
		])('refuses %s with a hint', async (_what, settings) => {
			const before = await read();
			const { status, body } = await bench.call('/entrypage/update', {
				SweepstakesToken: sweepstakesToken,
				...settings,
			});
			expect(status).toBe(400);
			expect(body.Hint).toMatch(/^Allowed keys: EntryPageHeadline, /);
			expect(await read()).toEqual(before);
		});

		it('answers 404 for the rules document of another sweepstakes', async () => {
			const { RulesToken } = (
				await bench.ok('/rules/create', {
					SweepstakesToken: await bench.sweepstakes(),
					Title: 'Rules',
					DocumentContent: '<p>…</p>',
				})
			).Data;
			const body = { SweepstakesToken: sweepstakesToken, SelectedOfficialRules: RulesToken };
			expect((await bench.call('/entrypage/update', body)).status).toBe(404);
		});
	});
});
