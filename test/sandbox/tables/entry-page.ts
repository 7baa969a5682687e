import { border, color, flag, number, oneOf, text, uuid, whole, type Kind } from '../kinds';
import { nullable, required, type Changes, type Fields, type MarkedField, type Table } from './table';

const FORM_FIELDS = [
	{
		FieldID: 'firstname',
		FieldType: 'text',
		FieldName: 'First Name',
		FieldPlaceholder: 'Jane',
		FieldRequired: true,
		PrimaryField: false,
	},
	{
		FieldID: 'lastname',
		FieldType: 'text',
		FieldName: 'Last Name',
		FieldPlaceholder: 'Doe',
		FieldRequired: true,
		PrimaryField: false,
	},
	4,
];

const PLATFORMS = [
	'Facebook',
	'X',
	'Instagram',
	'TikTok',
	'LinkedIn',
	'Pinterest',
	'Threads',
	'Reddit',
	'Snapchat',
];
const NETWORKS = [...PLATFORMS, 'Youtube', 'Twitch'];
const SHARES = [...PLATFORMS, 'WhatsApp', 'Telegram', 'GenericLink', 'Email'];

/** Fields of the same kind, named after each of these. */
const forEach = (names: string[], nameOf: (name: string) => string, kind: Kind | MarkedField): Fields =>
	Object.fromEntries(names.map((name) => [nameOf(name), kind]));

export const entryPage = {
	'/entrypage/fields': {
		isInContract: true,
		request: { SweepstakesToken: required(uuid) },
		reply: {
			Data: {
				SweepstakesToken: 'UUID',
				EntryPageToken: 'UUID',
				KeyEmail: 'Email',
				KeyPhoneNumber: 'Mobile Number',
				FormFields: FORM_FIELDS,
			},
		},
	},
	'/entrypage/settings': {
		request: { SweepstakesToken: required(uuid) },
		reply: {
			Data: {
				EntryPageToken: 'UUID',
				SweepstakesToken: 'UUID',
				EntryPageTitle: 'Winter Giveaway',
				Settings: {
					SweepstakesHandler: 'HANDLER',
					EntryPageType: 2,
					EntryPageHeadline: 'Winter Giveaway',
					EntryPageDescription: '',
					EmailOptInSwitch: true,
					SMSTextOptInSwitch: false,
					BonusEntriesSwitch: false,
					TermsConditionsSwitch: true,
					ReCaptcha: false,
					GeoLocation: false,
					CollectStatistics: true,
					AgeGateMinAge: 3,
					EntryPageBackgroundColor: {
						alpha: 1,
						hex: '#FFFFFF',
						hexa: '#FFFFFFFF',
						hsla: { h: 0, s: 0, l: 1, a: 1 },
						hsva: { h: 0, s: 0, v: 1, a: 1 },
						hue: 0,
						rgba: { r: 255, g: 255, b: 255, a: 1 },
					},
					EntryPageBackgroundScope: 'outside',
					Webhooks: [],
				},
				CreationDate: '2030-01-15T12:00:00.000Z',
			},
		},
	},
	'/entrypage/update': {
		request: {
			SweepstakesToken: required(uuid),
			SelectedOfficialRules: uuid,
			EntryPageHeadline: text(),
			EntryPageDescription: text(),
			EntryPageAbbreviatedRules: text(),
			EmailOptInMessage: text(),
			TermsConditionsMessage: text(),
			ConfirmationPageHeadline: text(),
			ConfirmationPageDescription: text(),
			WebExpirationMessage: text(),
			ExternalConfirmationPageURI: text(),
			ConfirmationYoutubeUrl: text(),
			WinnersPageHeadline: text(),
			WinnersPageDescription: text(),
			ExternalWinnersPageURI: text(),
			AgeGateHeadline: text(),
			AgeGateDescription: text(),
			AmoeHeadline: text(),
			AmoeDescription: text(),
			...forEach(NETWORKS, (network) => `Sponsor${network}Profile`, nullable(text())),
			EntryPageWidth: number(),
			EntryPageMarginTop: number(),
			EntryPageMarginBottom: number(),
			EntryPageRadius: number(),
			BonusEntriesValue: number(),
			AmoeEntries: number(),
			BonusEntriesOnRegister: number(),
			...forEach(NETWORKS, (network) => `BonusEntriesFollow${network}`, number()),
			...forEach(SHARES, (share) => `BonusEntriesOnShare${share}`, number()),
			EntryPageWidthMeasure: oneOf('%', 'px'),
			EntryPageBorder: border,
			EntryPageBackgroundColor: color,
			EntryPageBackgroundInnerColor: color,
			EntryPageTextColor: color,
			EntryPageButtonColor: color,
			AgeGateBackgroundColor: color,
			AgeGateTextColor: color,
			EntryPageBackgroundScope: oneOf('outside', 'full', 'custom'),
			EntryPageShowOverlay: flag,
			BonusEntriesSwitch: flag,
			EmailOptInSwitch: flag,
			TermsConditionsSwitch: flag,
			ActivateWinnersSwitch: flag,
			ActivateAgeGateSwitch: flag,
			ActivateAmoeSwitch: flag,
			EnableInternationalAMOEForm: flag,
			GeoLocation: flag,
			GeoLocationIsRequiredToRenderPage: flag,
			AllowParticipantsWithinFences: flag,
			CollectStatistics: flag,
			EnableShareWidget: flag,
			EnableProgressBar: flag,
			EnableSweepstakesCountdown: flag,
			EnableNumberOfParticipants: flag,
			EnableSocialWidget: flag,
			BothSocialShareParticipantsAwardedSwitch: flag,
			BothEmailShareParticipantsAwardedSwitch: flag,
			...forEach(NETWORKS, (network) => `Follow${network}Switch`, flag),
			AgeGateMinAge: whole({ min: 1, max: 3 }),
		},
		reply: { Message: '…', UpdatedFields: ['EntryPageHeadline'], SweepstakesToken: 'UUID' },
	},
} satisfies Table;

export const entryPageInReference = {
	'/entrypage/fields': {
		reply: {
			Data: {
				SweepstakesToken: 'UUID',
				EntryPageToken: 'UUID',
				KeyEmail: 'email',
				KeyPhoneNumber: 'phone',
				FormFields: FORM_FIELDS,
			},
		},
	},
} satisfies Changes;
