import type { Dialect } from '../../sandbox';
import type { PassingReply } from '../support/check-account';

/** Ways in which a service may differ from the API documents, and how the check must report each. */

type Body = PassingReply['body'];
type List = Body[];

/**
 * Keys in a reply, such as `Data.Codes[].Value` (in every element) or `Data[0]`, with their new values: GONE, or a
 * function of the old value.
 */
export type Changes = Record<string, unknown>;
export const GONE = undefined;

export interface Deviation {
	/** A few words that describe the change. */
	name: string;
	/**
	 * The path of the changed call. It is missing if several calls are changed, or if something other than the body is
	 * changed.
	 */
	path?: string;
	/** Changes to a successful reply. */
	changes?: Changes;
	/** Changes to any reply. */
	change?(reply: PassingReply): void;
	/** Matches the finding, which reads “step: key: expected …; came …”. */
	named: RegExp;
	/** The only dialect in which the deviation is tested. */
	only?: Dialect;
}

/** Returns a function that applies a deviation to every reply. */
export function passThrough({ path, changes, change }: Deviation): (reply: PassingReply) => void {
	return (reply) => {
		if (path !== undefined && !reply.call.endsWith(` ${path}`)) return;
		if (changes && reply.status < 300) apply(changes, reply.body);
		change?.(reply);
	};
}

function apply(changes: Changes, body: Body): void {
	for (const [path, value] of Object.entries(changes)) {
		const keys = path.replaceAll('[', '.[').split('.').filter(Boolean);
		const last = keys.pop()!;
		const step = (holders: Body[], key: string): Body[] =>
			key === '[]'
				? holders.flat()
				: holders.map((one) => one?.[key.replace(/[[\]]/g, '')] as Body).filter(Boolean);
		for (const holder of keys.reduce(step, [body]))
			if (value === GONE) delete holder[last];
			else holder[last] = typeof value === 'function' ? (value(holder[last], holder) as unknown) : value;
	}
}

const row = (name: string, path: string, changes: Changes, named: RegExp, only?: Dialect): Deviation => ({
	name,
	path,
	changes,
	named,
	only,
});

/** Returns a function that renames a key of an object. */
const renamed = (from: string, to: string) => (object: Body) =>
	Object.fromEntries(
		Object.entries(object as object).map(([key, value]) => [key === from ? to : key, value]),
	);
const eachRenamed = (from: string, to: string) => (all: List) => all.map(renamed(from, to));

const upper = (id: string) => id.toUpperCase();
const asText = (value: unknown) => String(value);
const times100 = (amount: number) => Math.round(amount * 100);
const OTHER_ID = '3f2b8c1e-5d4a-4b6f-9c7e-aaaaaaaaaaaa';
const LOGIN_PAGE = '<!doctype html><title>Log in</title>';

const words: Deviation[] = [
	row(
		'a status in capitals',
		'/invoices/fetch',
		{ 'Data.Invoices[].Status': 'DRAFT' },
		/^Invoices: .*Status: expected one of draft, .*capitalized differently/,
	),
	row(
		'an unknown status',
		'/invoices/single',
		{ 'Data.Invoice.Status': 'disputed' },
		/^One invoice: .*Status: expected one of draft.*another word \(8/,
	),
	row(
		'an unknown collection',
		'/participants/fetch',
		{ 'Participants[0].Collection': 'Waitlist' },
		/^Participants: .*Collection: expected one of Participants.*another word \(8.* in \d of /,
	),
	row(
		'an unknown collection in a list',
		'/participants/single',
		{ 'Data.Collections': ['Waitlist'] },
		/^One participant: Data\.Collections: expected a list of Participants/,
	),
	row(
		'a new column type',
		'/entrypage/fields',
		{ 'Data.FormFields[1].FieldType': 'signature' },
		/^Entry form: .*FieldType: expected one of text/,
		'contract',
	),
	row(
		'a new column type',
		'/entrypage/fields',
		{ 'Data.FormFields[1].Type': 'signature' },
		/^Entry form: .*\.Type: expected one of text/,
		'reference',
	),
	row(
		'an unknown code status',
		'/codes/fetch',
		{ 'Data.Codes[].Status': 'expired' },
		/^Codes: .*Status: expected one of not-redeemed/,
	),
	row(
		'an unknown campaign status',
		'/messaging/campaigns',
		{ 'Data.Campaigns[].Status': 'throttled' },
		/^Campaigns: .*Status: expected one of draft/,
	),
	row(
		'an unknown trigger',
		'/messaging/drips',
		{ 'Data.Drips[].Trigger': 'birthday' },
		/^Drips: .*Trigger: expected one of join/,
	),
	row(
		'an unknown reason',
		'/messaging/suppressions',
		{ 'Data.Suppressions[].Reason': 'spamtrap' },
		/^Suppressions: .*Reason: expected one of unsubscribe/,
	),
	row(
		'a new question type',
		'/surveys/single',
		{ 'Data.Questions[].FieldType': 'matrix' },
		/^One survey: .*FieldType: expected one of text/,
	),
	row(
		'an unknown priority',
		'/tickets/fetchOpenTickets',
		{ 'Data.Tickets[].Priority': 4 },
		/^Open tickets: .*Priority: expected one of 1, 2, 3/,
	),
	row(
		'an unknown type',
		'/sweepstakes/fetch',
		{ 'Data[0].SweepstakesType': 9 },
		/^Sweepstakes: .*SweepstakesType: expected one of 1, 2, 3; came a number in \d of/,
	),
	row(
		'an unknown payment method',
		'/invoices/fetch',
		{ 'Data.Invoices[].PaymentMethod': 'crypto' },
		/^Invoices: .*PaymentMethod: expected one of card/,
	),
	row(
		'an unknown frequency',
		'/winners/fetchscheduled',
		{ 'Drawings[].Frequency': 9 },
		/^Scheduled drawings: .*Frequency: expected one of 0/,
	),
	row(
		'an unknown recipient status',
		'/messaging/campaign-recipients',
		{ 'Data.Recipients[].Status': 'deferred' },
		/^Campaign recipients: .*Status: expected one of queued/,
	),
	row(
		'an unknown source',
		'/messaging/drip-enrollments',
		{ 'Data.Enrollments[].SourceType': 'kiosk' },
		/^Drip enrollments: .*SourceType: expected one of participant/,
	),
	row(
		'an unknown ticket status',
		'/tickets/fetchSingleTicket',
		{ 'Data.Status': 'waiting' },
		/^One ticket: Data\.Status: expected true or false or one of open, closed/,
	),
];

const missing: Deviation[] = [
	row(
		'no date of a draw',
		'/winners/fetch',
		{ 'Winners[].DrawDateTime': GONE },
		/^Winners: Winners\[\]\.DrawDateTime: .* no such field in all 3 records/,
	),
	row(
		'one draw without a date',
		'/winners/fetch',
		{ 'Winners[0].DrawDateTime': GONE },
		/^Winners: Winners\[\]\.DrawDateTime: .* no such field in 1 of 3 records/,
	),
	row(
		'no group of winners',
		'/winners/fetch',
		{ 'Winners[].GroupToken': GONE },
		/^Winners: .*GroupToken: expected an ID .* no such field/,
	),
	row(
		'one winner without a group',
		'/winners/fetch',
		{ 'Winners[1].GroupToken': null },
		/^Winners: .*GroupToken: .* nothing \(null\) in 1 of 3/,
	),
	row(
		'a participant without a date',
		'/participants/fetch',
		{ 'Participants[3].CreationDate': null },
		/^Participants: CreationDate: expected a date in every entry/,
	),
	row(
		'participants without dates',
		'/participants/fetch',
		{ 'Participants[].CreationDate': GONE, 'Participants[].OptOutDate': GONE },
		/^Participants: CreationDate: expected a date in every entry/,
	),
	row(
		'a code without its text',
		'/codes/fetch',
		{ 'Data.Codes[1].CouponCode': GONE },
		/^Codes: .*CouponCode: expected a text in every record; came no such field in 1 of/,
	),
	row(
		'no number of an invoice',
		'/invoices/fetch',
		{ 'Data.Invoices[].InvoiceNumber': null },
		/^Invoices: .*InvoiceNumber: .*nothing \(null\)/,
	),
	row(
		'groups without dates',
		'/groups/fetch',
		{ 'Data[].CreationDate': null },
		/^Groups: Data\[\]\.CreationDate: expected a date and time/,
	),
	row(
		'groups without Primary',
		'/groups/fetch',
		{ 'Data[].Primary': GONE },
		/^Groups: Data\[\]\.Primary: .* no such field/,
	),
	row(
		'an empty handler',
		'/sweepstakes/fetch',
		{ 'Data[0].Handler': null },
		/^Sweepstakes: Data\[\]\.Handler: expected a text in capital letters; came nothing/,
	),
	row(
		'no handler',
		'/sweepstakes/fetch',
		{ 'Data[].Handler': GONE },
		/^Sweepstakes: Data\[\]\.Handler: .* no such field/,
	),
	row(
		'a count that is missing',
		'/participants/count',
		{ 'Data.Counts.OptOuts': GONE },
		/^Numbers of participants: .*OptOuts/,
	),
	row(
		'time zones without text',
		'/tools/timezones',
		{ 'Data.Timezones[2].Text': GONE },
		/^Time zones: .*Text: .* no such field in 1 of/,
	),
	row(
		'no counters of a campaign',
		'/messaging/campaign-report',
		{ 'Data.Counters.Delivered': GONE },
		/^Campaign report: Data\.Counters\.Delivered: .* no such field/,
	),
	row(
		'usage without its maximum',
		'/account/plan',
		{ 'Usage.MaxApiCalls': GONE },
		/^Plan: Usage\.MaxApiCalls: .* no such field/,
		'reference',
	),
	row(
		'no text of a note',
		'/notes/fetch',
		{ 'Data.Notes[].Note': GONE },
		/^Notes: Data\.Notes\[\]\.Note: .* no such field/,
	),
	row(
		'no number of winners',
		'/winners/fetchscheduled',
		{ 'Drawings[0].HowManyWinnersToPick': GONE },
		/^Scheduled drawings: .*HowManyWinnersToPick: .* no such field/,
	),
	row(
		'no end of a sweepstakes',
		'/sweepstakes/fetch',
		{ 'Data[].Settings.EndDate': GONE, 'Data[].Settings.ExpirationDate': GONE },
		/The end of a sweepstakes is in its settings as: /,
	),
	row(
		'a key in another case',
		'/groups/fetch',
		{ Data: eachRenamed('GroupToken', 'groupToken') },
		/^Groups: Data\[\]\.GroupToken: .*no such field.*but “groupToken”/,
	),
	row(
		'a key in another spelling',
		'/codes/fetch',
		{ 'Data.Codes': eachRenamed('CouponCode', 'coupon_code') },
		/^Codes: .*CouponCode: .*but “coupon_code”/,
	),
	row(
		'a token under another name',
		'/winners/fetchscheduled',
		{ Drawings: eachRenamed('ScheduleToken', 'DrawToken') },
		/The token of a scheduled drawing is called: /,
	),
];

const lists: Deviation[] = [
	row('codes null', '/codes/fetch', { 'Data.Codes': null }, /^Codes: Data\.Codes: .*an empty list/),
	row(
		'entries null',
		'/participants/single',
		{ 'Data.Entries': null },
		/^One participant: Entries: .*as many entries as TotalEntries says; came an empty list/,
	),
	row(
		'rules null',
		'/rules/fetch',
		{ 'Data.TotalRules': 3, 'Data.SecondaryRules': null },
		/^Official rules: SecondaryRules: .*as many entries as TotalRules says; came an empty list/,
	),
	row(
		'winners gone',
		'/winners/fetch',
		{ Winners: GONE },
		/^Winners: Winners: .*(an empty list|no such field)/,
	),
	row(
		'questions null',
		'/surveys/single',
		{ 'Data.Questions': null },
		/^One survey: Questions: .*as many entries as QuestionsCount says; came an empty list/,
	),
	row(
		'time zones null',
		'/tools/timezones',
		{ 'Data.Timezones': null },
		/^Time zones: Data\.Timezones: .*an empty list/,
	),
	row(
		'drawings null',
		'/winners/fetchscheduled',
		{ Drawings: null },
		/^Scheduled drawings: Drawings: .*an empty list/,
	),
	row('events empty', '/calendar/fetch', { 'Data.Events': {} }, /^Events: Data\.Events: .*an empty list/),
	row(
		'drip steps null',
		'/messaging/drip',
		{ 'Data.Drip.StepsCount': 2, 'Data.Drip.Steps': null },
		/^One drip: Steps: .*as many entries as StepsCount says; came an empty list/,
	),
	row(
		'a map in place of a list',
		'/notes/fetch',
		{ 'Data.Notes': (all: List) => ({ ...all }) },
		/^Notes: Data\.Notes: expected a list of records; came an object/,
	),
	row(
		'a list under another name',
		'/participants/fetch',
		{ People: (_: unknown, { Participants }: Body) => Participants as List, Participants: GONE },
		/^Participants: Participants: /,
	),
	row(
		'short pages',
		'/participants/fetch',
		{ Participants: (all: List) => all.slice(0, 10) },
		/^Participants: Participants: expected 20 entries on a page.*fewer/,
	),
	row(
		'one page each time',
		'/participants/fetch',
		{
			'Participants[0].KeyEmail': 'one@example.com',
			'Participants[0].ParticipantToken': OTHER_ID,
			'Participants[0].CreationDate': '2026-01-01T00:00:00.000Z',
			'Participants[0].KeyPhoneNumber': '2025550100',
			'Participants[0].FirstName': 'One',
			'Participants[0].LastName': 'One',
			'Participants[0].EntryPagesFields': {},
		},
		/^Participants: Participants: expected other records on each page/,
	),
	row(
		'the oldest first',
		'/participants/fetch',
		{ Participants: (all: List) => all.reverse() },
		/^Participants: Participants: expected the newest first.*came the oldest first/,
		'contract',
	),
	row(
		'events the newest first',
		'/calendar/fetch',
		{ 'Data.Events': (all: List) => all.reverse() },
		/^Events: Data\.Events: expected the oldest first/,
	),
	row('too many pages', '/codes/fetch', { 'Data.TotalPages': 50 }, /^Codes: Data\.TotalPages: .*more pages/),
	row('another page', '/participants/fetch', { 'Pagination.Page': 7 }, /^Participants: Pagination\.Page: /),
	row(
		'a wrong count',
		'/sweepstakes/fetch',
		{ Count: 99 },
		/^Sweepstakes: Data: expected as many entries as Count/,
	),
	row(
		'a text in a list of records',
		'/groups/fetch',
		{ Data: (all: List) => ['Winners', ...all.slice(1)] },
		/^Groups: Data: expected a list of records; came a text .* among its entries/,
	),
];

const numbers: Deviation[] = [
	row(
		'an amount as text',
		'/invoices/fetch',
		{ 'Data.Invoices[].Total': asText },
		/^Invoices: .*\.Total: expected a number; came a number as text/,
	),
	row(
		'an amount with a sign',
		'/invoices/single',
		{ 'Data.Invoice.Total': '$100.00' },
		/^One invoice: .*\.Total: expected a number; came a text/,
	),
	row(
		'bonus entries as text',
		'/participants/fetch',
		{ 'Participants[].BonusEntries': asText },
		/^Participants: .*BonusEntries: .*a number as text/,
	),
	row(
		'a total as text',
		'/codes/fetch',
		{ 'Data.TotalResults': asText },
		/^Codes: Data\.TotalResults: .*a number as text/,
	),
	row(
		'counts as text',
		'/participants/count',
		{ 'Data.Counts.Participants': asText },
		/^Numbers of participants: .*Participants: .*a number as text/,
	),
	row(
		'IDs of time zones as text',
		'/tools/timezones',
		{ 'Data.Timezones[].TimezoneId': asText },
		/^Time zones: .*TimezoneId: .*a number as text/,
	),
	row(
		'a quantity as text',
		'/invoices/single',
		{ 'Data.Invoice.Items[].Quantity': asText },
		/^One invoice: .*Quantity: .*a number as text/,
	),
	row(
		'a limit as text',
		'/account/plan',
		{ 'Data.Settings.MaxApiCallsAllowed': asText },
		/^Plan: .*MaxApiCallsAllowed: .*a number as text/,
	),
	row('a count null', '/groups/fetch', { Count: null }, /^Groups: Count: expected a number; came nothing/),
	row(
		'1 in place of true',
		'/sweepstakes/fetch',
		{ 'Data[0].Archived': 0 },
		/^Sweepstakes: .*Archived: expected true or false; came a number/,
	),
	row(
		'a boolean as text',
		'/notes/fetch',
		{ 'Data.Notes[].Pinned': asText },
		/^Notes: .*Pinned: expected true or false; came a text/,
	),
	row(
		'a boolean null',
		'/groups/fetch',
		{ 'Data[].Locked': null },
		/^Groups: .*Locked: expected true or false; came nothing/,
	),
	row(
		'counts that do not add up',
		'/participants/count',
		{ 'Data.Counts.Total': 2 },
		/^Numbers of participants: Total: expected the sum of/,
	),
	row(
		'codes that do not add up',
		'/codes/stats',
		{ 'Data.Unassigned': 400 },
		/^Numbers of codes: Total: expected the sum of/,
	),
	row(
		'a total in cents',
		'/invoices/fetch',
		{ 'Data.Invoices[].Total': times100 },
		/^Invoices: Total: .*looks like cents/,
	),
	row(
		'the amount of an item in cents',
		'/invoices/single',
		{ 'Data.Invoice.Items[].Amount': times100 },
		/^One invoice: Amount: expected Quantity times Rate; .*looks like cents/,
	),
];

/** The keys of all amounts, in /invoices/fetch and /invoices/single. */
const AMOUNTS = ['Subtotal', 'Total', 'Rate', 'Amount', 'DiscountAmount', 'TaxAmount'];
const inCents = (value: Body): Body => {
	if (Array.isArray(value)) return value.map(inCents);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value as object).map(([key, one]) => [
			key,
			AMOUNTS.includes(key) && typeof one === 'number' ? times100(one) : inCents(one),
		]),
	);
};

const ids: Deviation[] = [
	row(
		'IDs in capitals',
		'/participants/fetch',
		{ 'Participants[].ParticipantToken': upper },
		/^Participants: .*ParticipantToken: expected an ID \(a UUID in lowercase letters\); came a text \(ID in capital letters\)/,
	),
	row(
		'one ID in capitals',
		'/invoices/single',
		{ 'Data.Invoice.InvoiceToken': upper },
		/^One invoice: .*InvoiceToken: .*ID in capital letters/,
	),
	row(
		'an ID without hyphens',
		'/notes/fetch',
		{ 'Data.Notes[].NoteToken': (id: string) => id.replaceAll('-', '') },
		/^Notes: .*NoteToken: .*ID without hyphens/,
	),
	row(
		'a number as ID',
		'/groups/fetch',
		{ 'Data[0].GroupToken': 7 },
		/^Groups: .*GroupToken: expected an ID .*came a number/,
	),
	row(
		'an ID that is no UUID',
		'/codes/fetch',
		{ 'Data.Codes[].CouponToken': 'C-1' },
		/^Codes: .*CouponToken: expected an ID/,
	),
	row(
		'records of another sweepstakes',
		'/groups/fetch',
		{ 'Data[].SweepstakesToken': OTHER_ID },
		/^Groups: sweepstakesToken: expected the record that was asked for/i,
	),
	row(
		'another record',
		'/notes/single',
		{ 'Data.NoteToken': OTHER_ID },
		/^One note: NoteToken: expected the record that was asked for/,
	),
];

const dates: Deviation[] = [
	row(
		'a space in dates',
		'/codes/fetch',
		{ 'Data.Codes[].CreationDate': '2026-05-01 10:00:00' },
		/^Codes: .*CreationDate: .*a space between them/,
	),
	row(
		'seconds in place of a date',
		'/notes/fetch',
		{ 'Data.Notes[].CreationDate': 1_790_000_000 },
		/^Notes: .*CreationDate: .*came a number/,
	),
	row(
		'the year 1',
		'/invoices/fetch',
		{ 'Data.Invoices[].CreationDate': '0001-01-01T00:00:00Z' },
		/^Invoices: .*CreationDate: expected a date and time/,
	),
	row(
		'European dates',
		'/participants/fetch',
		{ 'Participants[].CreationDate': '31/12/2026 10:00' },
		/^Participants: .*CreationDate: expected a date and time/,
	),
	row(
		'a time with pm',
		'/calendar/fetch',
		{ 'Data.Events[].EventStartTime': '6:30 pm' },
		/^Events: .*EventStartTime: expected a time .*am or pm/,
	),
	row(
		'other phone numbers',
		'/participants/fetch',
		{ 'Participants[].KeyPhoneNumber': '202-555-0100' },
		/^Phone numbers of participants/,
	),
];

const envelopes: Deviation[] = [
	row('no Response', '/billing/consumptions', { Response: GONE }, /^Consumptions: .*Response/),
	row('Response as text', '/tools/states', { Response: 'true' }, /^States: Response: expected true/),
	row(
		'rules as text',
		'/rules/fetch',
		{ 'Data.PrimaryRule': 'Rules' },
		/^Official rules: .*PrimaryRule: expected an object; came a text/,
	),
	row(
		'a record one level up',
		'/invoices/single',
		{ Data: ({ Invoice }: Body) => Invoice as Body },
		/^One invoice: The call: .*cannot read/,
	),
	row(
		'settings as list',
		'/sweepstakes/fetch',
		{ 'Data[0].Settings': [] },
		/^Sweepstakes: .*Settings: expected an object; came a list/,
	),
	{
		name: 'an unknown success',
		path: '/files/fetch',
		change: (reply) => (reply.status = 202),
		named: /^Files: The status: expected 200; came 202/,
	},
	{
		name: 'a partial answer',
		path: '/codes/stats',
		change: (reply) => (reply.status = reply.status < 300 ? 206 : reply.status),
		named: /^Numbers of codes: The status: expected 200; came 206/,
	},
	{
		name: 'a login page',
		path: '/messaging/usage',
		change: (reply) => (reply.body = LOGIN_PAGE),
		named: /^Messaging allowance: The (call|answer): .*login page/,
	},
	{
		name: 'an answer cut off',
		path: '/account/business',
		change: (reply) => (reply.body = '{"Response":true,"Data":{"Busi'),
		named: /^Business: The (call|answer): .*JSON/,
	},
	{
		name: 'a redirect',
		path: '/account/profile',
		change: (reply) => Object.assign(reply, { status: 302, body: LOGIN_PAGE }),
		named: /^Profile: The call: .*redirect.*\(status 302\)/,
	},
	{
		name: 'a gateway’s error',
		path: '/tools/countries',
		change: (reply) => Object.assign(reply, { status: 502, body: LOGIN_PAGE }),
		named: /^Countries: The call: .*\(status 502\)/,
	},
	{
		name: 'a firewall',
		path: '/tools/zipcodes',
		change: (reply) => Object.assign(reply, { status: 451, body: LOGIN_PAGE }),
		named: /^Zip codes: The call: .*\(status 451\)/,
	},
	{
		name: 'a refusal with an undocumented status',
		path: '/tools/areacodes',
		change: (reply) =>
			Object.assign(reply, { status: 418, body: { Response: false, Message: 'No.', Code: 418 } }),
		named: /^Area codes: The call: .*\(status 418\)/,
	},
	{
		name: 'no type of content',
		path: '/account/plan',
		change: ({ headers }) => delete headers['content-type'],
		named: /^Plan: The header Content-Type: /,
	},
];

const hide = (text: string) => `${text[0]}***${text.slice(-4)}`;

const texts: Deviation[] = [
	row(
		'email addresses hidden in part',
		'/participants/fetch',
		{ 'Participants[].KeyEmail': hide },
		/^Participants: .*KeyEmail: expected an email address; came a text \(partly hidden by asterisks\)/,
	),
	row(
		'phone numbers hidden in part',
		'/winners/fetch',
		{ 'Winners[].KeyPhoneNumber': hide },
		/^Winners: .*KeyPhoneNumber: expected a phone number; came a text \(partly hidden/,
	),
	row(
		'a recipient hidden in part',
		'/invoices/fetch',
		{ 'Data.Invoices[].RecipientEmail': hide },
		/^Invoices: .*RecipientEmail: expected an email address; came /,
	),
	row(
		'no name of anybody',
		'/participants/fetch',
		{
			'Participants[].FirstName': '',
			'Participants[].LastName': '',
			'Participants[].EntryPagesFields': {},
		},
		/^The name of a participant is in: .*came nothing, in every record/,
	),
	row(
		'another form of the number',
		'/invoices/fetch',
		{ 'Data.Invoices[].InvoiceNumber': '2026/17' },
		/^Invoices: .*InvoiceNumber: expected a number such as INV-2030-00001/,
	),
	row(
		'a handler in small letters',
		'/sweepstakes/fetch',
		{ 'Data[].Handler': (handler: string) => handler.toLowerCase() },
		/^Sweepstakes: .*Handler: expected a text in capital letters; came a text of 4 characters/,
	),
	row(
		'a sign as currency',
		'/invoices/single',
		{ 'Data.Invoice.Currency': '$' },
		/^One invoice: .*Currency: expected a currency such as USD; came a text of 1 character$/,
	),
	row(
		'the address of a picture',
		'/invoices/single',
		{ 'Data.QrCode': 'https://example.com/qr.png' },
		/^One invoice: Data\.QrCode: expected a picture/,
	),
	row(
		'a link without a host',
		'/invoices/single',
		{ 'Data.PublicLink': '/invoice?t=1' },
		/^One invoice: Data\.PublicLink: expected a link that begins with https/,
	),
	row(
		'no items beside a subtotal',
		'/invoices/single',
		{ 'Data.Invoice.Items': null },
		/^One invoice: Items: expected a list with entries, because Subtotal is not 0/,
	),
	row(
		'HTML codes in a name',
		'/groups/fetch',
		{ 'Data[].GroupName': 'O&#39;Neil &amp; Co' },
		/^Groups: .*GroupName: expected a text; came a text with HTML codes/,
	),
	row(
		'a count of 0 beside entries',
		'/participants/single',
		{ 'Data.TotalEntries': 0 },
		/^One participant: Entries: expected as many entries as TotalEntries says; came more entries/,
	),
];

/**
 * Returns a function that repeats the last record of a page on the next page, and omits the record that belongs there.
 */
function shiftPages(): (reply: PassingReply) => void {
	let last: Body;
	return ({ call, status, body }) => {
		if (call !== 'POST /participants/fetch' || status >= 300) return;
		const people = body.Participants as List;
		if (body.Pagination.Page > 1 && last) people.splice(0, 1, last);
		last = people.at(-1);
	};
}

/** Deviations that can be tested together, because each changes a different call or key. */
export const TOGETHER: readonly Deviation[] = [
	...words,
	...missing,
	...lists,
	...numbers,
	...ids,
	...dates,
	...envelopes,
	...texts,
];

/** Returns a function that changes every second reply for which `isMeant` returns true. */
function everySecond(isMeant: (reply: PassingReply) => boolean, change: (reply: PassingReply) => void) {
	let count = 0;
	return (reply: PassingReply) => {
		if (isMeant(reply) && count++ % 2 === 0) change(reply);
	};
}

const inRefusal = (
	name: string,
	status: number,
	change: (reply: PassingReply) => void,
	named: RegExp,
): Deviation => ({
	name,
	change: (reply) => {
		if (reply.status === status) change(reply);
	},
	named,
});

/** Deviations that must be tested one at a time, because they would hide other deviations. */
export const ALONE: readonly Deviation[] = [
	{
		name: 'a person on two pages, and another on none',
		change: shiftPages(),
		named: /^Participants: Participants: expected other records on each page; came the same record on two/,
	},
	row(
		'the same code in several records',
		'/codes/fetch',
		{ 'Data.Codes[].CouponCode': 'SAME' },
		/^Codes: Codes: expected another CouponCode in each record/,
	),
	row(
		'a list with each record twice',
		'/notes/fetch',
		{ 'Data.Notes': (all: List) => [...all, ...all], 'Data.TotalNotes': 2 },
		/^Notes: Notes: expected each record once/,
	),
	{
		name: 'a gateway’s error now and then',
		change: everySecond(
			({ call }) => call === 'POST /participants/fetch',
			(reply) => Object.assign(reply, { status: 502, body: LOGIN_PAGE }),
		),
		named: /^Participants: The connection: .*status 502\), \d times? out of/,
	},
	row(
		'an object in place of the list of invoices',
		'/invoices/fetch',
		{ 'Data.Invoices': {} },
		/^Invoices: Data\.Invoices: .*an empty list/,
	),
	row(
		'different days in two calls',
		'/notes/single',
		{ 'Data.CreationDate': '2020-02-02T10:00:00Z' },
		/^One note: CreationDate: expected the same as in the answer to .*another day/,
	),
	row(
		'amounts in cents in one of two calls',
		'/invoices/single',
		{
			'Data.Invoice.Total': times100,
			'Data.Invoice.Subtotal': times100,
			'Data.Invoice.Items[].Amount': times100,
			'Data.Invoice.Items[].Rate': times100,
		},
		/^One invoice: .*Total: expected the same as in the answer to .*looks like cents/,
	),
	row(
		'sweepstakes without IDs',
		'/sweepstakes/fetch',
		{ 'Data[].SweepstakesToken': GONE },
		/^Sweepstakes: The call: .*cannot read/,
	),
	inRefusal(
		'a success in place of 404',
		404,
		(reply) => Object.assign(reply, { status: 200, body: { Response: true, Data: [] } }),
		/^A sweepstakes that does not exist: The call: expected a refusal with status 404; came a success/,
	),
	inRefusal(
		'410 in place of 404',
		404,
		(reply) => (reply.status = 410),
		/^A note that does not exist: The call: expected a refusal with status 404; came a refusal \(status 410\)/,
	),
	inRefusal(
		'422 in place of 400',
		400,
		(reply) => (reply.status = 422),
		/^A request without its token: The call: expected a refusal with status 400; came a refusal \(status 422\)/,
	),
	inRefusal(
		'an HTML page in place of 400',
		400,
		(reply) => (reply.body = LOGIN_PAGE),
		/The answer: expected JSON|A request without its token: The call/,
	),
	inRefusal(
		'a refusal with another code',
		404,
		({ body }) => (body.Code = 1404),
		/Code: expected the status, 404|A refusal repeats its status as Code/,
	),
	inRefusal(
		'an error with an unknown name',
		404,
		({ body }) => (body.Data = { Code: 'NoSuchThing' }),
		/The name of the error/,
	),
	inRefusal(
		'a refusal without a message',
		404,
		({ body }) => delete body.Message,
		/Message of a refusal: expected a text; came no such field/,
	),
	{
		name: 'no Date header',
		change: ({ headers }) => delete headers.date,
		named: /The header Date: .* no such header/,
	},
	{
		name: 'a Content-Type other than JSON',
		change: ({ headers }) => (headers['content-type'] = 'text/plain'),
		named: /The header Content-Type: expected JSON/,
	},
	{
		name: 'amounts in cents everywhere',
		change: (reply) => {
			if (/\/invoices\//.test(reply.call)) reply.body = inCents(reply.body);
		},
		named: /whole number of 1,000 or more/,
	},
	{
		name: 'IDs of sweepstakes in capitals everywhere',
		change: (reply) => {
			if (reply.call === 'POST /sweepstakes/fetch' && reply.status < 300)
				apply({ 'Data[].SweepstakesToken': upper }, reply.body);
		},
		named: /^Sweepstakes: .*SweepstakesToken: .*ID in capital letters/,
	},
];
