const { require: requireTs } = require('tsx/cjs/api');

const base = require('../jest.base');
const { installHost } = requireTs('../../tools/n8n/install.ts', __filename);

/**
 * The tests in an n8n instance (see N8N_TEST_HOST). Files that do not stop n8n share one instance
 * (support/n8n/shared.ts), and the others start their own. Folders named `once` do not depend on the version of n8n, and
 * run only with the newest. The folder `release` runs only with TESTS=all.
 */
module.exports = async () => {
	await installHost();
	const { N8N_TEST_HOST, TESTS } = process.env;
	return {
		...base,
		roots: ['<rootDir>/test/n8n'],
		testPathIgnorePatterns: [...(N8N_TEST_HOST ? ['/once/'] : []), ...(TESTS === 'all' ? [] : ['/release/'])],
		globalSetup: '<rootDir>/test/support/n8n/setup.js',
		globalTeardown: '<rootDir>/test/support/n8n/teardown.js',
		// One file after another: n8n itself uses another core, and the tests of kills and stops are not disturbed.
		maxWorkers: 1,
		testTimeout: 10 * 60_000,
	};
};
