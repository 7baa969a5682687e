/**
 * The rules about which files may import which. `test/package/layout.test.ts` tests each rule with a file that breaks
 * it.
 */

/**
 * Returns a rule with these restrictions and those for all files. In ESLint, a later entry's `no-restricted-imports`
 * replaces that of an earlier entry, so each file gets a single list with all its restrictions.
 */
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
const IN_TESTS_OF_THE_CLIENT = {
	regex:
		'^n8n-|/nodes/(shared/n8n|Sweepstakes\\w*)/|/sandbox(/|$)|/support/(?!(client|fake-service|runs|simulation/(simulate|virtual-time))$)',
	message:
		'The client’s own tests have a fake transport. They know neither n8n, nor resources, nor the sandbox.',
};
const RESOURCE = '^(\\.\\./)+Sweepstakes[A-Za-z]*(/|$)';
const SHARED_KNOWS_NO_RESOURCE = { regex: RESOURCE, message: 'nodes/shared imports no resource.' };

/**
 * The layers of nodes/shared, from the bottom to the top. Each has the patterns that it must not import in addition to
 * the layers above it.
 */
const LAYERS = {
	time: [N8N],
	history: [N8N],
	client: [N8N],
	api: [N8N, CLIENT_VALUES],
	n8n: [],
};

/** Returns patterns that match imports of the layers above a layer, from a file at any depth. */
const layersAbove = (layer) => {
	const names = Object.keys(LAYERS);
	const above = names.slice(names.indexOf(layer) + 1);
	return above.length === 0
		? []
		: [
				{
					regex: `^(\\.\\./)+(shared/)?(${above.join('|')})/`,
					message: `A lower layer imports no higher one: ${names.join(' ← ')} ← resources.`,
				},
			];
};

const layers = Object.entries(LAYERS).map(([layer, patterns]) => ({
	files: [`nodes/shared/${layer}/**/*.ts`],
	rules: mayNotImport(SHARED_KNOWS_NO_RESOURCE, ...layersAbove(layer), ...patterns),
}));

/** The folders of nodes/shared/n8n from the bottom to the top. */
const N8N_FOLDERS = ['errors', 'connection', 'input', 'output', 'editor', 'operation', 'run'];

const n8nFolders = N8N_FOLDERS.slice(0, -1).map((folder, index) => ({
	files: [`nodes/shared/n8n/${folder}/**/*.ts`],
	rules: mayNotImport(SHARED_KNOWS_NO_RESOURCE, {
		regex: `^\\.\\./(${N8N_FOLDERS.slice(index + 1).join('|')})/`,
		allowTypeImports: true,
		message: `A lower folder imports only types of a higher one: ${N8N_FOLDERS.join(' ← ')}.`,
	}),
}));

const NOT_FOR_OTHERS = {
	regex: `${RESOURCE}(?!(api|pickers?|items)(/|$))`,
	message: 'Of another resource, only api, pickers and items may be imported.',
};

const resources = [
	{ files: ['nodes/Sweepstakes*/**/*.ts'], rules: mayNotImport(NOT_FOR_OTHERS) },
	{
		files: ['nodes/Sweepstakes*/api.ts', 'nodes/Sweepstakes*/api/**/*.ts'],
		rules: mayNotImport(NOT_FOR_OTHERS, ...layersAbove('api'), N8N, CLIENT_VALUES, {
			regex: '^(\\.\\.?/)+(Sweepstakes[A-Za-z]*/)?(operations|pickers?|fields|items)(/|$)',
			message: 'Endpoints know neither pickers, fields and items nor operations.',
		}),
	},
];

/** The entries of eslint.config.mjs about imports. */
export const imports = [
	...layers,
	...n8nFolders,
	{
		// Files that every layer may import must not import a layer.
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
		files: ['tools/**/*.ts'],
		rules: {
			'@typescript-eslint/no-restricted-imports': ['error', { patterns: [TESTS_FROM_TOOLS] }],
		},
	},
	{
		files: ['test/nodes/shared/client/**/*.ts'],
		rules: {
			'@typescript-eslint/no-restricted-imports': ['error', { patterns: [IN_TESTS_OF_THE_CLIENT] }],
		},
	},
];
