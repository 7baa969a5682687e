import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const typescript = { parser: tseslint.parser };

/** `no-restricted-imports` of a later entry replaces that of an earlier one, so each file gets one list of all its rules. */
const mayNotImport = (...patterns) => ({
	'@typescript-eslint/no-restricted-imports': [
		'error',
		{ patterns: [...patterns, ONE_IMPORT_OF_ZOD, LUXON, SANDBOX_FROM_NODES] },
	],
});

const ONE_IMPORT_OF_ZOD = {
	regex: '^zod(/|$)',
	message: 'Import it from nodes/shared/zod: the build bundles zod there, once.',
};
const LUXON = { regex: '^luxon$', message: 'Dates are read in the folder time of nodes/shared and sandbox.' };
const SANDBOX_FROM_NODES = {
	regex: '(^|/)sandbox(/|$)',
	message: 'Nodes and sandbox are two independent readings of the same texts.',
};
const NODES_FROM_SANDBOX = { ...SANDBOX_FROM_NODES, regex: '(^|/)(nodes|credentials)(/|$)|^n8n-' };
const TESTS_FROM_TOOLS = {
	regex: '^(\\.\\./)+test(/|$)',
	message: 'Tests import tools, and tools no test.',
};
const N8N = { regex: '^n8n-', message: 'Endpoints and the client know no n8n.' };
const CLIENT_VALUES = {
	regex: '(^|/)client/(?!failures$)',
	allowTypeImports: true,
	message: 'Endpoints declare what is called. They use the types of client/ and its ServiceError.',
};
const RESOURCE = '^(\\.\\./)+Sweepstakes[A-Za-z]*(/|$)';
const SHARED_KNOWS_NO_RESOURCE = { regex: RESOURCE, message: 'nodes/shared imports no resource.' };

/** From nodes/shared/<layer>, at any depth. */
const layersAbove = (...layers) => ({
	regex: `^(\\.\\./)+(shared/)?(${layers.join('|')})/`,
	message: 'A lower layer imports no higher one: time ← history ← client ← api ← n8n ← fields ← resources.',
});

/** The layers of nodes/shared from the bottom up, and what each may not import. */
const LAYERS = {
	time: [layersAbove('history', 'client', 'api', 'n8n', 'fields'), N8N],
	history: [layersAbove('client', 'api', 'n8n', 'fields'), N8N],
	client: [layersAbove('api', 'n8n', 'fields'), N8N],
	api: [layersAbove('n8n', 'fields'), N8N, CLIENT_VALUES],
	n8n: [layersAbove('fields')],
	fields: [],
};

const layers = Object.entries(LAYERS).map(([layer, patterns]) => ({
	files: [`nodes/shared/${layer}/**/*.ts`],
	rules: mayNotImport(SHARED_KNOWS_NO_RESOURCE, ...patterns),
}));

/** The resources in the order in which they may import each other: each only those before it. */
const RESOURCES = [
	'Sweepstakes',
	'ReferenceData',
	'Group',
	'OfficialRules',
	'EntryPage',
	'Participant',
	'AccountNote',
	'Winner',
	'Message',
	'Invoice',
	'Code',
	'Campaign',
	'Survey',
	'SupportTicket',
	'AdministratorToDo',
	'Account',
	'ApiCall',
	'AccountBilling',
	'CalendarEvent',
	'AccountFile',
	'Trigger',
].map((name, index) => (index === 0 ? name : `Sweepstakes${name}`));

const NOT_FOR_OTHERS = {
	regex: `${RESOURCE}(?!(api|pickers?|items)(/|$))`,
	message: 'Of another resource, only api, pickers and items may be imported.',
};

const resources = RESOURCES.flatMap((resource, index) => {
	const later = RESOURCES.slice(index + 1).join('|');
	const patterns = [
		NOT_FOR_OTHERS,
		...(later
			? [
					{
						regex: `^(\\.\\./)+(${later})(/|$)`,
						message: 'Resources import each other in one direction, see RESOURCES in eslint.config.mjs.',
					},
				]
			: []),
	];
	return [
		{ files: [`nodes/${resource}/**/*.ts`], rules: mayNotImport(...patterns) },
		{
			files: [`nodes/${resource}/api.ts`, `nodes/${resource}/api/**/*.ts`],
			rules: mayNotImport(...patterns, layersAbove('n8n', 'fields'), N8N, CLIENT_VALUES, {
				regex: '^(\\.\\.?/)+(Sweepstakes[A-Za-z]*/)?(operations|pickers?|fields|items)(/|$)',
				message: 'Endpoints know neither pickers, fields and items nor operations.',
			}),
		},
	];
});

/** The formatter decides about lines. A spread of a value, or of one that depends on a condition, is what spreads are for. */
const PACKED = {
	selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression)',
	message: 'Write the entries out.',
};

const IN_LOCAL_TIME =
	/^([gs]et(Year|FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds|TimezoneOffset)|to(Locale)?(Date|Time)String)$/;

/** n8n has a time zone for each workflow, and the service has its own: that of the process must not matter. */
const LOCAL_TIME = {
	selector: `MemberExpression:matches([property.name=${IN_LOCAL_TIME}], [property.value=${IN_LOCAL_TIME}])`,
	message: 'Its result depends on the time zone of the process.',
};

/** What reads a date, or writes one in a zone. */
const readsDates = (place) =>
	[
		'NewExpression[callee.name="Date"][arguments.length>0]',
		'CallExpression[callee.name="Date"]',
		'MemberExpression[object.name="Date"]:matches([property.name="parse"], [property.value="parse"])',
		'MemberExpression[object.name="Intl"]:matches([property.name="DateTimeFormat"], [property.value="DateTimeFormat"])',
	].map((selector) => ({ selector, message: `Dates are read and written in ${place}.` }));

export default tseslint.config(
	{ ignores: ['dist', 'coverage', '**/node_modules', 'tools/n8n/host*'] },
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts', 'package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		languageOptions: typescript,
	},
	{ plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// Asks for n8n's own camel-cased documentation slugs; a community package links its own page.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// These two ask for the text 'main', the community rules for NodeConnectionTypes.Main.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		files: [
			'nodes/**/*.ts',
			'credentials/**/*.ts',
			'sandbox/**/*.ts',
			'test/**/*.ts',
			'tools/**/*.ts',
			'examples/**/*.ts',
		],
		extends: [tseslint.configs.recommended],
		rules: {
			'no-console': 'error',
			'no-duplicate-imports': 'error',
			'no-restricted-syntax': ['error', PACKED],
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
			'@typescript-eslint/consistent-type-imports': 'error',
		},
	},
	{
		// A text that a stranger wrote must not block n8n. test/nodes/hostile.test.ts tries what reads them.
		files: ['nodes/**/*.ts', 'credentials/**/*.ts', 'sandbox/**/*.ts'],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', PACKED, LOCAL_TIME, ...readsDates('nodes/shared/time')] },
	},
	{
		files: ['sandbox/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', PACKED, LOCAL_TIME, ...readsDates('sandbox/time')] },
	},
	{
		files: ['nodes/shared/time/**/*.ts', 'sandbox/time/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', PACKED, LOCAL_TIME] },
	},
	...layers,
	{
		// What every layer may import imports none of them.
		files: ['nodes/shared/*.ts'],
		rules: mayNotImport({
			regex: '^\\.',
			message: 'Files directly in nodes/shared import nothing but packages.',
		}),
	},
	{
		files: ['nodes/shared/zod.ts'],
		rules: { '@typescript-eslint/no-restricted-imports': 'off' },
	},
	...resources,
	{ files: ['credentials/**/*.ts'], rules: mayNotImport() },
	{
		files: ['sandbox/**/*.ts'],
		rules: {
			'@typescript-eslint/no-restricted-imports': ['error', { patterns: [NODES_FROM_SANDBOX, LUXON] }],
		},
	},
	{
		files: ['sandbox/time/**/*.ts'],
		rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [NODES_FROM_SANDBOX] }] },
	},
	{
		// Whatever the service answers is looked into by its contract, not by a type.
		files: ['test/support/sandbox.ts'],
		rules: { '@typescript-eslint/no-explicit-any': 'off' },
	},
	{
		files: ['tools/**/*.ts'],
		rules: {
			'@typescript-eslint/no-restricted-imports': ['error', { patterns: [TESTS_FROM_TOOLS] }],
		},
	},
	{
		files: ['sandbox/main.ts', 'examples/demo/**', 'test/bench/**', 'test/n8n/**', 'tools/**'],
		rules: { 'no-console': 'off' },
	},
);
