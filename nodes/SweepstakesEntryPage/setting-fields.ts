import { listOrId } from '../shared/n8n/editor/picker';
import type { Choice, Field } from '../shared/n8n/operation/field';
import { searchRules } from '../SweepstakesOfficialRules/picker';

/*
 * These functions define a setting of the entry page from its label, request key and description. If each of the many
 * settings were a complete object literal, their differences would be hard to see.
 */

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

const longText = textLike('string', { rows: 4, refuseEmptyParts: true });
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
	description: 'The sponsor’s profiles, buttons to follow them, and bonus entries for following and sharing',
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
					required: true,
					description:
						'Email, Generic Link, Telegram and WhatsApp allow only sharing. Twitch and YouTube allow only following.',
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
					required: true,
					description: 'What to change for this network',
				},
				{
					displayName: 'Show',
					name: 'show',
					type: 'boolean',
					default: true,
					displayOptions: { show: { setting: ['followButton'] } },
					description: 'Whether to show a button for following the sponsor',
				},
				{
					displayName: 'URL',
					name: 'profile',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://www.facebook.com/example',
					displayOptions: { show: { setting: ['profile'] } },
					description: 'The URL of the sponsor’s profile',
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

export const selectedRules = {
	displayName: 'Official Rules',
	name: 'SelectedOfficialRules',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The official rules to show on the page. Leave empty to keep the current ones.',
	typeOptions: { loadOptionsDependsOn: ['sweepstakes.value'] },
	...listOrId('Select official rules…', { searchRules }, 'RulesToken'),
} as const satisfies Field;

/** The settings of an entry page, grouped by purpose (reference, POST /entrypage/update). */
// prettier-ignore
export const settings = {
	displayName: 'Settings',
	name: 'settings',
	type: 'collection',
	placeholder: 'Add section',
	default: {},
	description: 'The settings to change, at least one, by section. Empty settings are left unchanged.',
	options: [
		group('Age Gate', 'ageGate', 'The page that asks visitors for their age before they see the entry page', [
			toggle('Active', 'ActivateAgeGateSwitch', 'Whether visitors must confirm their age before they see the entry page'),
			color('Background Color', 'AgeGateBackgroundColor', 'e.g. #FFFFFF', 'The background color of the age gate'),
			longText('Description', 'AgeGateDescription', 'e.g. Please confirm your age.', 'The text below the headline'),
			text('Headline', 'AgeGateHeadline', 'e.g. How old are you?', 'The headline of the age gate'),
			choice('Minimum Age', 'AgeGateMinAge', 'How old visitors must be', 3, [{ name: '13', value: 1 }, { name: '18', value: 2 }, { name: '21', value: 3 }]),
			color('Text Color', 'AgeGateTextColor', 'e.g. #333333', 'The color of the text'),
		]),
		group('Bonus Entries', 'bonusEntries', 'Extra entries that people can earn. Bonus entries for following and sharing are under “Social Networks”.', [
			toggle('Active', 'BonusEntriesSwitch', 'Whether people can earn bonus entries'),
			number('Bonus Entries', 'BonusEntriesValue', 'How many bonus entries people get'),
			toggle('Both on Email Share', 'BothEmailShareParticipantsAwardedSwitch', 'Whether both people get bonus entries when one shares by email'),
			toggle('Both on Social Share', 'BothSocialShareParticipantsAwardedSwitch', 'Whether both people get bonus entries when one shares on a social network'),
			number('For Registering', 'BonusEntriesOnRegister', 'How many bonus entries people get for registering'),
		]),
		group('Confirmation Page', 'confirmationPage', 'The page that people see after they enter', [
			longText('Description', 'ConfirmationPageDescription', 'e.g. We draw the winners on February 1.', 'The text below the headline'),
			text('External Page', 'ExternalConfirmationPageURI', 'e.g. https://example.com/thank-you', 'The URL of your own confirmation page'),
			text('Headline', 'ConfirmationPageHeadline', 'e.g. Good luck!', 'The headline of the page'),
			text('YouTube Video', 'ConfirmationYoutubeUrl', 'e.g. https://www.youtube.com/watch?v=abc123', 'The URL of a video to show on the page'),
		]),
		group('Consent', 'consent', 'The checkboxes on the entry form', [
			text('Email Opt-In Text', 'EmailOptInMessage', 'e.g. Email me news and offers', 'The text next to the email checkbox'),
			toggle('Show Email Opt-In', 'EmailOptInSwitch', 'Whether to ask for consent to receive email'),
			toggle('Show Terms', 'TermsConditionsSwitch', 'Whether to ask people to accept the terms and conditions'),
			text('Terms Text', 'TermsConditionsMessage', 'e.g. I agree to the official rules', 'The text next to the terms and conditions checkbox'),
		]),
		group('Design', 'design', 'The colors and sizes of the entry page', [
			choice('Background Area', 'EntryPageBackgroundScope', 'Where to use the background color. The choice “Custom” also uses “Inner Background”.', 'outside', [{ name: 'Custom', value: 'custom' }, { name: 'Full', value: 'full' }, { name: 'Outside', value: 'outside' }]),
			color('Background Color', 'EntryPageBackgroundColor', 'e.g. #FFFFFF', 'The background color of the page'),
			text('Border', 'EntryPageBorder', 'e.g. 1px solid #CCCCCC', 'The border of the form: a width from 0 to 99px, a style and a color'),
			color('Button Color', 'EntryPageButtonColor', 'e.g. #0A7F3F', 'The color of the button'),
			number('Corner Radius', 'EntryPageRadius', 'How round the corners of the form are'),
			color('Inner Background', 'EntryPageBackgroundInnerColor', 'e.g. #F2F2F2', 'The second background color. Used only if “Background Area” is “Custom”.'),
			number('Margin Bottom', 'EntryPageMarginBottom', 'The space below the form'),
			number('Margin Top', 'EntryPageMarginTop', 'The space above the form'),
			toggle('Show Overlay', 'EntryPageShowOverlay', 'Whether to put an overlay over the background'),
			color('Text Color', 'EntryPageTextColor', 'e.g. #333333', 'The color of the text'),
			number('Width', 'EntryPageWidth', 'The width of the form, in the unit chosen under “Width Unit”'),
			choice('Width Unit', 'EntryPageWidthMeasure', 'The unit of the width', 'px', [{ name: 'Percent', value: '%' }, { name: 'Pixels', value: 'px' }]),
		]),
		group('Free Entry (AMOE)', 'amoe', 'The form for the alternative method of entry, without a purchase', [
			toggle('Active', 'ActivateAmoeSwitch', 'Whether people can enter for free'),
			longText('Description', 'AmoeDescription', 'e.g. Enter without a purchase.', 'The text below the headline'),
			number('Entries', 'AmoeEntries', 'How many entries one free entry is worth'),
			text('Headline', 'AmoeHeadline', 'e.g. Enter for Free', 'The headline of the form'),
			toggle('International', 'EnableInternationalAMOEForm', 'Whether to use the form for international addresses'),
		]),
		group('Location', 'location', 'How the page uses the location of visitors', [
			toggle('Ask for Location', 'GeoLocation', 'Whether to ask visitors for their location'),
			toggle('Inside Geofences', 'AllowParticipantsWithinFences', 'Whether people inside the geofences (areas on the map) of the sweepstakes can enter'),
			toggle('Require Location', 'GeoLocationIsRequiredToRenderPage', 'Whether to show the page only to visitors who share their location'),
		]),
		group('Page Texts', 'texts', 'The wording of the entry page', [
			text('After the End', 'WebExpirationMessage', 'e.g. This sweepstakes has ended.', 'What visitors read after the sweepstakes has ended'),
			longText('Description', 'EntryPageDescription', 'e.g. Enter for a chance to win a weekend by the sea.', 'The text below the headline'),
			text('Headline', 'EntryPageHeadline', 'e.g. Summer Giveaway', 'The headline of the page'),
			longText('Short Rules', 'EntryPageAbbreviatedRules', 'e.g. No purchase necessary. Ends January 31, 2027.', 'The short form of the official rules'),
		]),
		socialNetworks,
		group('Widgets and Statistics', 'widgets', 'What the page shows next to the form, and whether it counts visits', [
			toggle('Countdown', 'EnableSweepstakesCountdown', 'Whether to show how much time is left'),
			toggle('Participants', 'EnableNumberOfParticipants', 'Whether to show how many people have entered'),
			toggle('Progress Bar', 'EnableProgressBar', 'Whether to show a progress bar'),
			toggle('Share Buttons', 'EnableShareWidget', 'Whether to show buttons for sharing the page'),
			toggle('Social Buttons', 'EnableSocialWidget', 'Whether to show buttons for social networks'),
			toggle('Statistics', 'CollectStatistics', 'Whether to count visits'),
		]),
		group('Winners Page', 'winnersPage', 'The page that announces the winners', [
			toggle('Active', 'ActivateWinnersSwitch', 'Whether there is a winners page'),
			longText('Description', 'WinnersPageDescription', 'e.g. Congratulations to all winners.', 'The text below the headline'),
			text('External Page', 'ExternalWinnersPageURI', 'e.g. https://example.com/winners', 'The URL of your own winners page'),
			text('Headline', 'WinnersPageHeadline', 'e.g. Our Winners', 'The headline of the page'),
		]),
	],
} as const satisfies Field;
