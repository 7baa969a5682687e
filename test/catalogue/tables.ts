import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operationsIn } from '../sandbox/operations';

const POST =
	'account/health-check account/profile account/business account/plan entrypage/fields sweepstakes/create ' +
	'sweepstakes/clone sweepstakes/fetch sweepstakes/update sweepstakes/delete sweepstakes/pause sweepstakes/unpause ' +
	'participants/add participants/fetch participants/count participants/single groups/create groups/fetch ' +
	'groups/update groups/delete winners/draw winners/fetch winners/schedule rules/create invoices/create codes/generate';

/** The contract's operations. All others are only in the reference. */
export const CONTRACT_ENDPOINTS = [
	...POST.split(' ').map((path) => `POST /${path}`),
	'GET /winners/fetchscheduled',
	'DELETE /winners/deletescheduled',
	'DELETE /participants/delete',
];

const SURVEY_FILES = '-Settings.LogoFile -Settings.BackgroundImage -Settings.PageMedia';

/** The keys that the nodes send and request-tables.txt does not have, and with a minus those that they never send. */
const OTHER_KEYS: Record<string, string> = {
	// The values of these three are not documented.
	'POST /calendar/create': '-PeopleInvolved -RepeatThisEvent -Notification',
	'DELETE /winners/deletescheduled': 'ScheduleToken',
	'POST /tickets/fetchTodos': '-year -month',
	'PUT /rules/update': '-AbbrebiatedRulesForShopify',
	'POST /surveys/create': `${SURVEY_FILES} Questions.Settings.AllowOther Questions.Options.Label Questions.Options.Value Questions.Settings.RatingIcon Questions.Settings.DataType Questions.Settings.MinChars Questions.Settings.MaxChars Questions.Settings.Placeholder`,
	'POST /surveys/update': `${SURVEY_FILES} -Questions.Layout -Questions.Settings.MinDate -Questions.Settings.MaxDate -Questions.Settings.RatingMax -Questions.Settings.MinValue -Questions.Settings.MaxValue -Questions.Settings.NumberMin -Questions.Settings.NumberMax Questions.Settings.AllowOther`,
};

const BROWSER =
	'IpAddress UserAgent Browser DeviceType OperatingSystem ScreenWidth ScreenHeight Language Referrer StartedAt CompletedAt';

const TELEMETRY = 'DataConsumed APICalls MaxAPICalls';

/** The same for outputs and replies.txt. */
const OTHER_FIELDS: Record<string, string> = {
	'POST /participants/fetch': '-Total',
	'GET /winners/fetchscheduled': '-Total',
	'POST /invoices/create': TELEMETRY,
	'POST /codes/generate': TELEMETRY,
	'POST /entrypage/fields': '-KeyEmail -KeyPhoneNumber',
	'POST /tickets/create': 'AssignedToEmail',
	'PUT /rules/update': '-AbbreviatedRulesForShopify -Metadata',
	'POST /files/fetch': '-Color -Primary',
	'POST /surveys/delete':
		'-Questions -Responses -Stats -Files DeletedQuestions DeletedResponses DeletedStats DeletedFiles',
	'POST /surveys/responses': `-SurveyToken -SweepstakesToken -SurveyName ${BROWSER}`,
	...Object.fromEntries(
		['update', 'assign', 'redeem', 'unredeem'].map((name) => [`POST /codes/${name}`, '-AssignedTo']),
	),
	'POST /messaging/campaign-report': '-delivered -clicked -bounced -Code -Link -Clicks',
	'POST /messaging/drip-enrollments': '-DripToken',
};

/** Fields of the envelope, about a page of a list, or about the number of records that a call was for. */
const OUTSIDE =
	/^(Response|Message|Count|Total[A-Z]\w*|Page|Limit|ItemsPerPage|CurrentPage|Has(Next|Prev)Page|SearchTruncated|Requested|Received|Added|AlreadySuppressed|Created|Deleted|Removed|(Duplicate|Invalid|Skipped)(s|Count)?)$/;

/** Changes keys as `OTHER_KEYS` and `OTHER_FIELDS` say. */
function changed(keys: string[], changes = ''): string[] {
	const isOut = (key: string) => changes.split(' ').includes(`-${key}`);
	const others = changes.split(' ').filter((key) => key && !key.startsWith('-'));
	return [...new Set([...keys.filter((key) => !isOut(key)), ...others])];
}

/** The keys of the innermost objects, because nested fields come out flat. */
function fieldsOf(value: unknown, key = ''): string[] {
	// A number stands for the other entries.
	if (Array.isArray(value))
		return value.flatMap((entry) => (typeof entry === 'number' ? [] : fieldsOf(entry, key)));
	const inner = typeof value === 'object' && value ? Object.entries(value) : [];
	return inner.length === 0 && key ? [key] : inner.flatMap(([name, one]) => fieldsOf(one, name));
}

const fieldsOfReplies = new Map(
	readFileSync(join(__dirname, '../sandbox/replies.txt'), 'utf8')
		.split('\n\n', 1)[0]!
		.split('\n')
		.map((line) => {
			const [, endpoint, reply] = /^(\S+ \S+) (.*)$/.exec(line)!;
			const fields = fieldsOf(JSON.parse(reply!));
			return [endpoint!, fields.filter((key) => !OUTSIDE.test(key))];
		}),
);

/** The keys of each request, and the fields of each success that come out. */
export const TABLES: Record<string, { request: string[]; success: string[] }> = Object.fromEntries(
	[...operationsIn('contract').values()].flatMap(({ method, path, fields }) => {
		// Its 97 settings: test/engine/entry-page.test.ts.
		if (path === '/entrypage/update') return [];
		const endpoint = `${method} ${path}`;
		const keys = fields.map(({ name }) => name.replaceAll('[]', ''));
		const request = changed(keys, OTHER_KEYS[endpoint]);
		const success = changed(fieldsOfReplies.get(endpoint)!, OTHER_FIELDS[endpoint]);
		return [[endpoint, { request, success }]];
	}),
);
