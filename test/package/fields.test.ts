import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { SweepstakesApi } from '../../credentials/SweepstakesApi.credentials';
import { NODES } from '../support/engine/nodes';

/* These tests check what fields contain when they are added, and which numbers they accept. */

/** Returns the fields of a panel, each with its labels: "Options › Dry Run". */
function labelFields(
	fields: readonly INodeProperties[],
	before: readonly string[] = [],
): Array<[string, INodeProperties]> {
	return fields.flatMap((field) => {
		const labels = [...before, field.displayName];
		const groups = field.type === 'fixedCollection' ? (field.options as INodePropertyCollection[]) : [];
		const inner = field.type === 'collection' ? (field.options as INodeProperties[]) : [];
		const nested = [...inner, ...groups.flatMap(({ values }) => values)];
		return [[labels.join(' › '), field] as [string, INodeProperties], ...labelFields(nested, labels)];
	});
}

const FIELDS = [...NODES.map(({ description }) => description), new SweepstakesApi()].flatMap(
	({ properties }) => labelFields(properties),
);

/** The switches that are on by default, in alphabetical order. */
const START_ON = [
	'Filters › Active',
	'Filters › Completed',
	'Filters › Only Archived',
	'Filters › Only Paused',
	'Filters › Pinned',
	'Options › Allow Empty Parts',
	'Options › Allow Empty Required Fields',
	'Options › Allow No Email or Phone',
	'Options › Completed',
	'Options › Dry Run',
	'Options › Exclude Spam',
	'Options › Look Up ID',
	'Options › Private',
	'Options › Safe to Repeat',
	'Settings › Active',
	'Settings › Show Progress Bar',
	'Settings › Social Networks › Show',
	'Simplify',
	'Sort › Descending',
	'Top Up to Quantity',
	'Update Fields › Active',
	'Update Fields › Archived',
	'Update Fields › Clear Deadline',
	'Update Fields › Completed',
	'Update Fields › Private',
];

test('switches are off by default, except those in START_ON', () => {
	const switches = FIELDS.filter(([, { type }]) => type === 'boolean');
	const listLabels = (preset: boolean) => [
		...new Set(switches.filter(([, field]) => field.default === preset).map(([label]) => label)),
	];
	expect(listLabels(true).sort()).toEqual(START_ON);
	expect(listLabels(false).filter((label) => listLabels(true).includes(label))).toEqual([]);
});

/** Describes the limits and the default of a number field, such as "1 to 60, whole, default 60". */
function describeNumber({ typeOptions = {}, default: preset }: INodeProperties): string {
	const { minValue, maxValue, numberPrecision } = typeOptions;
	const limits = [minValue ?? 'any', ...(maxValue === undefined ? [] : [maxValue])].join(' to ');
	const decimals = numberPrecision === 0 ? 'whole' : `${numberPrecision ?? 'any'} decimals`;
	return `${limits}, ${decimals}, default ${JSON.stringify(preset)}`;
}

/** The number fields, in alphabetical order. */
const NUMBERS = [
	'Bonus Entries: 0 to 1000000, whole, default 0',
	'Calls per Minute: 0, whole, default 150',
	'Entries to Add: 1 to 1000000, whole, default 1',
	'Expires After (Minutes): 1 to 60, whole, default 60',
	'Filters › Overdue for at Least (Days): 1, whole, default 7',
	'Items › Quantity: any, any decimals, default 1',
	'Length: 4 to 20, whole, default 8',
	'Limit: 1, whole, default 50',
	'Number of Winners: 1, whole, default 1',
	'Options › Backups: 0, whole, default 1',
	'Options › Bonus Entries: 0, whole, default 0',
	'Options › Created in the Last (Days): 1 to 3650, whole, default 3650',
	'Options › Discount Amount ($): any, 2 decimals, default 0',
	'Options › Max Data (MB): 1 to 1000, whole, default 50',
	'Options › Minimum Participants: 1, whole, default 1',
	'Options › Tax Rate (%): 0 to 100, 4 decimals, default 0',
	'Quantity: 1 to 50000, whole, default 100',
	'Questions › Additional Fields › Page: 1, whole, default ""',
	'Questions › Number Limits › Max Number: any, any decimals, default 100',
	'Questions › Number Limits › Min Number: any, any decimals, default 0',
	'Questions › Slider Maximum: any, any decimals, default 100',
	'Questions › Slider Minimum: any, any decimals, default 0',
	'Questions › Stars: 1, whole, default 5',
	'Questions › Text Settings › Max Length: 1, whole, default 500',
	'Questions › Text Settings › Min Length: 0, whole, default 1',
	'Settings › Bonus Entries › Bonus Entries: any, any decimals, default 0',
	'Settings › Bonus Entries › For Registering: any, any decimals, default 0',
	'Settings › Code Length: 4 to 20, whole, default 20',
	'Settings › Design › Corner Radius: any, any decimals, default 0',
	'Settings › Design › Margin Bottom: any, any decimals, default 0',
	'Settings › Design › Margin Top: any, any decimals, default 0',
	'Settings › Design › Width: any, any decimals, default 0',
	'Settings › Free Entry (AMOE) › Entries: any, any decimals, default 0',
	'Settings › Max Responses: 0, whole, default 0',
	'Settings › Questions per Page: 1 to 5, whole, default 5',
	'Settings › Social Networks › Value: any, any decimals, default 1',
	'Timeline Days: 1 to 365, whole, default 30',
	'Update Fields › Discount Amount ($): any, 2 decimals, default 0',
	'Update Fields › Items › Quantity: any, any decimals, default 1',
	'Update Fields › Progress (%): 0 to 100, whole, default 0',
	'Update Fields › Questions › Additional Fields › Page: 1, whole, default ""',
	'Update Fields › Questions › Number Limits › Max Number: any, any decimals, default 100',
	'Update Fields › Questions › Number Limits › Min Number: any, any decimals, default 0',
	'Update Fields › Questions › Slider Maximum: any, any decimals, default 100',
	'Update Fields › Questions › Slider Minimum: any, any decimals, default 0',
	'Update Fields › Questions › Stars: 1, whole, default 5',
	'Update Fields › Questions › Text Settings › Max Length: 1, whole, default 500',
	'Update Fields › Questions › Text Settings › Min Length: 0, whole, default 1',
	'Update Fields › Tax Rate (%): 0 to 100, 4 decimals, default 0',
];

test('number fields have the limits and defaults in NUMBERS', () => {
	const numbers = FIELDS.filter(([, { type }]) => type === 'number').map(
		([label, field]) => `${label}: ${describeNumber(field)}`,
	);
	expect([...new Set(numbers)].sort()).toEqual(NUMBERS);
});
