const base = require('./test/jest.base');

const ring = (name) => ({
	...base,
	displayName: name,
	// They share compiled files and loaded packages.
	id: 'rings',
	roots: [`<rootDir>/test/${name}`],
	// Packing, n8n's scan and an installation by pnpm take as long as many other files: see test/faults/jest.config.js.
	testPathIgnorePatterns: ['/package/package\\.test\\.ts$'],
});

const MOST = { branches: 90, functions: 90, lines: 90, statements: 90 };

/** Our code with fake clocks, the sandbox over HTTP, our nodes in n8n's engine, and what is published. */
module.exports = {
	projects: ['nodes', 'sandbox', 'engine', 'package', 'tools'].map(ring),
	maxWorkers: '100%',
	// No test is about the speed of the machine.
	testTimeout: 3 * 60_000,
	collectCoverageFrom: ['{nodes,credentials,sandbox}/**/*.ts'],
	coverageReporters: ['text-summary'],
	// A pattern applies to each file separately.
	coverageThreshold: {
		'{nodes,credentials,sandbox}/**/*.ts': MOST,
		'nodes/shared/client/**/*.ts': { branches: 100 },
	},
};
