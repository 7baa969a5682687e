const { require: requireTs } = require('tsx/cjs/api');

const base = require('../jest.base');
const { installHost } = requireTs('../../tools/n8n/install.ts', __filename);

/**
 * The tests in an n8n instance (see N8N_TEST_HOST). Files that do not stop n8n share one instance
 * (support/n8n/shared.ts), and the others start their own. The tests in `once` do not depend on the version of n8n, and
 * run only with the newest.
 */
module.exports = async () => {
	await installHost();
	return {
		...base,
		roots: ['<rootDir>/test/n8n'],
		testPathIgnorePatterns: process.env.N8N_TEST_HOST ? ['/once/'] : [],
		globalSetup: '<rootDir>/test/support/n8n/setup.js',
		globalTeardown: '<rootDir>/test/support/n8n/teardown.js',
		testSequencer: '<rootDir>/test/n8n/longest-first.js',
		maxWorkers: 3,
		testTimeout: 10 * 60_000,
	};
};
