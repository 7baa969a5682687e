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
			displayName: 'After a Restart',
			name: 'afterCrash',
			type: 'options',
			options: [
				{
					name: 'Repeat Last Batch',
					value: 'repeat',
					description: 'Never misses an item, but may repeat some. Repeated items have repeated: true.',
				},
				{
					name: 'Skip Last Batch',
					value: 'skip',
					description:
						'Never repeats an item, but may miss the last ones if n8n was killed before it started the workflow',
				},
			],
			default: 'repeat',
			description:
				'What to do if n8n restarts within an hour after the workflow last started. The trigger cannot tell a crash from a normal restart.',
		},
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
	],
} as const satisfies Field;
