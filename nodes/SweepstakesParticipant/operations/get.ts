import {
	fetchParticipant,
	findParticipant,
	getParticipant,
	type FoundParticipant,
} from '../api/participants';
import { simplify, whenNotFound } from '../../shared/n8n/common-fields';
import { toParticipantItem } from '../items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { toParticipantQuery, participant } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { getSweepstakes } from '../../Sweepstakes/api';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a participant',
	description:
		'Return a participant by ID, email or phone number, with the number of their entries. If several people share the email or phone number, all of them are returned.',
	fields: [
		sweepstakes,
		participant,
		{ ...whenNotFound, description: 'What to do if the participant is not in the sweepstakes' },
		simplify,
	],
	reads: true,
	request: fetchParticipant.request,
	toRequest: toParticipantQuery,
	async *run({ client, request, parameters: { whenNotFound, ...parameters } }) {
		const find = whenNotFound === 'error' ? getParticipant : findParticipant;
		const found = await find(client, request);
		// A 404 may also mean that the sweepstakes does not exist, which must be an error.
		if (!found) await getSweepstakes(client, request.SweepstakesToken);
		else if (!parameters.simplify) yield found;
		else
			for (const { entry, summary } of listPeople(found))
				yield { ...toParticipantItem(entry, parameters), ...summary };
	},
});

/** Returns one item per person, because several people may share an email address or phone number. */
function listPeople({ Entries, TotalEntries, Collections }: FoundParticipant) {
	const byToken = new Map<string, FoundParticipant['Entries']>();
	for (const entry of Entries) {
		const entries = byToken.get(entry.ParticipantToken) ?? [];
		entries.push(entry);
		byToken.set(entry.ParticipantToken, entries);
	}
	if (byToken.size === 1) return [{ entry: Entries[0]!, summary: { TotalEntries, Collections } }];
	return [...byToken.values()].map((entries) => {
		const collections = new Set(entries.map(({ Collection }) => Collection));
		return {
			entry: entries[0]!,
			summary: { TotalEntries: entries.length, Collections: [...collections] },
		};
	});
}
