const { resolve } = require('node:path');

/** What all kinds of tests share. */
module.exports = {
	rootDir: resolve(__dirname, '..'),
	testMatch: ['**/*.test.ts'],
	testEnvironment: 'node',
	transform: { '\\.ts$': '<rootDir>/test/transform.js' },
};
