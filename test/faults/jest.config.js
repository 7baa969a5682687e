const base = require('../jest.base');

const PROPERTIES = [
	'engine/api-call',
	'engine/trigger',
	'nodes/shared/n8n/parameters',
	'nodes/SweepstakesTrigger/newParticipant',
	'sandbox/fuzz',
	'sandbox/invoices',
];

process.env.PROPERTY_RUNS = '4';

/** Long runs, too slow for `npm test`: against random faults, and of properties that it tries less often. */
module.exports = {
	...base,
	roots: ['<rootDir>/test'],
	testMatch: [
		'<rootDir>/test/faults/**/*.test.ts',
		...PROPERTIES.map((name) => `<rootDir>/test/${name}.test.ts`),
	],
	testTimeout: 4 * 60_000,
	maxWorkers: '100%',
};
