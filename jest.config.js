const base = require('./test/jest.base');

const LAYERS = ['nodes', 'sandbox', 'engine', 'package', 'tools'];

/** The code whose coverage is measured: what decides which calls are made, and with which values. */
const DECIDES = ['nodes/**/{client,api,input}/**/*.ts', 'nodes/*/api.ts'];

/** The layers that measure it. Measuring slows code down, so the others measure nothing. */
const MEASURES = ['nodes', 'engine'];

const toProject = (name) => ({
	...base,
	displayName: name,
	// All projects have the same ID, so that they share the cache of compiled files.
	id: 'layers',
	roots: [`<rootDir>/test/${name}`],
	// These tests pack the package, run n8n's scan and install with pnpm. They are too slow for `npm test`, and run with
	// test/faults/jest.config.js.
	testPathIgnorePatterns: ['/package/package\\.test\\.ts$'],
	coveragePathIgnorePatterns: MEASURES.includes(name) ? [] : ['<rootDir>/'],
});

const LEAST = { branches: 88, functions: 85, lines: 90, statements: 90 };

/** The projects are the layers that `npm test` runs; see test/README.md. */
module.exports = {
	projects: LAYERS.map(toProject),
	maxWorkers: '100%',
	// When a worker ends, Node frees its heap of some 300 MB. That can take longer than jest’s 0.5 s, above all while the
	// other worker is still testing. A handle that a test leaves open is still reported.
	workerGracefulExitTimeout: 15_000,
	// Only a test that hangs takes this long. No test measures the speed of the machine.
	testTimeout: 3 * 60_000,
	collectCoverageFrom: DECIDES,
	coverageReporters: ['text-summary'],
	// jest applies the limit of a pattern to each file separately.
	coverageThreshold: {
		...Object.fromEntries(DECIDES.map((files) => [files, LEAST])),
		'nodes/shared/client/**/*.ts': { branches: 92 },
	},
};
