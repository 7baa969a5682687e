import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { Sweepstakes } from '../../nodes/Sweepstakes/Sweepstakes.node';
import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { UTC_ID } from '../../sandbox/timezones';
import { Stage } from './stage';

/** All runs are in this zone: at 23:30 UTC it is the next day there, 00:30 in winter. */
const timezone = 'Europe/Berlin';

let stage: Stage;
beforeAll(async () => {
	stage = await Stage.open();
	stage.sandbox.fill(stage.sweepstakesToken, 1);
});
afterAll(async () => await stage.close());

type Kind = 'date' | 'time' | 'date-time';

/** What people and nodes before ours give, and what the service is to get. */
const GIVEN: Record<Kind, Array<[what: string, value: string, sent: string]>> = {
	date: [
		['the picker’s text', '2090-03-05T00:00:00', '2090-03-05'],
		['a date', '2090-03-05', '2090-03-05'],
		['a moment in UTC', '2090-03-04T23:30:00Z', '2090-03-05'],
		['a moment with an offset', '2090-03-05T01:30:00.000+02:00', '2090-03-05'],
		['a Luxon value', '={{ DateTime.fromISO("2090-03-04T23:30:00Z") }}', '2090-03-05'],
		['a Date', '={{ new Date("2090-03-04T23:30:00Z") }}', '2090-03-05'],
	],
	time: [
		['a time', '08:05', '08:05'],
		['a time without its nought', '8:05', '08:05'],
		['a time with seconds', '08:05:00', '08:05'],
		['the picker’s text', '2090-03-05T08:05:00', '08:05'],
		['a moment in UTC', '2090-03-05T07:05:00Z', '08:05'],
		['a Luxon value', '={{ DateTime.fromISO("2090-03-05T07:05:00Z") }}', '08:05'],
	],
	'date-time': [
		['the picker’s text', '2090-03-05T08:05:00', '2090-03-05T07:05:00.000Z'],
		['a date', '2090-03-05', '2090-03-04T23:00:00.000Z'],
		['a moment in UTC', '2090-03-05T07:05:00Z', '2090-03-05T07:05:00.000Z'],
		['a moment with an offset', '2090-03-05T09:05:00+02:00', '2090-03-05T07:05:00.000Z'],
		['a Luxon value', '={{ DateTime.fromISO("2090-03-05T07:05:00Z") }}', '2090-03-05T07:05:00.000Z'],
		['a summer’s day', '2090-07-05T08:05:00', '2090-07-05T06:05:00.000Z'],
	],
};

interface Place {
	node: INodeType;
	operation: string;
	/** The parameters with the value in their place. */
	withValue: (value: string) => INodeParameters;
}

const FAR = { StartDate: '2089-01-01', StartTime: '00:00', EndDate: '2099-01-01', EndTime: '00:00' };
let handler = 0;
const create = (field: string): Place => ({
	node: new Sweepstakes(),
	operation: 'create',
	withValue: (value) => ({ SweepstakesName: 'New', Handler: `NEW${handler++}`, ...FAR, [field]: value }),
});
const clone = (field: string): Place => ({
	node: new Sweepstakes(),
	operation: 'clone',
	withValue: (value) => ({
		Handler: { __rl: true, mode: 'list', value: 'SPRING' },
		HandlerNew: `NEW${handler++}`,
		SweepstakesName: 'New',
		...FAR,
		[field]: value,
	}),
});
const update = (field: string): Place => ({
	node: new Sweepstakes(),
	operation: 'update',
	withValue: (value) => ({ sweepstakes: stage.picked, updateFields: { [field]: value } }),
});
const schedule = (field: string): Place => ({
	node: new SweepstakesWinner(),
	operation: 'schedule',
	withValue: (value) => ({
		sweepstakes: stage.picked,
		scheduleMode: 'schedule',
		endDate: '2090-01-01',
		endTime: '12:00',
		timezone: UTC_ID,
		[field]: value,
	}),
});
const invoice = (field: string): Place => ({
	node: new SweepstakesInvoice(),
	operation: 'create',
	withValue: (value) => ({
		Name: 'Ada',
		Email: 'ada@example.com',
		items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 5 }] },
		additional: { IssueDate: '2088-01-01', DueDate: '2099-01-01', [field]: value },
	}),
});
const generate = (field: string): Place => ({
	node: new SweepstakesCode(),
	operation: 'generate',
	withValue: (value) => ({
		sweepstakes: stage.picked,
		Quantity: 1,
		Length: 9,
		options: { ExpirationDate: '2099-01-01', [field]: value },
	}),
});
const listed = (field: string): Place => ({
	node: new SweepstakesParticipant(),
	operation: 'getMany',
	withValue: (value) => ({
		sweepstakes: stage.picked,
		filters: {
			...(field !== 'optInDate' && { startDate: '2000-01-01', endDate: '2099-01-01' }),
			[field]: value,
		},
	}),
});
const counted = (field: string): Place => ({
	node: new SweepstakesParticipant(),
	operation: 'count',
	withValue: (value) => ({ sweepstakes: stage.picked, filters: { [field]: value } }),
});

/** Every row of type date, time or date-time in the specification's request tables. */
const ROWS: Array<[field: string, kind: Kind, place: (field: string) => Place]> = [
	['StartDate', 'date', create],
	['EndDate', 'date', create],
	['StartTime', 'time', create],
	['EndTime', 'time', create],
	['StartDate', 'date', clone],
	['EndDate', 'date', clone],
	['StartTime', 'time', clone],
	['EndTime', 'time', clone],
	['StartDate', 'date', update],
	['EndDate', 'date', update],
	['StartTime', 'time', update],
	['EndTime', 'time', update],
	['endDate', 'date', schedule],
	['endTime', 'time', schedule],
	['IssueDate', 'date', invoice],
	['DueDate', 'date', invoice],
	['ExpirationDate', 'date', generate],
	['ExpirationTime', 'time', generate],
	['optInDate', 'date', listed],
	['startDate', 'date', listed],
	['endDate', 'date', listed],
	['StartDate', 'date-time', counted],
	['EndDate', 'date-time', counted],
];

describe.each(
	ROWS.map(([field, kind, place]) => ({ field, kind, ...place(field) })).map(
		(row) => [`${row.node.description.displayName} › ${row.operation} › ${row.field}`, row] as const,
	),
)('%s', (_title, { field, kind, node, operation, withValue }) => {
	test.each(GIVEN[kind])(`sends %s as a ${kind} of the specification`, async (_what, value, sent) => {
		const { error } = await stage.run(node, operation, withValue(value), { timezone });
		expect(error?.message).toBeUndefined();
		const body: IDataObject = stage.lastBody();
		expect(body[field]).toBe(sent);
	});
});
