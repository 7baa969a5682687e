import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { dripEnrollments, findDrip } from './api';
import type { Client } from '../shared/client/client';
import { toIdKey, asText, type Json } from '../shared/json';
import type { Field, PickerValue } from '../shared/n8n/operation/field';
import { InputError } from '../shared/n8n/errors/node-errors';
import { drip } from './picker';
import { fromList, readPickedId, searchPages } from '../shared/n8n/editor/picker';
import { undefinedIfServiceFails } from '../shared/client/failures';
import { participants } from '../SweepstakesParticipant/api/participants';
import { findPicked, toPersonKey, toPersonName } from '../SweepstakesParticipant/picker';
import { z } from '../shared/zod';

/**
 * Finds the SourceToken of the picked contact. A contact picked by email address or phone number must be a participant
 * of the drip's sweepstakes.
 *
 * @param itemCount how many contacts the run removes
 * @throws {InputError} if the drip has no sweepstakes to search, or if several participants match
 */
export async function findSourceToken(
	client: Client,
	DripToken: string,
	picked: PickerValue,
	itemCount: number,
): Promise<string> {
	const { ParticipantToken, ...person } = toPersonKey(picked);
	if (ParticipantToken !== undefined) return ParticipantToken;
	const find = async () => await findDrip(client, { DripToken });
	const SweepstakesToken = asText(
		(await client.memory.getOrCreate(`drip ${DripToken}`, find)).SweepstakesToken,
	);
	if (SweepstakesToken === '')
		throw new InputError(
			dripContact.displayName,
			'must be chosen from the list or by ID, because the drip does not belong to a sweepstakes',
		);
	return (await findPicked(client, { SweepstakesToken, ...person }, itemCount)).ParticipantToken;
}

/** `listSearch` method: the current contacts of the picked drip, newest first. */
async function searchDripContacts(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '1',
): Promise<INodeListSearchResult> {
	return await searchPages(this, filter, paginationToken, async (client, Page) => {
		const DripToken = await readPickedId(this, client, drip);
		const active = { DripToken, Status: 'active' } as const;
		const { records, totalPages } = await dripEnrollments.readPage(client, active, Page);
		const names = await readNewestNames(client, DripToken).catch(undefinedIfServiceFails);
		return { entries: records.map((one) => toChoice(one, names)), totalPages };
	});
}

/** How many pages of participants to read for their names. There are only a few, because the editor waits for them. */
const PAGES_OF_NAMES = 3;

/**
 * Maps the IDs (in `toIdKey` form) of the newest participants in the drip's sweepstakes to their names. The service's
 * list of contacts has no names.
 */
async function readNewestNames(client: Client, DripToken: string): Promise<Map<string, string>> {
	const names = new Map<string, string>();
	const sweepstakesToken = asText((await findDrip(client, { DripToken })).SweepstakesToken);
	for (let page = 1, last = sweepstakesToken ? PAGES_OF_NAMES : 0; page <= last; page++) {
		const { records, totalPages = 1 } = await participants.readPage(client, { sweepstakesToken }, page);
		for (const one of records) names.set(toIdKey(one.ParticipantToken), toPersonName(one));
		if (page >= totalPages) break;
	}
	return names;
}

/**
 * Returns a choice named "Jane Smith (jane@example.com), since 2027-01-31" or, if the name is unknown, "participant
 * 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f, since 2027-01-31".
 */
function toChoice(
	{ SourceType, SourceToken, EnrolledAt }: Json,
	names?: ReadonlyMap<string, string>,
): { name: string; value: string } {
	const value = asText(SourceToken);
	const name = names?.get(toIdKey(value)) || [asText(SourceType), value].filter(Boolean).join(' ');
	const since = asText(EnrolledAt).slice(0, 'YYYY-MM-DD'.length);
	return { name: since ? `${name}, since ${since}` : name, value };
}

/** Picker for a contact of the picked drip: by ID or, if the contact is a participant, by email or phone number. */
export const dripContact = {
	displayName: 'Contact',
	name: 'contact',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The participant, lead or subscriber. In the list, only the newest participants have names, because the service’s own list of contacts has none.',
	typeOptions: { loadOptionsDependsOn: ['drip.value'], listedBy: 'Get Drip Contacts' },
	modes: [
		fromList('Select a contact…', { searchDripContacts }),
		{
			displayName: 'By ID, Email or Phone',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. jane@example.com',
			hint: 'Accepts the ID (SourceToken) or a participant’s email address or phone number',
			keys: z.string(),
		},
	],
} as const satisfies Field;
