import { countParticipants, readEntryDate, participants } from '../SweepstakesParticipant/api/participants';
import { isEqual } from '../shared/api/filters';
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
 * opt-outs has changed, and only until the new opt-outs explain the change.
 */
export const optedOut = watchNewMembers({
	name: 'participants',
	async findState({ client, token: SweepstakesToken }) {
		const { Data } = await client.call(countParticipants, { SweepstakesToken, FilterType: 'optouts' });
		return { size: Data.Counts.OptOuts };
	},
	pages: ({ client, token: sweepstakesToken }, first) =>
		participants.pages(client, { sweepstakesToken }, Infinity, first),
	isMember: ({ Collection }) => isEqual(Collection, 'OptOuts') === true,
	shows: 'who has opted out',
	keyOf: (entry) => asText(entry.ParticipantToken) || JSON.stringify(identifyPerson(entry)),
	dateOf: readEntryDate,
});
