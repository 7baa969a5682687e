import type { PassingReply } from '../support/account-check';

/** Ways in which a service may differ from the sandbox, and how the check must name each. */

export interface Deviation {
	/** A few words that describe the change. */
	name: string;
	/** The path of the changed call. */
	path: string;
	change(reply: PassingReply): void;
	/** Matches the difference, which reads “operation: key: expected; found”. */
	named: RegExp;
}

type Body = PassingReply['body'];

/** Returns the objects that have the last key of a path such as `Data.Codes[].Value`. */
function findHolders(body: Body, path: string): Array<[holder: Body, key: string]> {
	const keys = path.replaceAll('[]', '.[]').split('.');
	const last = keys.pop()!;
	const step = (all: Body[], key: string): Body[] =>
		key === '[]' ? all.flat() : all.map((one) => one?.[key] as Body).filter(Boolean);
	return keys.reduce(step, [body]).map((holder) => [holder, last]);
}

type Change = (holder: Body, key: string, reply: PassingReply) => void;

const to =
	(value: unknown): Change =>
	(holder, key) => {
		holder[key] = typeof value === 'function' ? value(holder[key]) : value;
	};
const gone: Change = (holder, key) => delete holder[key];
const renamed: Change = (holder, key) => {
	holder[`${key}Value`] = holder[key];
	delete holder[key];
};
const inLowerCase: Change = (holder, key) => {
	holder[key[0]!.toLowerCase() + key.slice(1)] = holder[key];
	delete holder[key];
};
const asText = to(String);
const reversed = to((list: Body[]) => [...list].reverse());
const shortened = to((list: Body[]) => list.slice(0, -1));
const doubled = to((list: Body[]) => [...list, ...list]);
const with3More = to((count: number) => count + 3);

function row(path: string, key: string, change: Change, named: RegExp): Deviation {
	const apply = (reply: PassingReply) => {
		if (!reply.call.endsWith(` ${path}`) || reply.status >= 300 || typeof reply.body !== 'object') return;
		for (const [holder, last] of findHolders(reply.body, key)) change(holder, last, reply);
	};
	return { name: `${path} ${key}: ${String(named)}`, path, change: apply, named };
}

/** A deviation of the whole reply. */
const whole = (path: string, change: (reply: PassingReply) => void, named: RegExp): Deviation =>
	row(path, 'Response', (_holder, _key, reply) => change(reply), named);

const answer = (status: number, body: unknown) => (reply: PassingReply) =>
	void Object.assign(reply, { status, body });

const DATE = /: a date.*;/;

export const DEVIATIONS: readonly Deviation[] = [
	// Keys
	row('/invoices/fetch', 'Data.Invoices[].Status', gone, /^Invoice › Get Many: .*Status: .*no such field/),
	row(
		'/winners/fetch',
		'Winners[].DrawDateTime',
		gone,
		/^Winner › Get Many: .*DrawDateTime: .*no such field/,
	),
	row('/codes/fetch', 'Data.Codes[].CouponCode', renamed, /^Code › Get Many: .*CouponCode: .*no such field/),
	row(
		'/codes/fetch',
		'Data.Codes[].CouponCode',
		renamed,
		/^Code › Get Many: .*CouponCodeValue: .*a new field/,
	),
	row('/notes/single', 'Data.Title', inLowerCase, /^Account Note › Get: Data\.Title: .*no such field/),
	row('/surveys/single', 'Data.Survey', renamed, /^Survey › Get: Data\.Survey: an object; no such field/),
	row('/account/plan', 'Data.Settings', inLowerCase, /^Account › Get Plan: Data\.Settings: /),
	row('/tools/timezones', 'Data.Timezones[].Text', gone, /^Reference Data › Get Time Zones: .*Text: /),
	row(
		'/account/profile',
		'Data.CreatedBy',
		to('x'),
		/^Account › Get Profile: Data\.CreatedBy: .*a new field/,
	),
	// Types
	row('/groups/fetch', 'Data[].Primary', asText, /^Group › Get Many: .*Primary: true or false; a text/),
	row(
		'/participants/count',
		'Data.Counts.Total',
		asText,
		/^Participant › Count: .*a number; a number as text/,
	),
	row('/codes/stats', 'Data.Assigned', to(null), /^Code › Get Stats: .*nothing \(null\)/),
	row('/invoices/single', 'Data.Invoice.Total', to({}), /^Invoice › Get: .*Total: a number; an object/),
	row('/files/fetch', 'Data.Files[].FileInfo', to([]), /^Account File › Get Many: .*an object; a list/),
	row('/entrypage/settings', 'Data.Settings', to('x'), /^Entry Page › Get Settings: .*an object; a text/),
	row('/surveys/fetch', 'Data.Surveys', to({}), /^Survey › Get Many: Data\.Surveys: a list; an object/),
	row('/surveys/responses', 'Data.Responses', to(null), /^Survey › Get Responses: .*a list; nothing/),
	row('/account/business', 'Data', to([]), /^Account › Get Business: Data: an object; a list/),
	// Formats
	row('/notes/fetch', 'Data.Notes[].CreationDate', to('01/31/2030'), /^Account Note › Get Many: .*slashes/),
	row('/calendar/single', 'Data.CreationDate', to(1_900_000_000), /^Calendar Event › Get: .*; a number/),
	row('/messaging/drip', 'Data.Drip.CreationDate', to('soon'), DATE),
	row(
		'/winners/fetch',
		'Winners[].OptInDate',
		to('2030-01-31 10:00:00'),
		/^Winner › Get Many: .*with a space/,
	),
	row(
		'/invoices/fetch',
		'Data.Invoices[].InvoiceToken',
		to((id: string) => id.toUpperCase()),
		/ID in capital/,
	),
	row(
		'/codes/single',
		'Data.Code.CouponToken',
		to((id: string) => id.replaceAll('-', '')),
		/without hyphens/,
	),
	row(
		'/participants/fetch',
		'Participants[].KeyEmail',
		to('j***@x**'),
		/^Participant › Get Many: .*asterisks/,
	),
	row('/groups/fetch', 'Data[].GroupName', to('O&#39;Neil'), /^Group › Get Many: .*HTML codes/),
	// Words
	row('/invoices/fetch', 'Data.Invoices[].Status', to('DRAFT'), /one of draft.*; one of .*capitalized/),
	row('/invoices/single', 'Data.Invoice.Status', to('disputed'), /one of draft.*; another word \(8/),
	row('/participants/fetch', 'Participants[].Collection', to('Waitlist'), /one of Participants,.*; another/),
	row('/sweepstakes/fetch', 'Data[].SweepstakesType', to(9), /one of 1, 2, 3; another number/),
	row('/codes/fetch', 'Data.Codes[].Status', to('expired'), /one of not-redeemed.*another word/),
	row('/messaging/campaigns', 'Data.Campaigns[].Status', to('throttled'), /^Campaign › Get Many: .*another/),
	row('/messaging/suppressions', 'Data.Suppressions[].Reason', to('trap'), /^Message › .*another word/),
	row('/tickets/fetchSingleTicket', 'Data.Status', to(7), /^Support Ticket › Get: \(The status of a ticket/),
	// Lists
	row('/notes/fetch', 'Data.TotalNotes', with3More, /^Account Note › Get Many: .*TotalNotes.*too low/),
	row('/winners/fetch', 'Winners', shortened, /^Winner › Get Many: .*TotalWinners.*too low/),
	row('/codes/fetch', 'Data.Codes', doubled, /^Code › Get Many: .*the same record twice/),
	row(
		'/messaging/campaigns',
		'Data.Campaigns',
		reversed,
		/^Campaign › Get Many: .*newest first; oldest first/,
	),
	row('/participants/fetch', 'Participants', reversed, /^Participant › Get Many: .*newest first; /),
	row(
		'/invoices/fetch',
		'Data.Pagination.TotalPages',
		with3More,
		/^Invoice › Get Many: .*TotalPages.*too high/,
	),
	row(
		'/surveys/fetch',
		'Data.Pagination.Page',
		with3More,
		/^Survey › Get Many: .*Page as asked for.*too high/,
	),
	row(
		'/messaging/drips',
		'Data.ItemsPerPage',
		with3More,
		/^Campaign › Get Many Drips: .*ItemsPerPage as asked for.*too high/,
	),
	// Envelopes, statuses and headers
	row('/account/plan', 'Response', gone, /^Account › Get Plan: .*neither a success nor a refusal|Response/),
	row('/documentation/fetch', 'Data', renamed, /^Reference Data › Get Help Articles: Data: /),
	whole(
		'/files/fetch',
		(reply) => (reply.status = 202),
		/^Account File › Get Many: \(the status\): 200; 202/,
	),
	whole(
		'/groups/fetch',
		answer(404, { Response: false, Message: 'No.', Code: 404 }),
		/^Group › .*the status.*404/,
	),
	whole(
		'/tools/states',
		answer(405, { message: 'No.' }),
		/^Reference Data › Get US States: .*the status.*405/,
	),
	whole('/tools/zipcodes', answer(451, LOGIN()), /^Reference Data › Get Zip Codes: .*the status.*451/),
	whole('/messaging/usage', answer(200, LOGIN()), /^Message › Get Usage: \(the body\): .*web page/),
	whole('/calendar/fetch', answer(200, '{"Data":{"Eve'), /^Calendar Event › Get Many: \(the body\): /),
	whole('/tickets/fetchTodos', answer(302, ''), /^Administrator To-Do › Get Many: .*redirect/),
	whole('/surveys/report', ({ headers }) => delete headers.date, /^Survey › Get Report: \(the header Date/),
	whole('/account/profile', ({ headers }) => (headers['content-type'] = 'text/plain'), /no JSON/),
	row(
		'/winners/fetchscheduled',
		'Drawings[].ScheduleToken',
		gone,
		/The token of a scheduled drawing.*nowhere/,
	),
	refusal('/notes/single', ({ body }) => (body.Response = true), /unknown note\): Response: false; true/),
	refusal('/notes/single', (reply) => (reply.status = 410), /unknown note\): \(the status\): 404; 410/),
	refusal(
		'/codes/stats',
		({ body }) => delete body.Message,
		/^Code › Get Stats \(without an ID\): Message: /,
	),
	refusal('/groups/fetch', answer(200, { Response: true, Data: [] }), /\(unknown.*\(the status\): 404; 200/),
];

function LOGIN(): string {
	return '<!doctype html><title>Log in</title>';
}

/** A deviation of a reply that refuses a call. */
function refusal(path: string, change: (reply: PassingReply) => void, named: RegExp): Deviation {
	const apply = (reply: PassingReply) => {
		if (reply.call.endsWith(` ${path}`) && reply.status >= 400) change(reply);
	};
	return { name: `a refusal of ${path}: ${String(named)}`, path: `refusal ${path}`, change: apply, named };
}
