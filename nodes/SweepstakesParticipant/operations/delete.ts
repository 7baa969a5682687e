import {
	deleteParticipant as endpoint,
	fetchParticipant,
	getParticipant,
	findParticipantsWithKey,
	type ParticipantQuery,
} from '../api/participants';
import { normalizeKeys } from '../api/person';
import { toParticipantItem, toPersonItem } from '../items';
import type { Client } from '../../shared/client/client';
import { toText, type Json } from '../../shared/json';
import { deletion } from '../../shared/n8n/output/deleted-item';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { findListed, refuseSeveral, toParticipantQuery, participant } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';

const REMAINING =
	'Records of a deleted person may remain among the winners, and in invoices, campaigns and the do-not-contact list. The example “Privacy Request” finds them.';

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
			displayName: `This cannot be undone. It deletes the person with all entries, AMOE entries and opt-outs. If several people share the email or phone number, nobody is deleted. Entries with the same email and name count as one person’s. A phone number from outside the US and Canada that is stored in another format may not be found. ${REMAINING}`,
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		participant,
	],
	onceFor,
	person: { fields: ['participant'], would: 'items would all delete' },
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
		const { tokens, others } = picked
			? { tokens: [picked], others: [] }
			: await findTokens(client, request, itemCount);
		client.hints.add(REMAINING);
		for (const ParticipantToken of tokens) {
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

/**
 * Finds the participants with an email address or phone number. They must be one person, who may have entered several
 * times.
 *
 * @returns `tokens`: the IDs of this person; `others`: see `findParticipantsWithKey`
 * @throws {InputError} if several people share the email address or phone number
 * @throws {ServiceError} if nobody has it
 */
async function findTokens(client: Client, request: ParticipantQuery, itemCount: number) {
	const listed = await findListed(client, request, itemCount);
	const { matching, others } = listed
		? { matching: listed, others: [] }
		: await findParticipantsWithKey(client, request);
	const byToken = new Map(matching.map((entry) => [entry.ParticipantToken, entry]));
	if (areSeveralPeople([...byToken.values()])) throw refuseSeveral(matching);
	return { tokens: [...byToken.keys()], others };
}

/** Whether entries are of several people: they differ in the email address, or in the name if they have one. */
function areSeveralPeople(entries: readonly Json[]): boolean {
	const people = entries.map(toPersonItem);
	const normalize = (texts: readonly unknown[]) => texts.map(toText).join(' ').trim().toLowerCase();
	const emails = new Set(people.map(({ Email }) => normalize([Email])));
	const names = new Set(people.map(({ FirstName, LastName }) => normalize([FirstName, LastName])));
	names.delete('');
	return emails.size > 1 || names.size > 1;
}
