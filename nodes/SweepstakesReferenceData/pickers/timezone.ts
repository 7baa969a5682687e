import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listTimezones, type Timezone } from '../api/tools';
import type { Client } from '../../shared/client/client';
import { InputError } from '../../shared/n8n/errors/node-errors';
import type { Field } from '../../shared/n8n/operation/field';
import { askForEditor } from '../../shared/n8n/editor/ask';
import { fromList } from '../../shared/n8n/editor/picker';

/** Normalizes case and underscores, so that "New York" finds `America/New_York`. */
function toWords(text: string): string {
	return text.trim().toLowerCase().replaceAll('_', ' ');
}

/**
 * Finds the ID of a time zone by its IANA name or city. Abbreviations are not searched, because they are ambiguous:
 * CST, for example, is a time zone in America and in Asia.
 */
async function findByName(client: Client, name: string, label: string): Promise<string> {
	const known = await client.recall('time zones', async () => await listTimezones(client));
	const wanted = toWords(name);
	const hasName = ({ Timezone }: Timezone) => toWords(Timezone) === wanted;
	const covers = ({ Timezone, others }: Timezone) =>
		[Timezone, ...others].map(toWords).some((one) => one === wanted || one.endsWith(`/${wanted}`));
	const exact = known.find(hasName);
	const [found, another] = exact ? [exact] : known.filter(covers);
	if (found && !another) return found.TimezoneId;
	throw new InputError(
		label,
		`must be a time zone that the service knows, but is “${name}”. Choose one from the list`,
	);
}

/**
 * `listSearch` method: searches the display names, IANA names and abbreviations of time zones. The workflow's time zone
 * comes first.
 */
async function searchTimezones(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const found = await askForEditor(this, listTimezones);
	const isOwn = ({ Timezone }: Timezone) => Timezone === this.getTimezone();
	const results = [...found.filter(isOwn), ...found.filter((one) => !isOwn(one))]
		.filter((one) => toWords(`${toName(one)} ${one.Abbreviation}`).includes(toWords(filter)))
		.map((one) => ({ name: toName(one), value: one.TimezoneId }));
	return { results };
}

/** Returns a name such as "(UTC+01:00) Berlin, Paris, Rome: Europe/Berlin". */
function toName({ Text, Timezone, Abbreviation, TimezoneId }: Timezone): string {
	return [Text, Timezone].filter(Boolean).join(': ') || Abbreviation || TimezoneId;
}

/** Picker for a time zone. Its value is a `TimezoneId` as text. */
export const timezone = {
	displayName: 'Time Zone',
	name: 'timezone',
	type: 'resourceLocator',
	default: { mode: 'id', value: '={{ $now.zoneName }}' },
	required: true,
	description:
		'The time zone of the date and time above. Defaults to the workflow’s time zone. To enter a name such as America/New_York, choose “By Name or ID”.',
	modes: [
		fromList('Select a time zone…', { searchTimezones }),
		{
			displayName: 'By Name or ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. America/New_York',
			hint: 'Accepts an IANA name, a city or the ID (TimezoneId)',
			idFinder: { standIn: '0', isId: (value: string) => Number.isFinite(Number(value)), find: findByName },
		},
	],
} as const satisfies Field;
