import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { dripEnrollments, fetchDrip } from '../api/drips';
import { MESSAGING_PAGES } from '../../shared/api/pagedLists';
import type { Caller } from '../../shared/client/endpoint';
import { asText, type Json } from '../../shared/json';
import type { Field, Located } from '../../shared/n8n/operation/field';
import { InputError } from '../../shared/n8n/errors/nodeErrors';
import { readPicked } from '../../shared/n8n/input/parameters';
import { drip } from './drip';
import { searchPages } from '../../shared/n8n/editor/ask';
import { findPicked, toPersonKey, participant } from '../../SweepstakesParticipant/picker';

const [, ...byKey] = participant.modes;

/** The picker for a contact of the picked drip: by ID or, for a participant, by email address or phone number. */
export const dripContact = {
	displayName: 'Contact',
	name: 'contact',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The participant, lead or subscriber. The list has no names: the service does not show them.',
	typeOptions: { loadOptionsDependsOn: ['drip.value'] },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a contact…',
			typeOptions: { searchListMethod: 'searchDripContacts', searchable: true },
		},
		...byKey,
	],
} as const satisfies Field;

/**
 * The token of the picked contact. By email address or phone number, it is a participant of the sweepstakes of the drip.
 *
 * @throws {InputError} if the drip belongs to no sweepstakes, or several participants have the address.
 * @throws {ServiceError} if there is no such drip or participant.
 */
export async function findSourceToken(service: Caller, DripToken: string, picked: Located): Promise<string> {
	const { ParticipantToken, ...person } = toPersonKey(picked);
	if (ParticipantToken !== undefined) return ParticipantToken;
	const { Drip } = (await service.call(fetchDrip, { DripToken })).Data;
	const SweepstakesToken = asText(Drip.SweepstakesToken);
	if (SweepstakesToken === '')
		throw new InputError(
			dripContact.displayName,
			'must be chosen from the list or by ID, because the drip belongs to no sweepstakes',
		);
	return (await findPicked(service, { SweepstakesToken, ...person })).ParticipantToken;
}

/** `listSearch` method: the contacts who are in the picked drip now, newest first. */
export async function searchDripContacts(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '1',
): Promise<INodeListSearchResult> {
	return await searchPages(this, filter, paginationToken, async (service, Page) => {
		const picked = readPicked(drip, this.getCurrentNodeParameter('drip'));
		if (!picked) throw new InputError('Drip', 'is required first: choose one in the field above');
		const active = {
			DripToken: picked.value,
			Status: 'active',
			Page,
			ItemsPerPage: MESSAGING_PAGES.largestPage,
		};
		const { records, totalPages } = await service.call(dripEnrollments.fetch, active);
		return { entries: records.map(toChoice), totalPages };
	});
}

/** "participant 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f, since 2027-01-31" */
function toChoice({ SourceType, SourceToken, EnrolledAt }: Json): { name: string; value: string } {
	const value = asText(SourceToken);
	const name = [asText(SourceType), value].filter(Boolean).join(' ');
	const since = asText(EnrolledAt).slice(0, 'YYYY-MM-DD'.length);
	return { name: since ? `${name}, since ${since}` : name, value };
}
