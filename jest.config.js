const ring = (name) => ({
	displayName: name,
	roots: [`<rootDir>/test/${name}`],
	testMatch: ['**/*.test.ts'],
	testEnvironment: 'node',
	transform: { '\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }] },
});

const MOST = { branches: 90, functions: 90, lines: 90, statements: 90 };

/** Our own code with fake clocks, the sandbox over HTTP, our nodes inside n8n's engine, and the package as it is published. */
module.exports = {
	projects: ['nodes', 'sandbox', 'engine', 'package'].map(ring),
	maxWorkers: '100%',
	collectCoverageFrom: ['{nodes,credentials,sandbox}/**/*.ts'],
	coverageReporters: ['text-summary'],
	// A pattern holds for each file by itself.
	coverageThreshold: {
		'{nodes,credentials,sandbox}/**/*.ts': MOST,
		'nodes/shared/client/*.ts': { branches: 100 },
	},
};
