import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Dialect } from './dialect';
import { keptForms } from './kept';
import { RollingWindow } from './window';

/*
 * The accounts of `--accounts FILE` and `startSandbox({ accounts })`. Every key is optional, and an account without
 * keys has no restrictions. Unknown keys are refused, because they are probably typos.
 */

const text = z.string();
const on = z.boolean().default(true);
const off = z.boolean().default(false);
const amount = (value: number) => z.number().nonnegative().default(value);
const limit = (value: number) => z.number().int().nonnegative().default(value);
const percentage = (value: number) => z.number().min(0).max(100).default(value);

/** The plan's settings, including its limits for calls. */
const planSettings = z.object({
	ChargePerSweepstakes: off,
	Frequency: text.default('monthly'),
	SubscriptionPrice: amount(99),
	FixedPrice: amount(0),
	CostPerGigaByte: amount(0.1),
	ExtraCredits: amount(0),
	WalletMinToDeposit: amount(10),
	WalletMinToWithdraw: amount(10),
	MaxSweepstakesAllowed: limit(1_000),
	MaxStorageSize: limit(1_000_000),
	MaxParticipantsAllowed: limit(10_000_000),
	MaxApiCallsAllowed: limit(10_000_000),
	MaxApiCallsPerMinute: limit(150),
	MaxInvoicesAllowed: limit(100_000),
	PaidModuleCreateSweepstakes: on,
	PaidModuleCreateEntryPage: on,
	PaidModuleCreateOfficialRules: on,
	PaidModuleManageParticipants: on,
	PaidModuleSendMessages: on,
	PaidModuleDrawWinners: on,
	PaidModuleSeeReports: on,
	PaidModuleManageDomains: on,
	PaidModuleManageCoupons: on,
	PaidModuleAccessDrive: on,
	PaidModuleAccessCalendar: on,
	PaidModuleManageNotes: on,
	PaidModuleCreateSurveys: on,
	PaidModuleAccessAPI: on,
	PaidModuleManageDripMarketing: on,
});

const planRecord = z.object({
	PlanToken: text.default('7d1f0c52-4f0e-4b8a-9d3e-5c2a8e6b1f40'),
	Name: text.default('Sandbox'),
	Description: text.default('Everything enabled'),
	Primary: on,
	Locked: off,
	CreationDate: text.default('2024-01-01T00:00:00.000Z'),
});

/** The plan's survey settings. A maximum of 0 means unlimited. */
const surveySettings = z.object({ MaxSurveysAllowed: limit(0), AllowSurveysSharing: on });

/** The fees that an invoice copies when it is created. */
const fees = z.object({ ProcessingFeePercentage: percentage(2), MerchantFeePercentage: percentage(2.9) });

const profile = z
	.object({
		Nickname: text.default('sandbox'),
		Email: text.default('owner@example.com'),
		UserType: z.number().int().default(1),
		Status: on,
		CreationDate: text.default('2024-01-01T00:00:00.000Z'),
		LastLogin: text.default('2024-01-01T00:00:00.000Z'),
		IsPlatformAccount: off,
		ProfileData: z
			.object({
				FullName: text.default('Sam Sandbox'),
				MobilePhone: text.default('+15550100'),
				Address: text.default('1 Beach Road'),
				City: text.default('Springfield'),
				State: text.default('IL'),
				ZipCode: text.default('62701'),
				Country: text.default('US'),
				Avatar: text.default(''),
				BirthDate: text.default('1990-01-01T00:00:00.000Z'),
			})
			.strict()
			.default({}),
	})
	.strict();

const business = z
	.object({
		BusinessName: text.default('Sandbox Promotions'),
		BusinessTelephone: text.default('+15550101'),
		BusinessAddress: text.default('1 Beach Road'),
		BusinessCity: text.default('Springfield'),
		BusinessState: text.default('IL'),
		BusinessZipCode: text.default('62701'),
		BusinessCountry: text.default('US'),
		BusinessWebsite: text.default('https://example.com'),
		EIN: text.default('00-0000000'),
	})
	.strict();

/** The account's messaging limits. A limit of 0 means unlimited. */
const messaging = z
	.object({
		/** Whether messages and codes can be sent to single participants. */
		directMessages: on,
		/** Whether the account has a number to send text messages from. */
		smsSender: on,
		emailsPerMonth: limit(0),
		segmentsPerMonth: limit(0),
		paused: z.array(z.enum(['email', 'sms'])).default([]),
	})
	.strict();

/** How strictly participants/add checks an entry. */
const entries = z
	.object({
		/**
		 * Whether `Fields` must match the entry form, including the form's email and phone fields. The default is true in
		 * `reference` and false in `contract`.
		 */
		strictForm: z.boolean().optional(),
		/**
		 * The status of the reply to a duplicate entry, or 'accept' to add the entry. A reply with 200 has `Response:
		 * false`. The default is 'accept' in `contract` and 400 in `reference`.
		 */
		duplicates: z.union([z.literal('accept'), z.literal(200), z.literal(400), z.literal(409)]).optional(),
	})
	.strict();

const accountOptions = z
	.object({
		token: text.min(1).regex(/^\S+$/, 'must not contain spaces'),
		status: z.enum(['active', 'disabled', 'hibernating']).default('active'),
		modules: z.object({ codes: on, invoices: on, messages: on, drips: on }).strict().default({}),
		messaging: messaging.default({}),
		entries: entries.default({}),
		/** Whether the account is an administrator of the service. Only administrators can use to-dos. */
		administrator: off,
		/** The domains that may call the API from a browser. Calls to /account/plan require `*` in this list. */
		apiDomains: z.array(text).default(['*']),
		plan: planRecord.merge(planSettings).merge(surveySettings).merge(fees).strict().default({}),
		/** How the service stores the account's text and phone numbers. */
		kept: keptForms.default({}),
		/**
		 * The spelling of the keys of /entrypage/fields: `pages` as on the public pages (`FieldID` …), or `clients` as
		 * existing client programs read them (`Id` …).
		 */
		formSpelling: z.enum(['pages', 'clients']).default('pages'),
		/** Whether a new entry form also has a birth date, a zip code and a list. */
		longForm: off,
		/** The number of days from today to the default due date of an invoice. */
		invoiceDueDays: z.number().int().min(0).max(3650).default(30),
		/** If null, there is no profile, and /account/profile returns 404. */
		profile: profile.nullable().default({}),
		/** If null, there is no business, and /account/business returns 404. */
		business: business.nullable().default({}),
	})
	.strict();

export type AccountOptions = Partial<z.input<typeof accountOptions>>;

export interface Account extends z.output<typeof accountOptions> {
	/** The account's ID. It is derived from the token, so that it survives a restart. */
	UserToken: string;
	window: RollingWindow;
	/** The calls that were refused because of the per-minute limit. */
	refused: RollingWindow;
}

/**
 * Fills in the default settings of the given accounts. If none are given, creates one account without restrictions.
 *
 * @param windowMs length of the per-minute window
 * @param defaultToken returns the token for an account without one; the first account has index 0
 * @throws ZodError that names the invalid key
 */
export function openAccounts(
	given: AccountOptions[] = [{}],
	windowMs: number,
	defaultToken: (index: number) => string,
): [Account, ...Account[]] {
	const open = (options: z.output<typeof accountOptions>): Account => ({
		...options,
		UserToken: toUuid(options.token),
		window: new RollingWindow(windowMs),
		refused: new RollingWindow(windowMs),
	});
	const [first, ...others] = z
		.array(accountOptions)
		.nonempty()
		.parse(given.map((account, index) => ({ token: defaultToken(index), ...account })));
	return [open(first), ...others.map(open)];
}

/** Returns the Data of /account/plan. */
export function toPlanReply({ plan }: Account) {
	return { ...planRecord.parse(plan), Settings: planSettings.parse(plan) };
}

/** Returns how participants/add treats a duplicate entry. */
export function decideOnDuplicates({ entries }: Account, dialect: Dialect) {
	return entries.duplicates ?? (dialect === 'reference' ? 400 : 'accept');
}

function toUuid(text: string): string {
	const hex = createHash('sha256').update(text).digest('hex');
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
