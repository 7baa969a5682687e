const { resolve } = require('node:path');

/** Shared by all kinds of tests. */
module.exports = {
	rootDir: resolve(__dirname, '..'),
	testMatch: ['**/*.test.ts'],
	testEnvironment: '<rootDir>/test/environment.js',
	runtime: '<rootDir>/test/runtime.js',
	transform: { '\\.ts$': '<rootDir>/test/transform.js' },
};
