import { operationsIn } from '../sandbox/operations';

/** The operations that the contract documents, such as "POST /winners/draw". */
export const CONTRACT_ENDPOINTS = [...operationsIn('contract').values()].flatMap(
	({ method, path, isInContract }) => (isInContract ? [`${method} ${path}`] : []),
);

const SURVEY_FILES = ['Settings.LogoFile', 'Settings.BackgroundImage', 'Settings.PageMedia'];

/**
 * How a node differs from the sandbox's tables: `with` lists keys that only the node has, and `without` lists keys that
 * the node leaves out.
 */
interface Difference {
	with?: string[];
	without?: string[];
}

/** The differences between the nodes' requests and the tables. */
const OTHER_KEYS: Record<string, Difference> = {
	// The possible values of these three keys are not documented.
	'POST /calendar/create': { without: ['PeopleInvolved', 'RepeatThisEvent', 'Notification'] },
	'DELETE /winners/deletescheduled': { with: ['ScheduleToken'] },
	'POST /tickets/fetchTodos': { without: ['year', 'month'] },
	'PUT /rules/update': { without: ['AbbrebiatedRulesForShopify'] },
	'POST /surveys/create': {
		without: SURVEY_FILES,
		with: [
			'Questions.Settings.AllowOther',
			'Questions.Options.Label',
			'Questions.Options.Value',
			'Questions.Settings.RatingIcon',
			'Questions.Settings.DataType',
			'Questions.Settings.MinChars',
			'Questions.Settings.MaxChars',
			'Questions.Settings.Placeholder',
		],
	},
	'POST /surveys/update': {
		without: [
			...SURVEY_FILES,
			'Questions.Layout',
			'Questions.Settings.MinDate',
			'Questions.Settings.MaxDate',
			'Questions.Settings.RatingMax',
			'Questions.Settings.MinValue',
			'Questions.Settings.MaxValue',
			'Questions.Settings.NumberMin',
			'Questions.Settings.NumberMax',
		],
		with: ['Questions.Settings.AllowOther'],
	},
};

const BROWSER = [
	'IpAddress',
	'UserAgent',
	'Browser',
	'DeviceType',
	'OperatingSystem',
	'ScreenWidth',
	'ScreenHeight',
	'Language',
	'Referrer',
	'StartedAt',
	'CompletedAt',
];

const TELEMETRY = ['DataConsumed', 'APICalls', 'MaxAPICalls'];

/** The differences between the nodes' outputs and the tables. */
const OTHER_FIELDS: Record<string, Difference> = {
	'POST /participants/fetch': { without: ['Total'] },
	'GET /winners/fetchscheduled': { without: ['Total'] },
	'POST /invoices/create': { with: TELEMETRY },
	'POST /codes/generate': { with: TELEMETRY },
	'POST /entrypage/fields': { without: ['KeyEmail', 'KeyPhoneNumber'] },
	'POST /tickets/create': { with: ['AssignedToEmail'] },
	'PUT /rules/update': { without: ['AbbreviatedRulesForShopify', 'Metadata'] },
	'POST /files/fetch': { without: ['Color', 'Primary'] },
	'POST /surveys/delete': {
		without: ['Questions', 'Responses', 'Stats', 'Files'],
		with: ['DeletedQuestions', 'DeletedResponses', 'DeletedStats', 'DeletedFiles'],
	},
	'POST /surveys/responses': { without: ['SurveyToken', 'SweepstakesToken', 'SurveyName'], with: BROWSER },
	...Object.fromEntries(
		['update', 'assign', 'redeem', 'unredeem'].map((name) => [
			`POST /codes/${name}`,
			{ without: ['AssignedTo'] },
		]),
	),
	'POST /messaging/campaign-report': {
		without: ['delivered', 'clicked', 'bounced', 'Code', 'Link', 'Clicks'],
	},
	'POST /messaging/drip-enrollments': { without: ['DripToken'] },
};

/**
 * Matches keys that belong to a reply and not to its records: keys of every reply, keys about a page of a list, and
 * counts of the request's records.
 */
const OUTSIDE =
	/^(Response|Message|Count|Total[A-Z]\w*|Page|Limit|ItemsPerPage|CurrentPage|Has(Next|Prev)Page|SearchTruncated|Requested|Received|Added|AlreadySuppressed|Created|Deleted|Removed|(Duplicate|Invalid|Skipped)(s|Count)?)$/;

function changeKeys(keys: string[], { with: others = [], without = [] }: Difference = {}): string[] {
	return [...new Set([...keys.filter((key) => !without.includes(key)), ...others])];
}

/** Returns the keys of the innermost objects, because the nodes output nested fields flat. */
function listFields(value: unknown, key = ''): string[] {
	// In the tables, a number stands for the remaining entries of a list.
	if (Array.isArray(value))
		return value.flatMap((entry) => (typeof entry === 'number' ? [] : listFields(entry, key)));
	const inner = typeof value === 'object' && value ? Object.entries(value) : [];
	return inner.length === 0 && key ? [key] : inner.flatMap(([name, one]) => listFields(one, name));
}

/** For each call, the keys of its request, and the fields of its successful reply that are in the nodes' output. */
export const TABLES: Record<string, { request: string[]; success: string[] }> = Object.fromEntries(
	[...operationsIn('contract').values()].flatMap(({ method, path, fields, reply }) => {
		// test/engine/entry-page.test.ts tests the 97 settings of this call.
		if (path === '/entrypage/update') return [];
		const endpoint = `${method} ${path}`;
		const keys = fields.map(({ name }) => name.replaceAll('[]', ''));
		const request = changeKeys(keys, OTHER_KEYS[endpoint]);
		const inside = listFields(reply).filter((key) => !OUTSIDE.test(key));
		const success = changeKeys(inside, OTHER_FIELDS[endpoint]);
		return [[endpoint, { request, success }]];
	}),
);
