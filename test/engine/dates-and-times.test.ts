import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../../sandbox';
import { CATALOGUE, openWorld, type DateKind, type World } from '../catalogue';
import { Stage } from './stage';

/** At 23:30 UTC it is the next day in this zone: 00:30 in winter, 01:30 in summer. */
const timezone = 'Europe/Berlin';

/** Midnight in UTC is the day before in this zone. */
const WEST = 'America/Los_Angeles';

let stage: Stage;
let world: World;
let n = 0;

/** Values that people and other nodes give, and what the service must receive. */
const GIVEN: Record<DateKind, Array<[what: string, value: string, sent: string, timezone?: string]>> = {
	date: [
		['the date picker’s text', '2090-03-05T00:00:00', '2090-03-05'],
		['a date', '2090-03-05', '2090-03-05'],
		['an instant in UTC', '2090-03-04T23:30:00Z', '2090-03-05'],
		['an instant with an offset', '2090-03-05T01:30:00.000+02:00', '2090-03-05'],
		['a Luxon value', '={{ DateTime.fromISO("2090-03-04T23:30:00Z") }}', '2090-03-05'],
		['a Date', '={{ new Date("2090-03-04T23:30:00Z") }}', '2090-03-05'],
		['midnight in UTC', '2090-03-05T00:00:00.000Z', '2090-03-05', WEST],
		['a Date of midnight in UTC', '={{ new Date("2090-03-05") }}', '2090-03-05', WEST],
		['a Date of midnight in the zone', '={{ new Date("2090-03-05T08:00:00Z") }}', '2090-03-05', WEST],
		['a Luxon day', '={{ DateTime.fromISO("2090-03-05") }}', '2090-03-05', WEST],
		['any other moment', '2090-03-05T00:00:01Z', '2090-03-04', WEST],
	],
	time: [
		['a time', '08:05', '08:05'],
		['a time without a leading zero', '8:05', '08:05'],
		['a time with seconds', '08:05:00', '08:05'],
		['the date picker’s text', '2090-03-05T08:05:00', '08:05'],
		['an instant in UTC', '2090-03-05T07:05:00Z', '08:05'],
		['a Luxon value', '={{ DateTime.fromISO("2090-03-05T07:05:00Z") }}', '08:05'],
	],
	'date-time': [
		['the date picker’s text', '2090-03-05T08:05:00', '2090-03-05T07:05:00.000Z'],
		['a date', '2090-03-05', '2090-03-04T23:00:00.000Z'],
		['an instant in UTC', '2090-03-05T07:05:00Z', '2090-03-05T07:05:00.000Z'],
		['an instant with an offset', '2090-03-05T09:05:00+02:00', '2090-03-05T07:05:00.000Z'],
		['a Luxon value', '={{ DateTime.fromISO("2090-03-05T07:05:00Z") }}', '2090-03-05T07:05:00.000Z'],
		['a day in summer', '2090-07-05T08:05:00', '2090-07-05T06:05:00.000Z'],
	],
};

/** Puts a value into a field, which may be in a collection. */
function withValue(parameters: INodeParameters, field: string, value: string): INodeParameters {
	if (field in parameters) return { ...parameters, [field]: value };
	const collection = Object.entries(parameters).find(
		([, fields]) => typeof fields === 'object' && fields !== null && field in fields,
	);
	const [name, fields] = collection as [string, INodeParameters];
	return { ...parameters, [name]: { ...fields, [field]: value } };
}

/** A field of a request, which may be among its settings. */
function fieldOf(body: IDataObject, field: string): unknown {
	return { ...(body.Settings as IDataObject), ...body }[field];
}

const PLACES = CATALOGUE.flatMap((row) =>
	Object.entries(row.dates ?? {}).map(
		([field, kind]) => [`${row.title} › ${field}`, row, field, kind] as const,
	),
);

// What is sent does not depend on the dialect, so the second one tries one value of each kind.
describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	beforeAll(async () => {
		stage = await Stage.open({}, undefined, dialect);
		world = await openWorld(stage.api, stage.sandbox, dialect);
	});
	afterAll(async () => await stage.close());

	describe.each(PLACES)('%s', (_title, row, field, kind) => {
		const given = dialect === 'contract' ? GIVEN[kind] : GIVEN[kind].slice(0, 1);
		test.each(given)(
			`sends %s as the contract writes a ${kind}`,
			async (_what, value, sent, zone = timezone) => {
				const parameters = await row.parameters(world, { n: ++n, email: `person${n}@example.com` });
				const { error } = await stage.run(row.node, row.operation, withValue(parameters, field, value), {
					timezone: zone,
				});
				expect(error?.message).toBeUndefined();
				expect(fieldOf(stage.lastBody(), field)).toBe(sent);
			},
		);
	});
});
