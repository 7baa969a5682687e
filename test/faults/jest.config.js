/** Long runs against random faults, too slow for `npm test`. */
module.exports = {
	testMatch: ['**/*.test.ts'],
	testEnvironment: 'node',
	transform: { '\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/../tsconfig.json' }] },
	testTimeout: 4 * 60_000,
	maxWorkers: '100%',
};
