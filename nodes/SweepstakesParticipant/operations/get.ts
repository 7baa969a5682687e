import { keyOf, participant } from '../../shared/fields/participant';
import { simplify } from '../../shared/fields/simplify';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { email, uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import {
	findParticipant,
	orNothing,
	participantItem,
	type FoundParticipant,
} from '../../shared/lookups/participants';
import { sweepstakesOf } from '../../shared/lookups/sweepstakes';
import { z } from '../../shared/zod';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a participant',
	description: 'Return one participant by ID, email or phone number, with the number of their entries',
	fields: [
		sweepstakes,
		participant,
		{
			displayName: 'When Not Found',
			name: 'whenNotFound',
			type: 'options',
			options: [
				{ name: 'Error', value: 'error', description: 'The item fails' },
				{ name: 'Return Nothing', value: 'nothing', description: 'No item comes out' },
			],
			default: 'error',
			description: 'What to do if the sweepstakes has no such participant',
		},
		simplify,
	],
	request: z.object({
		SweepstakesToken: uuid,
		ParticipantToken: uuid.optional(),
		KeyEmail: email.optional(),
		KeyPhoneNumber: z.string().optional(),
	}),
	toRequest: ({ sweepstakes: SweepstakesToken, participant: picked }) => ({
		SweepstakesToken,
		...keyOf(picked),
	}),
	async *run(service, request, { whenNotFound, ...parameters }) {
		const asked = findParticipant(service, request);
		const found = await (whenNotFound === 'error' ? asked : orNothing(asked));
		// The service answers 404 for an unknown sweepstakes, too, which is no reason to return nothing.
		if (!found) await sweepstakesOf(service, request.SweepstakesToken, 'Sweepstakes');
		else if (!parameters.simplify) yield found;
		else yield { ...participantItem(found.Entries[0]!, parameters), ...summaryOf(found) };
	},
});

/** Of the entries of a person together. */
function summaryOf({ TotalEntries, Collections }: FoundParticipant) {
	return { TotalEntries, Collections };
}
