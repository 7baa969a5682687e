import { countParticipants, dateOfEntry, participantPages } from '../SweepstakesParticipant/api/participants';
import { participantItem } from '../SweepstakesParticipant/items';
import { asText } from '../shared/json';
import { newMembers } from './newMembers';

/**
 * A participant opted out. The service lists opt-outs among all participants, wherever the date of entry puts them, so the whole
 * list is read, and only if their number has changed.
 */
export const optedOut = (settings: { simplify: boolean }) =>
	newMembers({
		async findState(service, SweepstakesToken) {
			const { Data } = await service.call(countParticipants, { SweepstakesToken, FilterType: 'optouts' });
			return String(Data.Counts.OptOuts);
		},
		async *list(service, sweepstakesToken, limit) {
			let isEmpty = true;
			// An empty list is read again: a single 404 would make all opt-outs new at the next one.
			for (let reads = 1; isEmpty && reads <= 2; reads++)
				for await (const { records } of participantPages(service, { sweepstakesToken })) {
					isEmpty &&= records.length === 0;
					yield* records.filter(({ Collection }) => Collection === 'OptOuts');
					if (limit < Infinity) return;
				}
		},
		keyOf: ({ ParticipantToken }) => asText(ParticipantToken),
		dateOf: dateOfEntry,
		toItem: (entry) => participantItem(entry, settings),
	});
