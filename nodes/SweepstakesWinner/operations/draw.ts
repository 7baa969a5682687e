import { drawPeople, drawRequest, returnEarlierPeople } from '../draw-people';
import { isBackup } from '../items';
import type { Field } from '../../shared/n8n/operation/field';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { drawnGroup } from '../../SweepstakesGroup/picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { backups, excludeSpam, includeOptedOut, numberOfWinners, whenWinnersExist } from '../fields';
import { entryPeriodMustHaveEnded, minimumParticipants, rulesMustExist } from '../guards';

const severalItems = {
	displayName: 'When Several Items Come In',
	name: 'severalItems',
	type: 'options',
	options: [
		{
			name: 'Draw Once',
			value: 'once',
			description:
				'If several items have the same settings, draws once for them. “Include Input Fields” then has no effect.',
		},
		{
			name: 'Draw for Each Item',
			value: 'each',
			description: 'Draws for every item. “When Winners Exist” must be set to “Draw More”.',
		},
	],
	default: 'once',
	description:
		'If several items come in, such as participants who were just added: whether to draw once for all or for each item',
} as const satisfies Field;

export const draw = defineOperation({
	name: 'Draw',
	value: 'draw',
	action: 'Draw winners',
	description:
		'Draw winners of a sweepstakes at random, from all participants or from one group. Bonus entries raise the chances of winning.',
	fields: [
		{
			displayName: 'A draw cannot be undone.',
			name: 'drawNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		numberOfWinners,
		drawnGroup,
		whenWinnersExist,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				backups,
				{
					displayName: 'Completed Entries Only',
					name: 'completedEntries',
					type: 'boolean',
					typeOptions: { refuseEmpty: true },
					default: false,
					description: 'Whether to draw only from participants who completed their entry',
				},
				entryPeriodMustHaveEnded,
				excludeSpam,
				includeOptedOut,
				minimumParticipants,
				rulesMustExist,
				severalItems,
			],
		},
	],
	onceFor: 'draw',
	request: drawRequest,
	toRequest: ({
		sweepstakes: sweepstakesToken,
		howManyWinnersToPick,
		group,
		whenWinnersExist: when,
		options: { severalItems: _, backups: backupCount = 0, ...conditions },
	}) => ({
		draw: {
			sweepstakesToken,
			howManyWinnersToPick,
			group,
			// This option is always sent, because the contract and the reference have different defaults.
			doNotIncludeSpamParticipants: excludeSpam.default,
			...conditions,
		},
		when,
		wanted: { winners: howManyWinnersToPick, backups: backupCount },
		conditions,
	}),
	outputOf: (person) => (isBackup(person) ? 1 : 0),
	existing: returnEarlierPeople,
	run: drawPeople,
});
