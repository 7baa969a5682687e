const { require: requireTs } = require('tsx/cjs/api');

const { installHost } = requireTs('../../tools/n8n/install.ts', __filename);

/** The tests in a real n8n (see N8N_TEST_HOST). Each file starts its own n8n. */
module.exports = async () => {
	await installHost();
	return {
		testMatch: ['**/*.test.ts'],
		testEnvironment: 'node',
		transform: { '\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/../tsconfig.json' }] },
		maxWorkers: 2,
		testTimeout: 10 * 60_000,
	};
};
