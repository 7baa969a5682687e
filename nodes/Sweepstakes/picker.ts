import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import {
	allSweepstakes,
	readHandler,
	someHandlers,
	sweepstakesByToken,
	tokensOfHandler,
	type Sweepstakes,
} from './api';
import type { Caller } from '../shared/client/endpoint';
import { asText } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { InputError } from '../shared/n8n/errors/nodeErrors';
import { readPicked } from '../shared/n8n/input/parameters';
import { findId } from '../shared/n8n/input/pickedIds';
import { askForEditor, matching } from '../shared/n8n/editor/ask';

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
			idFinder: { standIn: '00000000-0000-4000-8000-000000000000', find: findByHandler },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

async function findByHandler(service: Caller, handler: string, label: string): Promise<string> {
	const [token, another] = await tokensOfHandler(service, handler);
	if (token === undefined) {
		const handlers = await someHandlers(service, handler);
		const such = handlers.length > 0 ? `, such as ${handlers.join(', ')},` : ',';
		throw new InputError(
			label,
			`must be the handler of a sweepstakes of this account${such} but is “${handler}”`,
		);
	}
	if (another === undefined) return token;
	throw new InputError(
		label,
		`must be chosen from the list or by ID, because several sweepstakes have the handler “${handler}”`,
	);
}

/** `listSearch` method of the picker; searches names and handlers. */
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
	return { results: await listed(this, filter, readHandler) };
}

async function listed(
	context: ILoadOptionsFunctions,
	filter: string,
	valueOf: (one: Sweepstakes) => string,
): Promise<INodeListSearchItems[]> {
	return await askForEditor(context, async (service) => {
		const entries = (await allSweepstakes(service))
			.map((one) => ({ name: toName(one), value: valueOf(one) }))
			.filter(({ value }) => value !== '');
		return matching(entries, filter).sort((a, b) => a.name.localeCompare(b.name));
	});
}

/** "Spring Giveaway (SPRING)" */
function toName(one: Sweepstakes): string {
	const name = asText(one.SweepstakesName);
	const handler = readHandler(one);
	return handler ? `${name} (${handler})` : name;
}

/**
 * The SweepstakesToken that is picked in the field above.
 *
 * @throws {InputError} if nothing is picked yet, or no sweepstakes has the handler.
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function pickedSweepstakes(context: ILoadOptionsFunctions, service: Caller): Promise<string> {
	const picked = readPicked(sweepstakes, context.getCurrentNodeParameter('sweepstakes'));
	if (!picked) throw new InputError('Sweepstakes', 'is required first: choose one in the field above');
	return await findId(service, sweepstakes, picked);
}

/**
 * The record of the picked sweepstakes.
 *
 * @throws {InputError} if the account has no such sweepstakes.
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function pickedRecord(service: Caller, token: string): Promise<Sweepstakes> {
	const found = await sweepstakesByToken(service, token);
	if (found) return found;
	throw new InputError(
		sweepstakes.displayName,
		`must be the ID of a sweepstakes of this account, but is “${token}”`,
	);
}
