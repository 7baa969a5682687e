import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { readAnswer } from '../lookups/answer';
import type { Field, Located } from '../field';
import { z } from '../zod';
import { askForEditor } from './editor';
import { pickedSweepstakes } from './sweepstakes';

/** The picker for a participant of the chosen sweepstakes: by ID, or by what the service knows a person by. */
export const participant = {
	displayName: 'Participant',
	name: 'participant',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The participant to work with',
	typeOptions: { loadOptionsDependsOn: ['sweepstakes.value'] },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a participant…',
			typeOptions: { searchListMethod: 'searchParticipants', searchable: true },
		},
		{
			displayName: 'By Email',
			name: 'KeyEmail',
			type: 'string',
			placeholder: 'e.g. jane@example.com',
		},
		{
			displayName: 'By Phone Number',
			name: 'KeyPhoneNumber',
			type: 'string',
			placeholder: 'e.g. +12025550123',
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

/** What was picked, under the one key that POST /participants/single has for it. */
export function keyOf({ mode, value }: Located): {
	ParticipantToken?: string;
	KeyEmail?: string;
	KeyPhoneNumber?: string;
} {
	if (mode === 'KeyEmail') return { KeyEmail: value };
	if (mode === 'KeyPhoneNumber') return { KeyPhoneNumber: value };
	return { ParticipantToken: value };
}

const text = z.string().catch('');

const participantsPage = z.object({
	Participants: z.array(
		z.object({
			ParticipantToken: z.string(),
			FirstName: text,
			LastName: text,
			KeyEmail: text,
			KeyPhoneNumber: text,
		}),
	),
	Pagination: z.object({ TotalPages: z.number() }),
});

/** `listSearch` method: the participants of the chosen sweepstakes, a page at a time; the service itself searches. */
export async function searchParticipants(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await askForEditor(this, async (service) => {
		const page = Number(paginationToken ?? 1);
		const search = filter.trim();
		const answer = await service.call({
			endpoint: 'POST /participants/fetch',
			body: {
				sweepstakesToken: await pickedSweepstakes(this, service),
				page,
				...(search && { search }),
			},
			repeatable: true,
		});
		const { Participants, Pagination } = readAnswer(participantsPage, answer, 'which participants there are');
		// Somebody who stands in two collections is one participant.
		const byToken = new Map(Participants.map((one) => [one.ParticipantToken, one]));
		return {
			results: [...byToken].map(([value, one]) => ({ name: nameOf(one) || value, value })),
			...(page < Pagination.TotalPages && { paginationToken: String(page + 1) }),
		};
	});
}

type Person = z.output<typeof participantsPage>['Participants'][number];

/** "Jane Smith (jane@example.com)" */
function nameOf({ FirstName, LastName, KeyEmail, KeyPhoneNumber }: Person): string {
	const name = `${FirstName} ${LastName}`.trim();
	const key = KeyEmail || KeyPhoneNumber;
	return name && key ? `${name} (${key})` : name || key;
}
