import { z } from 'zod';
import { readColor } from '../color';
import { endpoint, requireOwnSweepstakes, type Call } from '../endpoint';
import { flag, integer, text, uuid } from '../fields';
import type { EntryPage } from '../records';
import { notFound, Refusal } from '../refusal';

const TEXTS = [
	'EntryPageHeadline',
	'EntryPageDescription',
	'EntryPageAbbreviatedRules',
	'EmailOptInMessage',
	'TermsConditionsMessage',
	'ConfirmationPageHeadline',
	'ConfirmationPageDescription',
	'WebExpirationMessage',
	'ExternalConfirmationPageURI',
	'ConfirmationYoutubeUrl',
	'WinnersPageHeadline',
	'WinnersPageDescription',
	'ExternalWinnersPageURI',
	'AgeGateHeadline',
	'AgeGateDescription',
	'AmoeHeadline',
	'AmoeDescription',
];

const NUMBERS = [
	'EntryPageWidth',
	'EntryPageMarginTop',
	'EntryPageMarginBottom',
	'EntryPageRadius',
	'BonusEntriesValue',
	'AmoeEntries',
	'BonusEntriesOnRegister',
];

const COLORS = [
	'EntryPageBackgroundColor',
	'EntryPageBackgroundInnerColor',
	'EntryPageTextColor',
	'EntryPageButtonColor',
	'AgeGateBackgroundColor',
	'AgeGateTextColor',
];

const SWITCHES = [
	'EntryPageShowOverlay',
	'BonusEntriesSwitch',
	'EmailOptInSwitch',
	'TermsConditionsSwitch',
	'ActivateWinnersSwitch',
	'ActivateAgeGateSwitch',
	'ActivateAmoeSwitch',
	'EnableInternationalAMOEForm',
	'GeoLocation',
	'GeoLocationIsRequiredToRenderPage',
	'AllowParticipantsWithinFences',
	'CollectStatistics',
	'EnableShareWidget',
	'EnableProgressBar',
	'EnableSweepstakesCountdown',
	'EnableNumberOfParticipants',
	'EnableSocialWidget',
	'BothSocialShareParticipantsAwardedSwitch',
	'BothEmailShareParticipantsAwardedSwitch',
];

const FOLLOWED = [
	'Facebook',
	'X',
	'Instagram',
	'TikTok',
	'LinkedIn',
	'Pinterest',
	'Threads',
	'Reddit',
	'Snapchat',
	'Youtube',
	'Twitch',
];

const SHARED = [...FOLLOWED.slice(0, 9), 'WhatsApp', 'Telegram', 'GenericLink', 'Email'];

const STYLES = 'none|solid|dotted|dashed|double|groove|ridge|inset|outset|hidden';

const border = text
	.refine(
		(value) => new RegExp(`^\\d{1,2}px (${STYLES}) \\S`).test(value),
		'must be <0-99>px <style> <color>',
	)
	.describe('<0-99>px <style> <color>');

const color = z
	.unknown()
	.transform(readColor)
	.refine((value) => value !== undefined, 'must be a color')
	.describe('hex of 6 or 8 digits, { hexa }, { hex } or { rgba: { r, g, b, a } }');

const each = (keys: string[], schema: z.ZodTypeAny) =>
	Object.fromEntries(keys.map((key) => [key, schema.optional()]));

/** The keys that can be changed, except the key that contains the provider's name. */
const settings = {
	...each(TEXTS, text),
	...each(NUMBERS, z.number()),
	EntryPageWidthMeasure: z.enum(['%', 'px']).optional(),
	EntryPageBorder: border.optional(),
	...each(COLORS, color),
	EntryPageBackgroundScope: z.enum(['outside', 'full', 'custom']).optional(),
	...each(SWITCHES, flag),
	SelectedOfficialRules: uuid.optional(),
	AgeGateMinAge: integer.min(1).max(3).describe('1 = 13+, 2 = 18+, 3 = 21+').optional(),
	...each(
		FOLLOWED.map((network) => `Follow${network}Switch`),
		flag,
	),
	...each(
		FOLLOWED.map((network) => `BonusEntriesFollow${network}`),
		z.number(),
	),
	...each(
		SHARED.map((network) => `BonusEntriesOnShare${network}`),
		z.number(),
	),
	...each(
		FOLLOWED.map((network) => `Sponsor${network}Profile`),
		text.nullable(),
	),
};

const MAX_SETTINGS = 5;

const ofSweepstakes = z.object({ SweepstakesToken: uuid });

const read = endpoint({
	method: 'POST',
	path: '/entrypage/settings',
	request: ofSweepstakes,
	carryOut({ SweepstakesToken }, call) {
		const { SweepstakesName, Handler, SweepstakesType, CreationDate } = requireOwnSweepstakes(
			call,
			SweepstakesToken,
		);
		const { EntryPageToken, Settings } = getPage(SweepstakesToken, call);
		return {
			Data: {
				EntryPageToken,
				SweepstakesToken,
				EntryPageTitle: SweepstakesName,
				Settings: {
					SweepstakesHandler: Handler,
					EntryPageType: SweepstakesType,
					EntryPageHeadline: SweepstakesName,
					...FIRST_SETTINGS,
					...Settings,
				},
				CreationDate,
			},
		};
	},
});

const FIRST_SETTINGS = {
	EntryPageDescription: '',
	EmailOptInSwitch: true,
	SMSTextOptInSwitch: false,
	BonusEntriesSwitch: false,
	TermsConditionsSwitch: true,
	ReCaptcha: false,
	GeoLocation: false,
	CollectStatistics: true,
	AgeGateMinAge: 3,
	EntryPageBackgroundColor: readColor('#FFFFFF'),
	EntryPageBackgroundScope: 'outside',
	Webhooks: [],
};

const update = endpoint({
	method: 'POST',
	path: '/entrypage/update',
	request: ofSweepstakes.extend(settings).passthrough(),
	carryOut({ SweepstakesToken, ...sent }, call) {
		const UpdatedFields = Object.keys(sent);
		const unknown = UpdatedFields.filter((key) => !(key in settings));
		if (unknown.length > 0) throw createRefusal(`${unknown.join(', ')} cannot be changed.`);
		if (UpdatedFields.length === 0) throw createRefusal('Send at least one setting.');
		if (UpdatedFields.length > MAX_SETTINGS)
			throw createRefusal(`At most ${MAX_SETTINGS} settings in a call.`);
		requireOwnSweepstakes(call, SweepstakesToken);
		const { SelectedOfficialRules: rules } = sent as { SelectedOfficialRules?: string };
		if (rules !== undefined && call.store.rules.get(rules)?.SweepstakesToken !== SweepstakesToken)
			throw notFound('Rules document');
		const page = getPage(SweepstakesToken, call);
		call.store.entryPages.update(page, { Settings: { ...page.Settings, ...sent } });
		return { Message: 'Entry page updated.', UpdatedFields, SweepstakesToken };
	},
});

export const entryPageSettingEndpoints = [read, update];

function getPage(sweepstakesToken: string, { store }: Call): EntryPage {
	return store.entryPages.of(sweepstakesToken)[0]!;
}

function createRefusal(message: string): Refusal {
	return new Refusal(400, message, { hint: `Allowed keys: ${Object.keys(settings).join(', ')}.` });
}
