const ring = (name) => ({
	displayName: name,
	roots: [`<rootDir>/test/${name}`],
	testMatch: ['**/*.test.ts'],
	testEnvironment: 'node',
	transform: { '\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }] },
});

/** Our own code with fake clocks, the sandbox over HTTP, our nodes inside n8n's engine, and the package as it is published. */
module.exports = { projects: ['nodes', 'sandbox', 'engine', 'package'].map(ring) };
