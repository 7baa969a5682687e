const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { require: requireTs } = require('tsx/cjs/api');

const { projects } = require('../../jest.config');
const { installHost } = requireTs('../../tools/n8n/install.ts', __filename);

const OF_N8N = 'n8n-core|n8n-workflow|@n8n/(?:backend-common|config|di)|reflect-metadata';

/**
 * The tests that depend on the version of n8n: parameters, items, calls, tools, retries and stopping. Requests and
 * output do not depend on the version, and test/n8n/release/menu.test.ts compares the output of each operation in each
 * version.
 */
const FILES = [
	'cancel',
	'connection',
	'dates-and-times',
	'main-job',
	'panels',
	'rehearsal',
	'retry',
	'tools',
	'trigger',
].map((name) => join(__dirname, `../engine/${name}.test.ts`));

/** Without this check, a renamed file would be left out without any notice. */
const missing = FILES.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`There is no test ${missing.join(', ')}.`);

/**
 * Runs tests of test/engine in an installed n8n's engine (see N8N_TEST_HOST), instead of the engine among the
 * development dependencies.
 */
module.exports = async () => {
	const { directory, version } = await installHost();
	const layer = projects.find(({ displayName }) => displayName === 'engine');
	return {
		...layer,
		testMatch: FILES,
		displayName: `engine of n8n ${version}`,
		moduleNameMapper: { [`^(${OF_N8N})$`]: join(directory, 'node_modules', '$1') },
		testEnvironment: '<rootDir>/test/support/engine/unref-intervals.js',
		maxWorkers: 1,
		// The timeout is long, because .ci/run runs these tests at a low priority.
		testTimeout: 10 * 60_000,
	};
};
