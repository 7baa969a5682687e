const { require: requireTs } = require('tsx/cjs/api');

const base = require('../jest.base');
const { installHost } = requireTs('../../tools/n8n/install.ts', __filename);

/**
 * The tests in a real n8n (see N8N_TEST_HOST). Files that leave it running share one (support/n8n/shared.ts); the others
 * start their own. Those in `once` do not depend on the version, and run with the newest.
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
