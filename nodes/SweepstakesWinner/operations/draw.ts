import { ALL_GROUPS, drawnGroup } from '../../shared/fields/group';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

const winner = z.object({ ParticipantToken: z.string() }).passthrough();

export const draw = defineOperation({
	name: 'Draw',
	value: 'draw',
	action: 'Draw winners',
	description: 'Pick winners at random; bonus entries raise a participant’s chance',
	fields: [
		{
			displayName: 'A draw cannot be undone. Each time this node runs, it draws again.',
			name: 'drawNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		{
			displayName: 'Number of Winners',
			name: 'howManyWinnersToPick',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 1,
			required: true,
			description: 'How many winners to pick',
		},
		drawnGroup,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Completed Entries Only',
					name: 'completedEntries',
					type: 'boolean',
					default: false,
					description: 'Whether to draw only from participants who completed their entry',
				},
				{
					displayName: 'Exclude Spam',
					name: 'doNotIncludeSpamParticipants',
					type: 'boolean',
					default: true,
					description: 'Whether to leave out participants marked as spam',
				},
				{
					displayName: 'Include Opted-Out',
					name: 'includeOptedOutParticipants',
					type: 'boolean',
					default: false,
					description: 'Whether to draw from participants who opted out, too',
				},
			],
		},
	],
	endpoint: 'POST /winners/draw',
	// Drawn twice, a sweepstakes has two sets of winners.
	repeatable: { no: 'Look with Winner › Get Many whether winners were drawn before you draw again.' },
	request: z.object({
		sweepstakesToken: uuid,
		howManyWinnersToPick: z.number().int().min(1),
		group: z.union([z.literal(ALL_GROUPS), uuid]),
		completedEntries: z.boolean().optional(),
		includeOptedOutParticipants: z.boolean().optional(),
		doNotIncludeSpamParticipants: z.boolean().optional(),
	}),
	toRequest: ({ sweepstakes: sweepstakesToken, howManyWinnersToPick, group, options }) => ({
		sweepstakesToken,
		howManyWinnersToPick,
		group,
		...options,
	}),
	reply: z.object({ Winners: z.array(winner) }),
	toItems: ({ Winners }) => Winners,
});
