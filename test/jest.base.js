const { resolve } = require('node:path');

/** The packages that Node loads instead of jest (see package.js). */
const PACKAGES = 'n8n-core|n8n-workflow|@n8n|reflect-metadata|fastify|fast-check|luxon|undici|zod';

/** The settings that all kinds of tests share. */
module.exports = {
	rootDir: resolve(__dirname, '..'),
	testMatch: ['**/*.test.ts'],
	testEnvironment: '<rootDir>/test/environment.js',
	setupFiles: ['<rootDir>/test/clock.ts'],
	transform: {
		'\\.ts$': '<rootDir>/test/transform.js',
		[`/node_modules/(?:${PACKAGES})/`]: '<rootDir>/test/package.js',
	},
	// jest does not compile packages by default.
	transformIgnorePatterns: [],
};
