import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { timezones, type Timezone } from '../api/tools';
import type { Field } from '../../shared/n8n/operation/field';
import { askForEditor } from '../../shared/n8n/editor/ask';

/** The picker for a time zone. Its parameter is the `TimezoneId`, as text. */
export const timezone = {
	displayName: 'Time Zone',
	name: 'timezone',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The time zone of the date and time above. If the list cannot be loaded, enter the number that the service gives the time zone.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a time zone…',
			typeOptions: { searchListMethod: 'searchTimezones', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 12',
		},
	],
} as const satisfies Field;

/** `listSearch` method of the picker; searches names, IANA names and abbreviations. */
export async function searchTimezones(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const found = await askForEditor(this, timezones);
	const results = found
		.filter((one) => `${nameOf(one)}\n${one.Abbreviation}`.toLowerCase().includes(wanted))
		.map((one) => ({ name: nameOf(one), value: one.TimezoneId }));
	return { results };
}

/** "(UTC+01:00) Berlin, Paris, Rome: Europe/Berlin" */
function nameOf({ Text, Timezone, Abbreviation, TimezoneId }: Timezone): string {
	return [Text, Timezone].filter(Boolean).join(': ') || Abbreviation || TimezoneId;
}
