import { listOrId } from '../shared/fields/picker';
import type { Choice, Field } from '../shared/n8n/operation/field';

/* A row: label, request key, perhaps an example, description. Whole literals would bury the differences. */

const text = <const Name extends string>(
	displayName: string,
	name: Name,
	placeholder: string,
	description: string,
) => ({ displayName, name, type: 'string', default: '', placeholder, description }) as const;

const textLike =
	<const Type extends 'string' | 'color', const Options extends object>(type: Type, typeOptions: Options) =>
	<const Name extends string>(displayName: string, name: Name, placeholder: string, description: string) =>
		({ displayName, name, type, typeOptions, default: '', placeholder, description }) as const;

const longText = textLike('string', { rows: 4 });
const color = textLike('color', { showAlpha: true });

const toggle = <const Name extends string>(displayName: string, name: Name, description: string) =>
	({ displayName, name, type: 'boolean', default: false, description }) as const;

const number = <const Name extends string>(displayName: string, name: Name, description: string) =>
	({ displayName, name, type: 'number', default: 0, description }) as const;

const choice = <const Name extends string, const Choices extends readonly Choice[]>(
	displayName: string,
	name: Name,
	description: string,
	preset: Choices[number]['value'],
	options: Choices,
) => ({ displayName, name, type: 'options', options, default: preset, description }) as const;

const group = <const Name extends string, const Fields extends readonly Field[]>(
	displayName: string,
	name: Name,
	description: string,
	options: Fields,
) =>
	({
		displayName,
		name,
		type: 'collection',
		placeholder: 'Add setting',
		default: {},
		description,
		options,
	}) as const;

const socialNetworks = {
	displayName: 'Social Networks',
	name: 'socialNetworks',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add setting',
	default: {},
	description: 'Follow buttons, profiles of the sponsor, and bonus entries for following and sharing',
	options: [
		{
			displayName: 'Setting',
			name: 'setting',
			values: [
				{
					displayName: 'Network',
					name: 'network',
					type: 'options',
					options: [
						{ name: 'Email', value: 'Email' },
						{ name: 'Facebook', value: 'Facebook' },
						{ name: 'Generic Link', value: 'GenericLink' },
						{ name: 'Instagram', value: 'Instagram' },
						{ name: 'LinkedIn', value: 'LinkedIn' },
						{ name: 'Pinterest', value: 'Pinterest' },
						{ name: 'Reddit', value: 'Reddit' },
						{ name: 'Snapchat', value: 'Snapchat' },
						{ name: 'Telegram', value: 'Telegram' },
						{ name: 'Threads', value: 'Threads' },
						{ name: 'TikTok', value: 'TikTok' },
						{ name: 'Twitch', value: 'Twitch' },
						{ name: 'WhatsApp', value: 'WhatsApp' },
						{ name: 'X', value: 'X' },
						{ name: 'YouTube', value: 'Youtube' },
					],
					default: 'Facebook',
					description:
						'Email, Generic Link, Telegram and WhatsApp can only be shared with. Twitch and YouTube can only be followed.',
				},
				{
					displayName: 'Setting',
					name: 'setting',
					type: 'options',
					options: [
						{ name: 'Bonus Entries for Following', value: 'followBonus' },
						{ name: 'Bonus Entries for Sharing', value: 'shareBonus' },
						{ name: 'Follow Button', value: 'followButton' },
						{ name: 'Sponsor Profile', value: 'profile' },
					],
					default: 'followButton',
					description: 'What to set for the network',
				},
				{
					displayName: 'Show',
					name: 'show',
					type: 'boolean',
					default: true,
					displayOptions: { show: { setting: ['followButton'] } },
					description: 'Whether the page has a button to follow the sponsor',
				},
				{
					displayName: 'URL',
					name: 'profile',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://www.facebook.com/example',
					displayOptions: { show: { setting: ['profile'] } },
					description: 'The address of the profile of the sponsor',
				},
				{
					displayName: 'Value',
					name: 'bonus',
					type: 'number',
					default: 1,
					displayOptions: { show: { setting: ['followBonus', 'shareBonus'] } },
					description: 'How many bonus entries people get',
				},
			],
		},
	],
} as const satisfies Field;

const selectedRules = {
	displayName: 'Official Rules',
	name: 'SelectedOfficialRules',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The rules document that the page shows',
	typeOptions: { loadOptionsDependsOn: ['sweepstakes.value'] },
	...listOrId('Select a rules document…', 'searchRules'),
} as const satisfies Field;

// prettier-ignore
const texts = {
	displayName: 'Texts',
	name: 'texts',
	type: 'collection',
	typeOptions: {
		orOneOf: ['consent', 'confirmationPage', 'winnersPage', 'ageGate', 'amoe', 'bonusEntries', 'socialNetworks', 'location', 'widgets', 'design', 'SelectedOfficialRules'],
	},
	placeholder: 'Add text',
	default: {},
	description: 'What the entry page says',
	options: [
		longText('Abbreviated Rules', 'EntryPageAbbreviatedRules', 'e.g. No purchase necessary. Ends January 31, 2027.', 'The short form of the official rules on the page'),
		longText('Description', 'EntryPageDescription', 'e.g. Enter for a chance to win a weekend by the sea.', 'The text below the headline'),
		text('Expiration Message', 'WebExpirationMessage', 'e.g. This sweepstakes has ended.', 'What the page says after the sweepstakes'),
		text('Headline', 'EntryPageHeadline', 'e.g. Summer Giveaway', 'The headline of the page'),
	],
} as const satisfies Field;

/** Settings of an entry page, grouped by purpose (reference, POST /entrypage/update). */
// prettier-ignore
export const settingFields = [
	texts,
	group('Consent', 'consent', 'What people agree to when they enter', [
		text('Email Opt-In Message', 'EmailOptInMessage', 'e.g. Send me news by email', 'The text beside the checkbox for email'),
		toggle('Show Email Opt-In', 'EmailOptInSwitch', 'Whether to ask for consent to email'),
		toggle('Show Terms and Conditions', 'TermsConditionsSwitch', 'Whether to ask for consent to the terms and conditions'),
		text('Terms and Conditions Message', 'TermsConditionsMessage', 'e.g. I agree to the official rules', 'The text beside the checkbox for the terms and conditions'),
	]),
	group('Confirmation Page', 'confirmationPage', 'What people see after they have entered', [
		longText('Description', 'ConfirmationPageDescription', 'e.g. Winners are drawn on February 1.', 'The text below the headline'),
		text('External Page', 'ExternalConfirmationPageURI', 'e.g. https://example.com/thank-you', 'The address of a page of your own'),
		text('Headline', 'ConfirmationPageHeadline', 'e.g. Good luck!', 'The headline of the page'),
		text('YouTube Video', 'ConfirmationYoutubeUrl', 'e.g. https://www.youtube.com/watch?v=abc123', 'The address of a video on the page'),
	]),
	group('Winners Page', 'winnersPage', 'The page that names the winners', [
		toggle('Activate', 'ActivateWinnersSwitch', 'Whether there is a winners page'),
		longText('Description', 'WinnersPageDescription', 'e.g. Congratulations to all winners.', 'The text below the headline'),
		text('External Page', 'ExternalWinnersPageURI', 'e.g. https://example.com/winners', 'The address of a page of your own'),
		text('Headline', 'WinnersPageHeadline', 'e.g. Our Winners', 'The headline of the page'),
	]),
	group('Age Gate', 'ageGate', 'The page that asks for the age before the entry page', [
		toggle('Activate', 'ActivateAgeGateSwitch', 'Whether the page asks for the age first'),
		color('Background Color', 'AgeGateBackgroundColor', 'e.g. #FFFFFF', 'The color behind the text'),
		longText('Description', 'AgeGateDescription', 'e.g. Please confirm your age.', 'The text below the headline'),
		text('Headline', 'AgeGateHeadline', 'e.g. How old are you?', 'The headline of the page'),
		choice('Minimum Age', 'AgeGateMinAge', 'How old people must be, in years', 3, [{ name: '13', value: 1 }, { name: '18', value: 2 }, { name: '21', value: 3 }]),
		color('Text Color', 'AgeGateTextColor', 'e.g. #333333', 'The color of the text'),
	]),
	group('Free Entry (AMOE)', 'amoe', 'The alternative (free) method of entry', [
		toggle('Activate', 'ActivateAmoeSwitch', 'Whether there is a form for free entries'),
		toggle('Allow International Addresses', 'EnableInternationalAMOEForm', 'Whether the form is the international one'),
		longText('Description', 'AmoeDescription', 'e.g. Enter without a purchase.', 'The text below the headline'),
		number('Entries', 'AmoeEntries', 'How many entries a free entry counts for'),
		text('Headline', 'AmoeHeadline', 'e.g. Enter for Free', 'The headline of the form'),
	]),
	group('Bonus Entries', 'bonusEntries', 'Additional entries that people earn. Those for following and sharing are under Social Networks.', [
		toggle('Activate', 'BonusEntriesSwitch', 'Whether people can earn bonus entries'),
		toggle('Award Both for Email Shares', 'BothEmailShareParticipantsAwardedSwitch', 'Whether both participants are awarded for a share by email'),
		toggle('Award Both for Social Shares', 'BothSocialShareParticipantsAwardedSwitch', 'Whether both participants are awarded for a share in a social network'),
		number('On Registration', 'BonusEntriesOnRegister', 'How many bonus entries people get when they register'),
		number('Value', 'BonusEntriesValue', 'The number of bonus entries'),
	]),
	socialNetworks,
	group('Location', 'location', 'What the page does with the location of people', [
		toggle('Allow Participants Within Fences', 'AllowParticipantsWithinFences', 'Whether people within the geofences of the sweepstakes are allowed to enter'),
		toggle('Ask for Location', 'GeoLocation', 'Whether the page asks for the location'),
		toggle('Require Location', 'GeoLocationIsRequiredToRenderPage', 'Whether the page is shown only to people who allow their location'),
	]),
	group('Widgets and Statistics', 'widgets', 'What the page shows beside the form, and whether visits are counted', [
		toggle('Collect Statistics', 'CollectStatistics', 'Whether visits are counted'),
		toggle('Show Countdown', 'EnableSweepstakesCountdown', 'Whether the page shows the time that is left'),
		toggle('Show Number of Participants', 'EnableNumberOfParticipants', 'Whether the page shows how many have entered'),
		toggle('Show Progress Bar', 'EnableProgressBar', 'Whether the page shows a progress bar'),
		toggle('Show Share Widget', 'EnableShareWidget', 'Whether the page has buttons for sharing'),
		toggle('Show Social Widget', 'EnableSocialWidget', 'Whether the page has buttons for social networks'),
	]),
	group('Design', 'design', 'Colors and sizes of the page', [
		color('Background Color', 'EntryPageBackgroundColor', 'e.g. #FFFFFF', 'The color of the background'),
		color('Background Color Inside', 'EntryPageBackgroundInnerColor', 'e.g. #F2F2F2', 'The inner color, for the background scope Custom'),
		choice('Background Scope', 'EntryPageBackgroundScope', 'Where the background color applies. Custom also uses Background Color Inside.', 'outside', [{ name: 'Custom', value: 'custom' }, { name: 'Full', value: 'full' }, { name: 'Outside', value: 'outside' }]),
		text('Border', 'EntryPageBorder', 'e.g. 1px solid #CCCCCC', 'The border of the form: 0 to 99px, a style such as solid or none, and a color'),
		color('Button Color', 'EntryPageButtonColor', 'e.g. #0A7F3F', 'The color of the button'),
		number('Margin Bottom', 'EntryPageMarginBottom', 'The space below the form'),
		number('Margin Top', 'EntryPageMarginTop', 'The space above the form'),
		number('Radius', 'EntryPageRadius', 'How round the corners of the form are'),
		toggle('Show Overlay', 'EntryPageShowOverlay', 'Whether the background has an overlay'),
		color('Text Color', 'EntryPageTextColor', 'e.g. #333333', 'The color of the text'),
		number('Width', 'EntryPageWidth', 'The width of the form, in the unit below'),
		choice('Width Unit', 'EntryPageWidthMeasure', 'The unit of the width', 'px', [{ name: 'Percent', value: '%' }, { name: 'Pixels', value: 'px' }]),
	]),
	selectedRules,
] as const satisfies readonly Field[];
