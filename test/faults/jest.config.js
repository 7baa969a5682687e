const { existsSync } = require('node:fs');
const { join } = require('node:path');

const base = require('../jest.base');

const PROPERTIES = [
	'engine/api-call',
	'engine/trigger',
	'nodes/shared/n8n/input/parameters',
	'nodes/SweepstakesTrigger/newParticipant',
	'sandbox/fuzz',
	'sandbox/invoices',
];

const long = {
	...base,
	roots: ['<rootDir>/test'],
	testMatch: [
		'<rootDir>/test/faults/**/*.test.ts',
		...PROPERTIES.map((name) => `<rootDir>/test/${name}.test.ts`),
	],
	globals: { PROPERTY_RUNS: 4 },
};

/** All that reads or writes points in time, or decides by them. */
const DATES = [
	'engine/code-states',
	'engine/dates-and-times',
	'engine/drawings',
	'engine/event',
	'engine/invoice-records',
	'engine/lost-replies',
	'engine/people',
	'engine/trigger',
	'engine/trigger-events',
	'engine/winners-found',
	'nodes/SweepstakesTrigger/newWinner',
	'nodes/SweepstakesParticipant/api/added',
	'nodes/shared/client/envelope',
	'nodes/shared/client/serviceClock',
	'nodes/shared/n8n/input/dateTimes',
	'nodes/shared/n8n/input/parameters',
	'sandbox/billing',
	'sandbox/calendar',
	'sandbox/code-states',
	'sandbox/invoice-records',
	'sandbox/schedule',
];

/** A file that was renamed would no longer run here, and nobody would notice. */
const missing = [...PROPERTIES, ...DATES].filter(
	(name) => !existsSync(join(__dirname, `../${name}.test.ts`)),
);
if (missing.length > 0) throw new Error(`There is no test ${missing.join(', ')}.`);

/** n8n runs in any time zone, and the result must be the same. `npm test` has run in that of the machine. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York'].filter(
	(zone) => zone !== Intl.DateTimeFormat().resolvedOptions().timeZone,
);

const inZone = (timezone) => ({
	...base,
	displayName: timezone,
	roots: ['<rootDir>/test'],
	testMatch: DATES.map((name) => `<rootDir>/test/${name}.test.ts`),
	testEnvironment: '<rootDir>/test/zone.js',
	testEnvironmentOptions: { timezone },
});

/**
 * Too slow for `npm test`: long runs against random faults, properties that it tries less often, and dates in other time zones
 * of the process.
 */
module.exports = {
	projects: [long, ...ZONES.map(inZone)],
	testTimeout: 4 * 60_000,
	maxWorkers: '100%',
};
