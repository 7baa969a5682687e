const { resolve } = require('node:path');

/** What all kinds of tests share. */
module.exports = {
	rootDir: resolve(__dirname, '..'),
	testMatch: ['**/*.test.ts'],
	testEnvironment: '<rootDir>/test/environment.js',
	transform: { '\\.ts$': '<rootDir>/test/transform.js' },
};
