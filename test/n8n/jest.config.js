/** The ring with a real n8n: one test file at a time, for each starts an n8n of its own. */
module.exports = {
	testMatch: ['**/*.test.ts'],
	testEnvironment: 'node',
	transform: { '\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/../tsconfig.json' }] },
	maxWorkers: 1,
	// Generous: the first call on a machine installs n8n.
	testTimeout: 10 * 60_000,
};
