import { bonusEntries, findBonusEntries } from '../api/bonus';
import { fetchParticipant } from '../api/participants';
import { toLimits } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { findPicked, toParticipantQuery, participant } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { toBonusKey, setBonus } from '../bonus-entries';

export const setBonusEntries = defineOperation({
	name: 'Set Bonus Entries',
	value: 'setBonusEntries',
	action: 'Set the bonus entries of a participant',
	description:
		'Replace the number of bonus entries of a participant (found by ID, email or phone number). To add to it, use Add Bonus Entries.',
	fields: [
		{
			displayName:
				'This replaces the previous number of bonus entries. To add to it, use “Add Bonus Entries”.',
			name: 'replacesNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		participant,
		{
			displayName: 'Bonus Entries',
			name: 'BonusEntries',
			type: 'string',
			typeOptions: { isNumber: true, ...toLimits(bonusEntries) },
			default: '',
			required: true,
			placeholder: 'e.g. 5',
			description:
				'The new number of bonus entries, which replaces the previous number. Each one raises the chances of winning.',
		},
	],
	person: { fields: ['participant'], would: 'numbers of bonus entries would all be for' },
	request: fetchParticipant.request.extend({ BonusEntries: bonusEntries }),
	toRequest: ({ BonusEntries, ...picked }) => ({ ...toParticipantQuery(picked), BonusEntries }),
	async *run({ client, request: { BonusEntries, ...picked }, itemCount }) {
		const { SweepstakesToken } = picked;
		/** A list of people that the run has read is not older than this. */
		const since = client.memory.getOrCreate('first bonus entries', () => performance.now());
		const one = picked.ParticipantToken
			? { ParticipantToken: picked.ParticipantToken, entries: [] }
			: await findPicked(client, picked, itemCount);
		const key = toBonusKey(SweepstakesToken, one);
		yield* await client.runExclusively([key], async () => {
			const isOutdated = client.account.history.isWrittenSince([key], since);
			const PreviousBonusEntries = isOutdated ? undefined : findBonusEntries(one.entries);
			if (PreviousBonusEntries !== undefined && BonusEntries < PreviousBonusEntries)
				client.hints.add(LOWERED);
			return await setBonus(client, SweepstakesToken, one, {
				BonusEntries,
				...(PreviousBonusEntries !== undefined && { PreviousBonusEntries }),
			});
		});
	},
});

const LOWERED =
	'“Set Bonus Entries” replaces the number of bonus entries, and somebody’s new number is lower than before. To give bonus entries in addition, use “Add Bonus Entries”.';
