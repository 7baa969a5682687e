import { ServiceError } from '../../shared/client/errors';
import type { Service } from '../../shared/client/send';
import { keyOf, participant } from '../../shared/fields/participant';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { email, uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { findParticipant, hasKey, type PersonKeys } from '../../shared/lookups/participants';
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
		const { asked, others } = picked ? { asked: [picked], others: [] } : await lookUp(service, request);
		for (const ParticipantToken of asked) {
			const answer = await service.call({
				endpoint: 'DELETE /participants/delete',
				body: { SweepstakesToken, ParticipantToken },
				repeatable: 'deletion',
			});
			const reply = deletion.safeParse(answer);
			yield { deleted: true, ParticipantToken, ...(reply.success ? reply.data.Data : answer) };
		}
		for (const ParticipantToken of others)
			yield {
				deleted: false,
				ParticipantToken,
				reason: 'Its email or phone number is not the one that was asked for.',
			};
	},
});

/**
 * The participants that the service finds by an email address or a phone number, by their tokens: those who have it, and
 * those who have not, whom nobody asked to delete.
 *
 * @throws {ServiceError} if there is nobody who has it.
 */
async function lookUp(service: Service, request: PersonKeys): Promise<{ asked: string[]; others: string[] }> {
	const { Entries } = await findParticipant(service, request);
	const tokensOf = (entries: typeof Entries) =>
		new Set(entries.map(({ ParticipantToken }) => ParticipantToken));
	const asked = tokensOf(Entries.filter((entry) => hasKey(entry, request)));
	if (asked.size > 0)
		return { asked: [...asked], others: [...tokensOf(Entries)].filter((one) => !asked.has(one)) };
	throw new ServiceError({
		message:
			'The service found only entries without the email or phone number that was asked for, so nobody was deleted',
		description: 'Choose the participant from the list or by ID.',
	});
}
