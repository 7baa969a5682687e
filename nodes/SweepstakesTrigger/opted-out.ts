import {
	countParticipants,
	readEntryDate,
	participants,
	PARTICIPANTS_PER_PAGE,
} from '../SweepstakesParticipant/api/participants';
import { asText, isBlank, type Json } from '../shared/json';
import { watchNewMembers } from './new-members';

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

/**
 * Watches for opt-outs, which can be anywhere in the list of participants. The list is read only if the number of
 * opt-outs has changed.
 */
export const optedOut = watchNewMembers({
	async findState({ client, token: SweepstakesToken }) {
		const { Data } = await client.call(countParticipants, { SweepstakesToken, FilterType: 'optouts' });
		return { size: Data.Counts.OptOuts };
	},
	async *list({ client, token: sweepstakesToken }, limit, onGap) {
		let read = 0;
		for await (const entry of participants.each(client, { sweepstakesToken }, { onGap })) {
			read++;
			if (entry.Collection === 'OptOuts') yield entry;
			if (limit < Infinity && read === PARTICIPANTS_PER_PAGE) return;
		}
	},
	shows: 'who has opted out',
	keyOf: (entry) => asText(entry.ParticipantToken) || JSON.stringify(identifyPerson(entry)),
	dateOf: readEntryDate,
});
