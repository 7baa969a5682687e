import { bonusEntries } from '../api/bonus';
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
	description: 'Set how many bonus entries a participant (found by ID, email or phone number) has',
	fields: [
		sweepstakes,
		participant,
		{
			displayName: 'Bonus Entries',
			name: 'BonusEntries',
			type: 'number',
			typeOptions: toLimits(bonusEntries),
			default: 0,
			required: true,
			description:
				'The new number of bonus entries, which replaces the previous number. Each one raises the chances of winning.',
		},
	],
	person: { fields: ['participant'], would: 'numbers of bonus entries would all be for' },
	request: fetchParticipant.request.extend({ BonusEntries: bonusEntries }),
	toRequest: ({ BonusEntries, ...picked }) => ({ ...toParticipantQuery(picked), BonusEntries }),
	async *run({ client, request: { BonusEntries, ...picked }, itemCount }) {
		const { SweepstakesToken } = picked;
		const one = picked.ParticipantToken
			? { ParticipantToken: picked.ParticipantToken, entries: [] }
			: await findPicked(client, picked, itemCount);
		yield* await client.runExclusively([toBonusKey(SweepstakesToken, one)], async () =>
			setBonus(client, SweepstakesToken, one, { BonusEntries }),
		);
	},
});
