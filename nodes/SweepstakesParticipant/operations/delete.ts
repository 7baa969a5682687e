import { keyOf, participant } from '../../shared/fields/participant';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { email, uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { findParticipant } from '../../shared/lookups/participants';
import { z } from '../../shared/zod';

const deletion = z.object({ Data: z.object({}).passthrough() });

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
	async *run(service, request) {
		const { SweepstakesToken, ParticipantToken: picked } = request;
		const tokens = picked
			? [picked]
			: (await findParticipant(service, request)).Entries.map(({ ParticipantToken }) => ParticipantToken);
		for (const ParticipantToken of new Set(tokens)) {
			const answer = await service.call({
				endpoint: 'DELETE /participants/delete',
				body: { SweepstakesToken, ParticipantToken },
				repeatable: 'deletion',
			});
			const reply = deletion.safeParse(answer);
			yield { deleted: true, ParticipantToken, ...(reply.success ? reply.data.Data : answer) };
		}
	},
});
