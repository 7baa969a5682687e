const { existsSync } = require('node:fs');
const { join } = require('node:path');

const base = require('../jest.base');

const faults = {
	...base,
	roots: ['<rootDir>/test'],
	testMatch: ['<rootDir>/test/faults/mix.test.ts', '<rootDir>/test/package/package.test.ts'],
};

const long = {
	...base,
	displayName: 'long',
	roots: ['<rootDir>/test'],
	testMatch: ['<rootDir>/test/faults/long.test.ts'],
};

/** The tests of what reads, writes or computes points in time. */
const DATES = [
	'engine/calendar-event',
	'engine/dates-and-times',
	'engine/drawings',
	'engine/invoice',
	'engine/trigger-events',
	'nodes/SweepstakesTrigger/new-winner',
	'nodes/SweepstakesWinner/winners',
	'nodes/SweepstakesParticipant/api/add',
	'nodes/shared/client/verdict',
	'nodes/shared/n8n/errors/refusal-texts',
	'nodes/shared/time/form-day',
	'nodes/shared/time/parse',
	'nodes/shared/time/redeemed-at',
	'nodes/shared/time/service-clock',
	'nodes/shared/n8n/input/parameters',
	'sandbox/parts',
];

/** Without this check, a renamed file would be left out without any notice. */
const missing = DATES.filter((name) => !existsSync(join(__dirname, `../${name}.test.ts`)));
if (missing.length > 0) throw new Error(`There is no test ${missing.join(', ')}.`);

/**
 * The time zones to test. n8n can run in any time zone, and the results must be the same. `npm test` runs in this
 * machine's own zone, which is therefore left out.
 */
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
 * The tests that are too slow for `npm test`: random faults and the packed package, and with TESTS=all also long runs,
 * and dates in other time zones. (The linter keeps code from depending on the time zone.)
 */
module.exports = {
	projects: [faults, ...(process.env.TESTS === 'all' ? [long, ...ZONES.map(inZone)] : [])],
	testTimeout: 10 * 60_000,
	maxWorkers: '100%',
};
