import {
	deleteParticipant as endpoint,
	fetchParticipant,
	getParticipant,
	hasKey,
} from '../../shared/api/participants';
import type { Caller } from '../../shared/client/endpoint';
import { ServiceError } from '../../shared/client/failures';
import { defineOperation } from '../../shared/n8n/operation';
import { keyOf, participant } from '../../shared/pickers/participant';
import { sweepstakes } from '../../shared/pickers/sweepstakes';
import type { z } from '../../shared/zod';

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
		const { matching, others } = picked ? { matching: [picked], others: [] } : await lookUp(service, request);
		for (const ParticipantToken of matching) {
			const one = { SweepstakesToken, ParticipantToken };
			for (const deletion of await service.callForItems(endpoint, one, (reply) => reply))
				yield { deleted: true, ParticipantToken, ...deletion };
		}
		for (const ParticipantToken of others)
			yield {
				deleted: false,
				ParticipantToken,
				reason: 'Its email or phone number is not the one that was asked for.',
			};
	},
});

interface Found {
	/** Tokens of the participants who have the email address or phone number. */
	matching: string[];
	/** Tokens of others that the service found as well. Nobody asked to delete them. */
	others: string[];
}

/** @throws {ServiceError} if nobody has the email address or phone number. */
async function lookUp(service: Caller, request: z.output<typeof fetchParticipant.request>): Promise<Found> {
	const { Entries } = await getParticipant(service, request);
	const tokensOf = (entries: typeof Entries) =>
		new Set(entries.map(({ ParticipantToken }) => ParticipantToken));
	const matching = tokensOf(Entries.filter((entry) => hasKey(entry, request)));
	if (matching.size === 0) throw new ServiceError({ code: 'foundOthers' });
	return { matching: [...matching], others: [...tokensOf(Entries)].filter((one) => !matching.has(one)) };
}
