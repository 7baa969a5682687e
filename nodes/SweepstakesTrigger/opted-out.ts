import {
	countParticipants,
	readEntryDate,
	participants,
	PARTICIPANTS_PER_PAGE,
} from '../SweepstakesParticipant/api/participants';
import { ServiceError } from '../shared/client/failures';
import { asText, isBlank, type Json } from '../shared/json';
import { watchNewMembers } from './new-members';
import type { WatchTarget } from './poll-source';

/**
 * Identifies an opt-out that has no token: by email address, phone number and date or, if it has neither address nor
 * number, by all its values.
 */
function identifyPerson(entry: Json): unknown {
	const { KeyEmail, KeyPhoneNumber } = entry;
	return isBlank(KeyEmail) && isBlank(KeyPhoneNumber)
		? entry
		: [KeyEmail, KeyPhoneNumber, readEntryDate(entry)];
}

async function countOptOuts({ client, token: SweepstakesToken }: WatchTarget): Promise<number> {
	const { Data } = await client.call(countParticipants, { SweepstakesToken, FilterType: 'optouts' });
	return Data.Counts.OptOuts;
}

/**
 * Watches for opt-outs, which can be anywhere in the list of participants. The list is read only if the number of
 * opt-outs has changed.
 */
export const optedOut = watchNewMembers({
	findState: async (watched) => String(await countOptOuts(watched)),
	async *list(watched, limit) {
		const { client, token: sweepstakesToken } = watched;
		let read = 0;
		// An empty list is read twice: if a sporadic 404 were mistaken for an empty list, the next poll would return all
		// opt-outs as new.
		for (let reads = 1; read === 0 && reads <= 2; reads++)
			for await (const entry of participants.each(client, { sweepstakesToken })) {
				read++;
				if (entry.Collection === 'OptOuts') yield entry;
				if (limit < Infinity && read === PARTICIPANTS_PER_PAGE) return;
			}
		if (read === 0 && (await countOptOuts(watched)) > 0)
			throw new ServiceError({ code: 'unexpectedReply', missing: 'who has opted out' });
	},
	keyOf: (entry) => asText(entry.ParticipantToken) || JSON.stringify(identifyPerson(entry)),
	dateOf: readEntryDate,
});
