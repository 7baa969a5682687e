import type { INodeProperties } from 'n8n-workflow';

import { CATALOGUE } from '../catalogue';
import { ACTION_NODES } from './nodes';

/** Every operation of every node, with its fields, those in collections included. */
const OPERATIONS = ACTION_NODES.flatMap((node) => {
	const { properties, displayName, name } = node.description;
	const menu = properties.find((property) => property.name === 'operation')!;
	return (menu.options as Array<{ value: string }>).map(({ value }) => ({
		title: `${displayName} › ${value}`,
		rows: CATALOGUE.filter((row) => row.node.description.name === name && row.operation === value),
		fields: properties
			.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes(value))
			.flatMap((field) => [
				field,
				...(field.type === 'collection' ? (field.options as INodeProperties[]) : []),
			]),
	}));
});

test('every operation of every node is in the catalogue', () => {
	expect(OPERATIONS.filter(({ rows }) => rows.length === 0).map(({ title }) => title)).toEqual([]);
});

test('the catalogue has no operation that no node has', () => {
	expect(CATALOGUE.filter((row) => !OPERATIONS.some(({ rows }) => rows.includes(row)))).toEqual([]);
});

test.each(OPERATIONS.map(({ title, ...operation }) => [title, operation] as const))(
	'%s: every date field is in the catalogue',
	(_title, { rows, fields }) => {
		const dates = fields.filter(({ type }) => type === 'dateTime').map(({ name }) => name);
		const inCatalogue = rows.flatMap((row) => Object.keys(row.dates ?? {}));
		expect(inCatalogue).toEqual(expect.arrayContaining(dates));
	},
);
