import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { allSweepstakes, someHandlers, sweepstakesByToken, tokensOfHandler, type Sweepstakes } from './api';
import { readHandler } from '../shared/api/guesses';
import type { Client } from '../shared/client/client';
import { asText } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { InputError } from '../shared/n8n/errors/node-errors';
import { readPicked } from '../shared/n8n/input/parameters';
import { findId } from '../shared/n8n/input/picked-ids';
import { searchAll } from '../shared/fields/picker';

async function findByHandler(client: Client, handler: string, label: string): Promise<string> {
	const [token, another] = await tokensOfHandler(client, handler);
	if (token === undefined) {
		const handlers = await someHandlers(client, handler);
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

const searchBy = (valueOf: (one: Sweepstakes) => string) =>
	searchAll(async (client) =>
		(await allSweepstakes(client))
			.map((one) => ({ name: toName(one), value: valueOf(one) }))
			.filter(({ value }) => value !== '')
			.sort((a, b) => a.name.localeCompare(b.name)),
	);

/** Searches names and handlers. */
const searchSweepstakes = searchBy(({ SweepstakesToken }) => SweepstakesToken);

/** Same list, for operations that take a handler. */
export const searchHandlers = searchBy(readHandler);

/** "Spring Giveaway (SPRING)" */
function toName(one: Sweepstakes): string {
	const name = asText(one.SweepstakesName);
	const handler = readHandler(one);
	return handler ? `${name} (${handler})` : name;
}

/** @throws {InputError} if no sweepstakes is picked, or none has the handler */
export async function pickedSweepstakes(context: ILoadOptionsFunctions, client: Client): Promise<string> {
	const picked = readPicked(sweepstakes, context.getCurrentNodeParameter('sweepstakes'));
	if (!picked) throw new InputError('Sweepstakes', 'is required first: choose one in the field above');
	return await findId(client, sweepstakes, picked);
}

/** @throws {InputError} if the account has no such sweepstakes */
export async function pickedRecord(client: Client, token: string): Promise<Sweepstakes> {
	const found = await sweepstakesByToken(client, token);
	if (found) return found;
	throw new InputError(
		sweepstakes.displayName,
		`must be the ID of a sweepstakes of this account, but is “${token}”`,
	);
}

/** Picker for a sweepstakes: from the list, by ID or by handler. Value: SweepstakesToken. */
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
			searches: { searchSweepstakes },
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
