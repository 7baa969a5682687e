import {
	fetchParticipant,
	findParticipant,
	getParticipant,
	type FoundParticipant,
} from '../../shared/api/participants';
import { participantItem, simplify } from '../../shared/fields/simplify';
import { defineOperation } from '../../shared/n8n/operation';
import { pickedRecord } from '../../shared/n8n/pickedIds';
import { keyOf, participant } from '../../shared/pickers/participant';
import { sweepstakes } from '../../shared/pickers/sweepstakes';

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
	request: fetchParticipant.request,
	toRequest: ({ sweepstakes: SweepstakesToken, participant: picked }) => ({
		SweepstakesToken,
		...keyOf(picked),
	}),
	async *run({ service, request, parameters: { whenNotFound, ...parameters } }) {
		const find = whenNotFound === 'error' ? getParticipant : findParticipant;
		const found = await find(service, request);
		// The service also answers 404 for an unknown sweepstakes, which is no reason to return nothing.
		if (!found) await pickedRecord(service, request.SweepstakesToken);
		else if (!parameters.simplify) yield found;
		else yield { ...participantItem(found.Entries[0]!, parameters), ...summaryOf(found) };
	},
});

/** About all entries of a person. */
function summaryOf({ TotalEntries, Collections }: FoundParticipant) {
	return { TotalEntries, Collections };
}
