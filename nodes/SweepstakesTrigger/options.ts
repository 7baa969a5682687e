import type { Field } from '../shared/n8n/operation/field';
import { NEW_ENTRIES } from './new-participant';

export const options = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Entry Types',
			name: 'collections',
			type: 'multiOptions',
			options: [
				{
					name: 'AMOE Entries',
					value: 'ParticipantsAmoe',
					description: 'Entries by the alternative method of entry, without a purchase',
				},
				{ name: 'Opt-Outs', value: 'OptOuts' },
				{ name: 'Participants', value: 'Participants' },
			],
			default: [...NEW_ENTRIES],
			description:
				'The entries that start the workflow, by default participants and AMOE entries. An entry whose type changes later does not start the workflow again.',
			displayOptions: { show: { '/event': ['newParticipant'] } },
		},
		{
			displayName: 'Only the First',
			name: 'onlyTheFirst',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 1,
			description:
				'The highest Position that starts the workflow. If you draw 3 winners and then backups, enter 3, so that backups do not start it. Position counts all draws of the sweepstakes. A backup who later takes the place of a removed winner does not start the workflow either.',
			displayOptions: { show: { '/event': ['newWinner'] } },
		},
	],
	displayOptions: { show: { event: ['newParticipant', 'newWinner'] } },
} as const satisfies Field;
