import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { SweepstakesEntryPage } from '../../nodes/SweepstakesEntryPage/SweepstakesEntryPage.node';
import { endpointsIn } from '../../sandbox/endpoints';
import { inDialects, openStages, stage, testRefusals } from '../support/engine/resource';
import { ID } from '../support/constants';
import { byId, listJson } from '../support/engine/stage';

const node = new SweepstakesEntryPage();
const UPDATE = '/entrypage/update';

openStages();

/** The settings sent by the last run, in order. */
const sent = () => stage.bodies(UPDATE).map(({ SweepstakesToken: _, ...settings }) => settings);
const update = async (parameters: INodeParameters) =>
	await stage.run(node, 'updateSettings', { sweepstakes: stage.picked, ...parameters });
const social = (...setting: INodeParameters[]) => ({ socialNetworks: { setting } });

inDialects(() => {
	test('“Get Settings” returns the title, settings and IDs as one flat item, with colors as hex digits', async () => {
		const [page] = listJson(await stage.run(node, 'getSettings', { sweepstakes: stage.picked }));
		expect(page).toMatchObject({
			EntryPageTitle: 'Spring Giveaway',
			SweepstakesHandler: 'SPRING',
			EmailOptInSwitch: true,
			EntryPageBackgroundColor: '#FFFFFFFF',
			EntryPageToken: expect.any(String),
		});
		expect(Object.values(page!).filter((value) => typeof value === 'object')).toEqual([]);
		const parameters = { sweepstakes: stage.picked, simplify: false };
		const [raw] = listJson(await stage.run(node, 'getSettings', parameters));
		expect(raw).toMatchObject({ Settings: { EntryPageBackgroundColor: { hex: '#FFFFFF' }, Webhooks: [] } });
	});

	test('“Update Settings” sends only the settings that are filled in, five per call, and outputs what it changed', async () => {
		const settings = {
			texts: { EntryPageHeadline: 'Win', EntryPageDescription: '' },
			consent: { EmailOptInSwitch: false },
			design: { EntryPageWidth: 80, EntryPageWidthMeasure: '%', EntryPageButtonColor: '0a7f3f' },
			ageGate: { AgeGateMinAge: 2 },
			...social(
				{ network: 'Youtube', setting: 'followBonus', bonus: 2 },
				{ network: 'Email', setting: 'shareBonus', bonus: 3 },
				{ network: 'X', setting: 'profile', profile: 'https://x.com/example' },
				{ network: 'TikTok', setting: 'followButton', show: false },
			),
		};
		const result = await update({ settings });
		const first = {
			AgeGateMinAge: 2,
			EmailOptInSwitch: false,
			EntryPageButtonColor: '0a7f3f',
			EntryPageWidth: 80,
			EntryPageWidthMeasure: '%',
		};
		const second = {
			EntryPageHeadline: 'Win',
			BonusEntriesFollowYoutube: 2,
			BonusEntriesOnShareEmail: 3,
			SponsorXProfile: 'https://x.com/example',
			FollowTikTokSwitch: false,
		};
		expect(sent()).toEqual([first, second]);
		const changed = { ...first, ...second };
		const UpdatedFields = Object.keys(changed);
		expect(listJson(result)).toEqual([
			{ ...changed, UpdatedFields, SweepstakesToken: stage.sweepstakesToken },
		]);
	});

	test.each(['18', 18])('accepts %j as the minimum age of 18', async (age) => {
		await update({ settings: { ageGate: { AgeGateMinAge: `={{ ${JSON.stringify(age)} }}` } } });
		expect(sent()).toEqual([{ AgeGateMinAge: 2 }]);
	});

	test('names the changed settings as the service does', async () => {
		stage.answer('/entrypage/update', { UpdatedFields: ['EntryPageWidth'] });
		const design = { EntryPageWidth: 80, EntryPageWidthMeasure: '%' };
		expect(listJson(await update({ settings: { design } }))).toMatchObject([
			{ ...design, UpdatedFields: ['EntryPageWidth'] },
		]);
	});
});

/** A value of the field's type. */
function valueOf({ type, name, default: preset }: INodeProperties): INodeParameters[string] {
	if (type === 'color') return '#123456';
	if (name === 'EntryPageBorder') return '1px solid #CCCCCC';
	return type === 'string' ? 'text' : (preset as INodeParameters[string]);
}

test('“Update Settings” can change every setting that the service accepts', async () => {
	const settings = node.description.properties.find(({ name }) => name === 'settings')!;
	const filled = (settings.options as INodeProperties[])
		.filter(({ type }) => type === 'collection')
		.map(({ name, options }) => [
			name,
			Object.fromEntries((options as INodeProperties[]).map((field) => [field.name, valueOf(field)])),
		]);
	const both = 'Facebook Instagram LinkedIn Pinterest Reddit Snapchat Threads TikTok X';
	const value = { bonus: 1, profile: 'https://example.com', show: true };
	const of = (networks: string, ...settings: string[]) =>
		networks.split(' ').flatMap((network) => settings.map((setting) => ({ network, setting, ...value })));
	const { Data } = await stage.api<{ Data: { RulesToken: string } }>('/rules/create', {
		SweepstakesToken: stage.sweepstakesToken,
		Title: 'Rules',
		DocumentContent: '<p>…</p>',
	});
	const { error } = await update({
		settings: {
			...Object.fromEntries(filled),
			...social(
				...of(`${both} Twitch Youtube`, 'followBonus', 'followButton', 'profile'),
				...of(`${both} Email GenericLink Telegram WhatsApp`, 'shareBonus'),
			),
		},
		SelectedOfficialRules: byId(Data.RulesToken),
	});
	expect(error).toBeUndefined();
	const keys = sent().flatMap((settings) => Object.keys(settings));
	const { SweepstakesToken: _, ...known } = endpointsIn('contract').get(UPDATE)!.expectedBody;
	expect(keys.sort()).toEqual(Object.keys(known).sort());
});

test('if a call of “Update Settings” fails, the error names the settings that earlier calls have changed', async () => {
	stage.sandbox.faults([{ path: UPDATE }, { path: UPDATE, status: 400 }]);
	const networks = ['Facebook', 'X', 'TikTok', 'Reddit', 'Threads', 'Twitch'];
	const six = networks.map((network) => ({ network, setting: 'followButton', show: true }));
	const { error } = await update({ settings: social(...six) });
	expect(error?.message).toContain('The service rejected this');
	expect(error?.description).toMatch(
		/^These settings were already changed: FollowFacebookSwitch, .*FollowThreadsSwitch\. Changing them again is harmless\./,
	);
	expect(sent()).toHaveLength(2);
});

test('if all settings are empty, the error names an expression that is empty', async () => {
	const { error } = await update({ settings: { texts: { EntryPageHeadline: '={{ $json.headline }}' } } });
	expect(error?.message).toMatch(
		/^“Settings” must have at least one value, but {{ \$json\.headline }} is empty/,
	);
});

testRefusals(node, 'updateSettings', { sweepstakes: byId(ID) }, [
	[
		{ settings: social({ network: 'Email', setting: 'followButton', show: true }) },
		'“Settings › Social Networks › Setting 1 › Network” must be one of Facebook, Instagram, LinkedIn, Pinterest, Reddit, Snapchat, Threads, TikTok, Twitch, X, Youtube for this setting, but is “Email”',
	],
	[
		{
			settings: social(
				{ network: 'X', setting: 'shareBonus', bonus: 1 },
				{ network: 'X', setting: 'followBonus', bonus: 1 },
				{ network: 'X', setting: 'shareBonus', bonus: 2 },
			),
		},
		'“Settings › Social Networks › Setting 3 › Network” must differ from an earlier entry with the same setting',
	],
	[
		{ settings: { design: { EntryPageTextColor: 'red' } } },
		'“Settings › Design › Text Color” must be a color of 6 or 8 hex digits such as #0A7F3F, but is “red”',
	],
	[
		{ settings: { design: { EntryPageBorder: '1px #CCC' } } },
		'“Settings › Design › Border” must be a border such as 1px solid #CCCCCC, but is “1px #CCC”',
	],
]);
