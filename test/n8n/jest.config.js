const { require: requireTs } = require('tsx/cjs/api');

const base = require('../jest.base');
const { installHost } = requireTs('../../tools/n8n/install.ts', __filename);

/**
 * The tests in a real n8n (see N8N_TEST_HOST). Each file starts its own n8n. Those in `once` do not depend on its version, and
 * run with the newest one.
 */
module.exports = async () => {
	await installHost();
	return {
		...base,
		roots: ['<rootDir>/test/n8n'],
		testPathIgnorePatterns: process.env.N8N_TEST_HOST ? ['/once/'] : [],
		testSequencer: '<rootDir>/test/n8n/longest-first.js',
		maxWorkers: 2,
		testTimeout: 10 * 60_000,
	};
};
