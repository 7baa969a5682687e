import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { SweepstakesEntryPage } from '../../nodes/SweepstakesEntryPage/SweepstakesEntryPage.node';
import { endpointsIn } from '../../sandbox/endpoints';
import { byId, jsonOf, Stage } from './stage';

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

const node = new SweepstakesEntryPage();

/** The settings that the calls of the last run changed, in their order. */
const sent = () =>
	stage.sandbox.calls().map(({ body }) => {
		const { SweepstakesToken, ...settings } = body as Record<string, unknown>;
		expect(SweepstakesToken).toBe(stage.sweepstakesToken);
		return settings;
	});

const update = async (parameters: INodeParameters) =>
	await stage.run(node, 'updateSettings', { sweepstakes: stage.picked, ...parameters });

describe.each(['contract', 'reference'] as const)('the settings, in the dialect %s', (dialect) => {
	beforeEach(async () => {
		await stage.close();
		stage = await Stage.open({}, undefined, dialect);
	});

	test('Get Settings returns title, settings and tokens side by side, and colors as hex digits', async () => {
		const [page] = jsonOf(await stage.run(node, 'getSettings', { sweepstakes: stage.picked }));
		expect(page).toMatchObject({
			EntryPageTitle: 'Spring Giveaway',
			SweepstakesHandler: 'SPRING',
			EmailOptInSwitch: true,
			EntryPageBackgroundColor: '#FFFFFFFF',
			EntryPageToken: expect.any(String),
		});
		expect(Object.keys(page!)[0]).toBe('EntryPageTitle');
		expect(Object.values(page!).filter((value) => typeof value === 'object')).toEqual([]);
	});

	test('Get Settings returns what the service sends without Simplify', async () => {
		const parameters = { sweepstakes: stage.picked, simplify: false };
		const [page] = jsonOf(await stage.run(node, 'getSettings', parameters));
		expect(page).toMatchObject({ Settings: { EntryPageBackgroundColor: { hex: '#FFFFFF' }, Webhooks: [] } });
	});

	test('Update Settings sends only what is filled in, five settings in a call, and says what was changed', async () => {
		const result = await update({
			texts: { EntryPageHeadline: 'Win', EntryPageDescription: '' },
			consent: { EmailOptInSwitch: false },
			design: { EntryPageWidth: 80, EntryPageWidthMeasure: '%', EntryPageButtonColor: '0a7f3f' },
			ageGate: { AgeGateMinAge: 2 },
			socialNetworks: {
				setting: [
					{ network: 'Youtube', setting: 'followBonus', bonus: 2 },
					{ network: 'Email', setting: 'shareBonus', bonus: 3 },
					{ network: 'X', setting: 'profile', profile: 'https://x.com/example' },
					{ network: 'TikTok', setting: 'followButton', show: false },
				],
			},
		});
		expect(sent()).toEqual([
			{
				EntryPageHeadline: 'Win',
				EmailOptInSwitch: false,
				AgeGateMinAge: 2,
				EntryPageButtonColor: '0a7f3f',
				EntryPageWidth: 80,
			},
			{
				EntryPageWidthMeasure: '%',
				BonusEntriesFollowYoutube: 2,
				BonusEntriesOnShareEmail: 3,
				SponsorXProfile: 'https://x.com/example',
				FollowTikTokSwitch: false,
			},
		]);
		const settings = Object.assign({}, ...sent()) as object;
		const UpdatedFields = Object.keys(settings);
		expect(jsonOf(result)).toEqual([
			{ ...settings, UpdatedFields, SweepstakesToken: stage.sweepstakesToken },
		]);
		const [page] = jsonOf(await stage.run(node, 'getSettings', { sweepstakes: stage.picked }));
		expect(page).toMatchObject({ EntryPageHeadline: 'Win', EntryPageButtonColor: '#0A7F3FFF' });
	});
});

describe('Update Settings', () => {
	/** A value of the type of a field. */
	function valueOf({ type, name, default: preset }: INodeProperties): INodeParameters[string] {
		if (type === 'color') return '#123456';
		if (name === 'EntryPageBorder') return '1px solid #CCCCCC';
		return type === 'string' ? 'text' : (preset as INodeParameters[string]);
	}

	test('can change every setting that the reference names', async () => {
		const groups = node.description.properties.filter(
			({ type, displayOptions }) =>
				type === 'collection' && displayOptions?.show?.operation?.includes('updateSettings'),
		);
		const filled = groups.map(({ name, options }) => [
			name,
			Object.fromEntries((options as INodeProperties[]).map((field) => [field.name, valueOf(field)])),
		]);
		const onlyFollowed = ['Twitch', 'Youtube'];
		const onlyShared = ['Email', 'GenericLink', 'Telegram', 'WhatsApp'];
		const both = [
			'Facebook',
			'Instagram',
			'LinkedIn',
			'Pinterest',
			'Reddit',
			'Snapchat',
			'Threads',
			'TikTok',
			'X',
		];
		const of = (networks: string[], ...settings: string[]) =>
			networks.flatMap((network) =>
				settings.map((setting) => ({
					network,
					setting,
					bonus: 1,
					profile: 'https://example.com',
					show: true,
				})),
			);
		const setting = [
			...of([...both, ...onlyFollowed], 'followBonus', 'followButton', 'profile'),
			...of([...both, ...onlyShared], 'shareBonus'),
		];
		const { Data } = await stage.api<{ Data: { RulesToken: string } }>('/rules/create', {
			SweepstakesToken: stage.sweepstakesToken,
			Title: 'Rules',
			DocumentContent: '<p>…</p>',
		});
		const { error } = await update({
			...Object.fromEntries(filled),
			socialNetworks: { setting },
			SelectedOfficialRules: byId(Data.RulesToken),
		});
		expect(error).toBeUndefined();
		const keys = sent().flatMap((settings) => Object.keys(settings));
		const { SweepstakesToken: _, ...known } = endpointsIn('contract').get('/entrypage/update')!.expectedBody;
		expect(keys.sort()).toEqual(Object.keys(known).sort());
	});

	test('says which settings were changed before a call fails', async () => {
		stage.sandbox.faults([
			{ path: '/entrypage/update', times: 1, delayMs: 0 },
			{ path: '/entrypage/update', status: 400 },
		]);
		const { error } = await update({
			bonusEntries: {
				BonusEntriesSwitch: true,
				BothEmailShareParticipantsAwardedSwitch: true,
				BothSocialShareParticipantsAwardedSwitch: true,
				BonusEntriesOnRegister: 1,
				BonusEntriesValue: 2,
			},
			location: { GeoLocation: true },
		});
		expect(error?.message).toContain('The service refused this');
		expect(error?.description).toMatch(
			/^These settings were changed before: BonusEntriesSwitch, .*BonusEntriesValue\. Changing them again does no harm\./,
		);
		expect(sent()).toHaveLength(2);
	});

	test('a cancelled run stops between two calls', async () => {
		const abort = new AbortController();
		stage.sandbox.faults([{ path: '/entrypage/update', delayMs: 300 }]);
		setTimeout(() => abort.abort(), 100);
		const { status } = await stage.run(
			node,
			'updateSettings',
			{
				sweepstakes: stage.picked,
				socialNetworks: {
					setting: ['Facebook', 'X', 'TikTok', 'Reddit', 'Threads', 'Twitch'].map((network) => ({
						network,
						setting: 'followButton',
						show: true,
					})),
				},
			},
			{ signal: abort.signal },
		);
		expect(status).toBe('canceled');
		expect(sent()).toHaveLength(1);
	});

	const social = (entry: object) => ({ socialNetworks: { setting: [entry] } }) as INodeParameters;
	test.each<[string, INodeParameters, string]>([
		[
			'nothing to change',
			{ texts: { EntryPageHeadline: ' ' } },
			'“Settings” must have at least one that is filled',
		],
		[
			'a network that nobody can follow',
			social({ network: 'Email', setting: 'followButton', show: true }),
			'“Social Networks › Setting 1 › Network” must be one of Facebook, Instagram, LinkedIn, Pinterest, Reddit, Snapchat, Threads, TikTok, Twitch, X, Youtube for this setting, but is “Email”',
		],
		[
			'a missing number of bonus entries',
			social({ network: 'X', setting: 'shareBonus', bonus: '' }),
			'“Social Networks › Setting 1 › Value” is required',
		],
		[
			'a color in words',
			{ design: { EntryPageTextColor: 'red' } },
			'“Design › Text Color” must be a color of 6 or 8 hex digits such as #0A7F3F, but is “red”',
		],
		[
			'a border without a style',
			{ design: { EntryPageBorder: '1px #CCC' } },
			'“Design › Border” must be a border such as 1px solid #CCCCCC, but is “1px #CCC”',
		],
		[
			'rules that are no ID',
			{ SelectedOfficialRules: byId('Rules') },
			'“Official Rules” must be an ID such as 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f, but is “Rules”',
		],
	])('refuses %s before anything is sent', async (_what, wrong, sentence) => {
		const parameters = { sweepstakes: stage.picked, ...wrong };
		expect(await stage.refusal(node, 'updateSettings', parameters)).toBe(`Item 1: ${sentence}`);
	});
});
