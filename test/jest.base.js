const { resolve } = require('node:path');

/** The settings that all kinds of tests share. */
module.exports = {
	rootDir: resolve(__dirname, '..'),
	testMatch: ['**/*.test.ts'],
	testEnvironment: '<rootDir>/test/environment.js',
	runtime: '<rootDir>/test/runtime.js',
	transform: { '\\.ts$': '<rootDir>/test/transform.js' },
};
