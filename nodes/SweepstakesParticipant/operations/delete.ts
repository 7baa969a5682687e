import {
	deleteParticipant as endpoint,
	fetchParticipant,
	getParticipant,
	findParticipantsWithKey,
} from '../api/participants';
import { normalizeKeys } from '../api/person';
import { toParticipantItem } from '../items';
import { deletion } from '../../shared/n8n/output/deleted-item';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { findListed, toParticipantQuery, participant } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';

const REMAINING =
	'Records of these people may remain among the winners, and in invoices, campaigns and the do-not-contact list. The example “Privacy Request” finds them in all sweepstakes.';

const { onceFor, preview } = deletion(endpoint, 'participant', async (client, one) => {
	const { Entries, TotalEntries } = await getParticipant(client, one);
	const { SweepstakesToken } = one;
	return { ...toParticipantItem(Entries[0]!, { simplify: true }), TotalEntries, SweepstakesToken };
});

export const deleteParticipant = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a participant',
	description:
		'Delete a person (found by ID, email or phone number) and all their entries from a sweepstakes',
	fields: [
		{
			displayName: `This cannot be undone. It deletes the person with all entries, AMOE entries and opt-outs. Deleting by email or phone number deletes everyone with it. A phone number from outside the US and Canada that is stored in another format may not be found. ${REMAINING}`,
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		participant,
	],
	onceFor,
	request: fetchParticipant.request,
	toRequest: toParticipantQuery,
	async *run({ client, request, itemCount }) {
		const { SweepstakesToken, ParticipantToken: picked } = request;
		const [key] = normalizeKeys(request);
		const earlier = client.memory.getOrCreate(`deleted people ${SweepstakesToken}`, () => new Set<string>());
		if (key && earlier.has(key)) {
			client.hints.skip('an earlier item named the same participant');
			return yield { deleted: false, reason: 'An earlier item named the same participant.' };
		}
		const listed = await findListed(client, request, itemCount);
		const known = picked ? [picked] : listed?.map(({ ParticipantToken }) => ParticipantToken);
		const { matching, others } = known
			? { matching: [...new Set(known)], others: [] }
			: await findParticipantsWithKey(client, request);
		if (matching.length > 0) client.hints.add(REMAINING);
		for (const ParticipantToken of matching) {
			const one = { SweepstakesToken, ParticipantToken };
			if (client.isDry) {
				yield await preview({ client, request: one });
				continue;
			}
			for (const deletion of await client.callForItems(endpoint, one, (sent) => sent))
				yield { deleted: true, ParticipantToken, ...deletion };
		}
		if (key) earlier.add(key);
		for (const ParticipantToken of others)
			yield {
				deleted: false,
				ParticipantToken,
				reason: 'This participant’s email or phone number is not the one you entered.',
			};
	},
});
