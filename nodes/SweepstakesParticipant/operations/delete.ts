import {
	deleteParticipant as endpoint,
	fetchParticipant,
	getParticipant,
} from '../../shared/api/participants';
import { defineOperation } from '../../shared/n8n/operation';
import { keyOf, participant } from '../../shared/pickers/participant';
import { sweepstakes } from '../../shared/pickers/sweepstakes';

export const deleteParticipant = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a participant',
	description: 'Delete a person from all collections of a sweepstakes',
	fields: [
		{
			displayName:
				'This cannot be undone. The person is deleted from participants, AMOE entries and opt-outs. If you choose by email or phone number, everybody who has it is deleted.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		participant,
	],
	request: fetchParticipant.request,
	toRequest: ({ sweepstakes: SweepstakesToken, participant: picked }) => ({
		SweepstakesToken,
		...keyOf(picked),
	}),
	async *run({ service, request }) {
		const { SweepstakesToken, ParticipantToken: picked } = request;
		const tokens = picked
			? [picked]
			: (await getParticipant(service, request)).Entries.map(({ ParticipantToken }) => ParticipantToken);
		for (const ParticipantToken of new Set(tokens)) {
			const one = { SweepstakesToken, ParticipantToken };
			for (const deletion of await service.callForItems(endpoint, one, ({ Data }) => Data))
				yield { deleted: true, ParticipantToken, ...deletion };
		}
	},
});
