const base = require('./test/jest.base');

const ring = (name) => ({
	...base,
	displayName: name,
	// The projects share compiled files and loaded packages.
	id: 'rings',
	roots: [`<rootDir>/test/${name}`],
	// These tests take as long as many others, because they pack, run n8n's scan and install with pnpm: see
	// test/faults/jest.config.js.
	testPathIgnorePatterns: ['/package/package\\.test\\.ts$'],
});

const MOST = { branches: 90, functions: 90, lines: 90, statements: 90 };

/**
 * Tests of our code with fake clocks, of the sandbox over HTTP, of our nodes in n8n's engine, and of everything that is
 * published.
 */
module.exports = {
	projects: ['nodes', 'sandbox', 'engine', 'package', 'tools'].map(ring),
	maxWorkers: '100%',
	// No test measures the speed of the machine.
	testTimeout: 3 * 60_000,
	collectCoverageFrom: ['{nodes,credentials,sandbox}/**/*.ts'],
	coverageReporters: ['text-summary'],
	// jest applies the threshold of a pattern to each file separately.
	coverageThreshold: {
		'{nodes,credentials,sandbox}/**/*.ts': MOST,
		'nodes/shared/client/**/*.ts': { branches: 100 },
	},
};
