const { require: requireTs } = require('tsx/cjs/api');

const { installHost } = requireTs('../../tools/n8n/install.ts', __filename);

/** The ring with a real n8n (see N8N_TEST_HOST): one test file at a time, for each starts an n8n of its own. */
module.exports = async () => {
	const { version } = await installHost();
	return {
		testMatch: ['**/*.test.ts'],
		testEnvironment: 'node',
		transform: { '\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/../tsconfig.json' }] },
		maxWorkers: 1,
		testTimeout: 10 * 60_000,
		reporters: ['default', ['<rootDir>/compatibility.js', { version }]],
	};
};
