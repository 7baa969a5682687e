import { bonusEntries, readBonusEntries } from '../api/bonus';
import { fetchParticipant } from '../api/participants';
import { toLimits } from '../../shared/n8n/common-fields';
import { InputError } from '../../shared/n8n/errors/node-errors';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { findPicked, toParticipantQuery, participant } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { toBonusKey, setBonus } from '../bonus-entries';

const entriesToAdd = bonusEntries.min(1);

export const addBonusEntries = defineOperation({
	name: 'Add Bonus Entries',
	value: 'addBonusEntries',
	action: 'Add bonus entries to a participant',
	description:
		'Give a participant (found by ID, email or phone number) additional bonus entries, for example for a referral',
	fields: [
		{
			displayName:
				'Each run adds the entries again. If the number of bonus entries is changed elsewhere at the same moment, one of the two changes is lost.',
			name: 'twoWritersNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		participant,
		{
			displayName: 'Entries to Add',
			name: 'entriesToAdd',
			type: 'number',
			typeOptions: toLimits(entriesToAdd),
			default: 1,
			required: true,
			description: 'How many bonus entries to add. Each one raises the chances of winning.',
		},
	],
	person: { fields: ['participant'], would: 'bonuses would all go to' },
	request: fetchParticipant.request.extend({ entriesToAdd }),
	toRequest: ({ entriesToAdd: added, ...picked }) => ({
		...toParticipantQuery(picked),
		entriesToAdd: added,
	}),
	async *run({ client, request: { entriesToAdd: added, ...picked } }) {
		const { SweepstakesToken } = picked;
		const readAt = performance.now();
		const found = await findPicked(client, picked);
		const key = toBonusKey(SweepstakesToken, found);
		const { history } = client.account;
		yield* await client.runExclusively([key], async () => {
			const { ParticipantToken } = found;
			const isOutdated = history.mayBeWrittenSince([key], readAt);
			const one = isOutdated ? await findPicked(client, { SweepstakesToken, ParticipantToken }) : found;
			const PreviousBonusEntries = readBonusEntries(one.entries);
			const BonusEntries = PreviousBonusEntries + added;
			if (!bonusEntries.safeParse(BonusEntries).success)
				throw new InputError(
					'Entries to Add',
					`is too high: the participant has ${PreviousBonusEntries} bonus entries, and can have at most ${bonusEntries.maxValue}`,
				);
			return await setBonus(client, SweepstakesToken, one, { BonusEntries, PreviousBonusEntries });
		});
	},
});
