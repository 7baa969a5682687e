import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { Caller } from '../client/send';
import { InputError } from '../errors';
import type { Field } from '../field';
import { allSweepstakes, tokenOfHandler, type Sweepstakes } from '../lookups/sweepstakes';
import { readPicked } from '../parameters';
import { askForEditor } from './editor';

/** The sweepstakes picker: from a list with search, by ID, by handler. Its parameter is the SweepstakesToken. */
export const sweepstakes = {
	displayName: 'Sweepstakes',
	name: 'sweepstakes',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The sweepstakes to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a sweepstakes…',
			typeOptions: { searchListMethod: 'searchSweepstakes', searchable: true },
		},
		{
			displayName: 'By Handler',
			name: 'handler',
			type: 'string',
			placeholder: 'e.g. SUMMER2027',
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

/** `listSearch` method of the picker; the filter is looked for in names and handlers. */
export async function searchSweepstakes(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return { results: await listed(this, filter, ({ SweepstakesToken }) => SweepstakesToken) };
}

/** `listSearch` method: the same list, for an operation that takes the handler. */
export async function searchHandlers(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return { results: await listed(this, filter, ({ Handler }) => Handler) };
}

async function listed(
	context: ILoadOptionsFunctions,
	filter: string,
	valueOf: (one: Sweepstakes) => string,
): Promise<INodeListSearchItems[]> {
	return await askForEditor(context, async (service) => {
		const wanted = filter.trim().toLowerCase();
		return (await allSweepstakes(service))
			.map((one) => ({
				name: one.Handler ? `${one.SweepstakesName} (${one.Handler})` : one.SweepstakesName,
				value: valueOf(one),
			}))
			.filter(({ name, value }) => value !== '' && name.toLowerCase().includes(wanted))
			.sort((a, b) => a.name.localeCompare(b.name));
	});
}

/**
 * The SweepstakesToken that the picker beside holds.
 *
 * @throws {InputError} if nothing is picked yet, or no sweepstakes has the handler.
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function pickedSweepstakes(context: ILoadOptionsFunctions, service: Caller): Promise<string> {
	const picked = readPicked(sweepstakes, context.getCurrentNodeParameter('sweepstakes'));
	if (!picked) throw new InputError('Sweepstakes', 'is required first: choose one in the field above');
	return picked.mode === 'handler'
		? await tokenOfHandler(service, picked.value, 'Sweepstakes')
		: picked.value;
}
