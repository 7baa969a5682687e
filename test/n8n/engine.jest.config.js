const { join } = require('node:path');
const { require: requireTs } = require('tsx/cjs/api');

const { projects, testTimeout } = require('../../jest.config');
const { installHost } = requireTs('../../tools/n8n/install.ts', __filename);

const OF_N8N = 'n8n-core|n8n-workflow|@n8n/(?:backend-common|config|di)|reflect-metadata';

/**
 * What depends on n8n: how it gives parameters and items to a node, sends its calls, shows its menus and stops it. What an
 * operation sends and returns, it sends and returns in every n8n; test/n8n/menu.test.ts executes each operation there.
 */
const FILES = [
	'api-call',
	'cancel',
	'catalogue',
	'connection',
	'dates-and-times',
	'hostile-answers',
	'main-job',
	'outputs',
	'panels',
	'participant',
	'retry',
	'tools',
	'trigger',
	'undocumented-answers',
];

/** The tests of test/engine, with the engine of an installed n8n (see N8N_TEST_HOST) in place of our devDependency. */
module.exports = async () => {
	const { directory, version } = await installHost();
	const ring = projects.find(({ displayName }) => displayName === 'engine');
	return {
		...ring,
		testMatch: FILES.map((name) => `<rootDir>/test/engine/${name}.test.ts`),
		displayName: `engine of n8n ${version}`,
		moduleNameMapper: { [`^(${OF_N8N})$`]: join(directory, 'node_modules', '$1') },
		maxWorkers: '100%',
		testTimeout,
		// n8n 1 leaves a timer running.
		forceExit: true,
	};
};
