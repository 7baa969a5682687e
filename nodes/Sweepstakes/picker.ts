import type { ILoadOptionsFunctions } from 'n8n-workflow';

import {
	listAllSweepstakes,
	readHandler,
	suggestHandlers,
	findTokensByHandler,
	type Sweepstakes,
} from './api';
import type { Client } from '../shared/client/client';
import { asText, toText } from '../shared/json';
import type { Field, ListSearch } from '../shared/n8n/operation/field';
import { InputError } from '../shared/n8n/errors/node-errors';
import { nameWithState, type State } from '../shared/n8n/picked-name';
import { fromList, readPickedId, searchAll } from '../shared/n8n/editor/picker';
import { uuid } from '../shared/api/formats';
import { withMarks } from '../shared/api/titles';
import { parseInstant } from '../shared/time/parse';
import { findState, readPeriod } from './items';

async function findByHandler(client: Client, handler: string, label: string): Promise<string> {
	const [token, another] = await findTokensByHandler(client, handler);
	if (token === undefined) {
		const handlers = await suggestHandlers(client, handler);
		const such = handlers.length > 0 ? ` (such as ${handlers.join(', ')})` : '';
		throw new InputError(
			label,
			`must be the handler or ID of a sweepstakes in this account${such}, but is “${handler}”`,
		);
	}
	if (another === undefined) return token;
	throw new InputError(
		label,
		`must be chosen from the list or by ID, because several sweepstakes have the handler “${handler}”`,
	);
}

const searchBy = (
	valueOf: (one: Sweepstakes) => string,
	isListed: (one: Sweepstakes) => boolean = () => true,
) =>
	searchAll(async (client) => {
		const now = Date.now();
		return (await listAllSweepstakes(client))
			.filter(isListed)
			.map((one) => ({ name: toName(one, now), value: valueOf(one), rank: rank(one, now) }))
			.filter(({ value }) => value !== '')
			.sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name))
			.map(({ name, value }) => ({ name, value }));
	});

/** Searches sweepstakes by name, handler and state. The value is the sweepstakes' token. */
const searchSweepstakes = searchBy(({ SweepstakesToken }) => SweepstakesToken);

/** Searches only the sweepstakes that are paused or whose status is unknown. The value is the sweepstakes' token. */
const searchPausedSweepstakes = searchBy(
	({ SweepstakesToken }) => SweepstakesToken,
	({ Status }) => toText(Status) !== 'true',
);

/** Searches sweepstakes by name, handler and state. The value is the sweepstakes' handler. */
export const searchHandlers = searchBy(readHandler);

/** Returns a sort key that puts sweepstakes that are or may be open for entries before all others. */
function rank(one: Sweepstakes, now: number): number {
	const state = findState(one, now);
	return state ? ['running', 'scheduled', 'paused', 'ended', 'archived'].indexOf(state) : 0;
}

/** Returns a name such as "Spring Giveaway (SPRING), until 2027-05-31". */
function toName(one: Sweepstakes, now: number): string {
	return nameWithState(withMarks(asText(one.SweepstakesName), readHandler(one)), describeState(one, now));
}

function describeState(one: Sweepstakes, now: number): State | undefined {
	const state = findState(one, now);
	if (state && state !== 'scheduled' && state !== 'running') return state;
	const { StartDate, EndDate } = readPeriod(one);
	const day = parseInstant(state === 'scheduled' ? StartDate : EndDate)?.date;
	return day === undefined ? undefined : `${state === 'scheduled' ? 'from' : 'until'} ${day}`;
}

/** @throws {InputError} if no sweepstakes is picked, or if the picked value is neither an ID nor a handler */
export async function readPickedSweepstakes(context: ILoadOptionsFunctions, client: Client): Promise<string> {
	return await readPickedId(context, client, sweepstakes);
}

export const toSweepstakesQuery = ({ sweepstakes: SweepstakesToken }: { sweepstakes: string }) => ({
	SweepstakesToken,
});

/** Returns the modes of a picker for a sweepstakes: from the list, and by ID or handler. */
function createModes<Name extends string>(placeholder: string, searches: Record<Name, ListSearch>) {
	return {
		modes: [
			fromList(placeholder, searches),
			{
				displayName: 'By ID or Handler',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. SUMMER2027',
				hint: 'Accepts the ID (SweepstakesToken) or the handler',
				idFinder: {
					standIn: '00000000-0000-4000-8000-000000000000',
					isId: (value: string) => uuid.safeParse(value).success,
					find: findByHandler,
				},
			},
		],
	} as const;
}

/** Picker for a sweepstakes: from the list, or by ID or handler. An operation gets the SweepstakesToken. */
export const sweepstakes = {
	displayName: 'Sweepstakes',
	name: 'sweepstakes',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The sweepstakes to work with',
	...createModes('Select a sweepstakes…', { searchSweepstakes }),
} as const satisfies Field;

/** Picker for the operation Resume, which lists only paused sweepstakes. */
export const pausedSweepstakes = {
	...sweepstakes,
	...createModes('Select a paused sweepstakes…', { searchPausedSweepstakes }),
} as const satisfies Field;
