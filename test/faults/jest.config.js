/** The long mixes of faults and the long runs: minutes, so not part of `npm test`. */
module.exports = {
	testMatch: ['**/*.test.ts'],
	testEnvironment: 'node',
	transform: { '\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/../tsconfig.json' }] },
	testTimeout: 4 * 60_000,
	maxWorkers: '100%',
};
