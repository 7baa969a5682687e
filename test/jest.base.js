const { resolve } = require('node:path');

/** What all kinds of tests share. */
module.exports = {
	rootDir: resolve(__dirname, '..'),
	testMatch: ['**/*.test.ts'],
	testEnvironment: 'node',
	// No test is about the speed of the machine.
	testTimeout: 30_000,
	transform: { '\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }] },
};
