const base = require('./test/jest.base');

/** The folders whose coverage each layer measures. Measuring slows code down, so a layer measures nothing else. */
const COUNTED = {
	nodes: ['nodes', 'credentials'],
	sandbox: ['sandbox'],
	engine: ['nodes', 'credentials'],
	package: [],
	tools: [],
};

const FOLDERS = ['nodes', 'credentials', 'sandbox'];

const ring = (name) => ({
	...base,
	displayName: name,
	// All projects have the same ID, so that they share the cache of compiled files and loaded packages.
	id: 'rings',
	roots: [`<rootDir>/test/${name}`],
	// These tests pack the package, run n8n's scan and install with pnpm. They are too slow for `npm test`, and run with
	// test/faults/jest.config.js.
	testPathIgnorePatterns: ['/package/package\\.test\\.ts$'],
	coveragePathIgnorePatterns: FOLDERS.filter((folder) => !COUNTED[name].includes(folder)).map(
		(folder) => `<rootDir>/${folder}/`,
	),
});

const MOST = { branches: 88, functions: 85, lines: 90, statements: 90 };

/** The projects are the layers that `npm test` runs; see test/README.md. */
module.exports = {
	projects: Object.keys(COUNTED).map(ring),
	maxWorkers: '100%',
	// Only a test that hangs takes this long. No test measures the speed of the machine.
	testTimeout: 3 * 60_000,
	collectCoverageFrom: [`{${FOLDERS}}/**/*.ts`],
	coverageReporters: ['text-summary'],
	// jest applies the threshold of a pattern to each file separately.
	coverageThreshold: {
		[`{${FOLDERS}}/**/*.ts`]: MOST,
		'nodes/shared/client/**/*.ts': { branches: 92 },
	},
};
