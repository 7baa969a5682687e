import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CATALOGUE, type DateKind, type Entry } from '../catalogue';
import { shareWorld, stage, uniqueOne, world } from '../support/engine/world';

/** In this zone, 23:30 UTC is the next day: 00:30 in winter, 01:30 in summer. */
const timezone = 'Europe/Berlin';

/** In this zone, midnight UTC is the day before. */
const WEST = 'America/Los_Angeles';

shareWorld();

/** Values of the date picker and of expressions. The tests in `nodes/shared/time` cover other formats. */
const GIVEN: Record<DateKind, Array<[what: string, value: string, sent: string, timezone?: string]>> = {
	date: [
		['the date picker’s text', '2090-03-05T00:00:00', '2090-03-05'],
		['a Luxon value', '={{ DateTime.fromISO("2090-03-04T23:30:00Z") }}', '2090-03-05'],
		['a Date', '={{ new Date("2090-03-04T23:30:00Z") }}', '2090-03-05'],
		['a Date of midnight in UTC', '={{ new Date("2090-03-05") }}', '2090-03-05', WEST],
		['a Date of midnight in the zone', '={{ new Date("2090-03-05T08:00:00Z") }}', '2090-03-05', WEST],
		['a Luxon day', '={{ DateTime.fromISO("2090-03-05") }}', '2090-03-05', WEST],
	],
	time: [
		['the date picker’s text', '2090-03-05T08:05:00', '08:05'],
		['text such as 08:05', '08:05', '08:05'],
		['a Luxon value', '={{ DateTime.fromISO("2090-03-05T07:05:00Z") }}', '08:05'],
	],
	'date-time': [
		['the date picker’s text', '2090-03-05T08:05:00', '2090-03-05T07:05:00.000Z'],
		['a Luxon value', '={{ DateTime.fromISO("2090-03-05T07:05:00Z") }}', '2090-03-05T07:05:00.000Z'],
	],
};

/** Sets a field, even inside a collection. */
function withValue(parameters: INodeParameters, field: string, value: string): INodeParameters {
	if (field in parameters) return { ...parameters, [field]: value };
	const collection = Object.entries(parameters).find(([, inner]) => hasField(inner, field));
	const [name, fields] = collection as [string, INodeParameters];
	return { ...parameters, [name]: withValue(fields, field, value) };
}

/** Whether a collection, or one inside it, has a field. */
function hasField(value: unknown, field: string): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return field in value || Object.values(value).some((inner) => hasField(inner, field));
}

/** Reads a field of a request or of the settings in it. The end of repeated drawings is sent as `endDate` and `endTime`. */
function fieldOf(body: IDataObject, field: string): unknown {
	const end = { lastDay: body.endDate, lastTime: body.endTime };
	return { ...(body.Settings as IDataObject), ...end, ...body }[field];
}

const run = async (row: Entry, values: Record<string, string>, zone: string) => {
	const valid = await row.parameters(world, uniqueOne());
	const parameters = Object.entries(values).reduce(
		(all, [field, value]) => withValue(all, field, value),
		valid,
	);
	const { error } = await stage.run(row.node, row.operation, parameters, { timezone: zone });
	expect(error?.message).toBeUndefined();
	return stage.bodies(row.path)[0]!;
};

const ROWS = CATALOGUE.filter(({ dates }) => dates);

test.each(ROWS.map((row) => [row.title, row] as const))(
	'“%s” sends dates and times in the format of the contract',
	async (_title, row) => {
		const fields = Object.entries(row.dates!).map(([field, kind], index) => {
			const [, value, sent] = GIVEN[kind][0]!;
			// Each date gets a different day, because some must be later than others.
			const dated = (text: string) => text.replace('2090-03-05', `2090-03-0${index + 5}`);
			return [field, dated(value), dated(sent)] as const;
		});
		const body = await run(row, Object.fromEntries(fields), timezone);
		expect(fields.map(([field]) => [field, fieldOf(body, field)])).toEqual(
			fields.map(([field, , sent]) => [field, sent]),
		);
	},
);

function fieldOfKind(kind: DateKind): [Entry, string] {
	const row = ROWS.find(({ dates }) => Object.values(dates!).includes(kind))!;
	return [row, Object.keys(row.dates!).find((field) => row.dates![field] === kind)!];
}

describe.each(Object.entries(GIVEN) as Array<[DateKind, (typeof GIVEN)[DateKind]]>)('a %s', (kind, given) => {
	test.each(given)('is read from %s', async (_what, value, sent, zone = timezone) => {
		const [row, field] = fieldOfKind(kind);
		expect(fieldOf(await run(row, { [field]: value }, zone), field)).toBe(sent);
	});
});
