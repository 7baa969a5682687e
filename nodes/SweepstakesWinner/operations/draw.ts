import { drawWinners } from '../api/draw';
import { drawForItem } from '../draw-people';
import { whenWinnersExist } from '../earlier-winners';
import type { Field } from '../../shared/n8n/operation/field';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { drawnGroup } from '../../SweepstakesGroup/picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { includeDrawRecord } from '../draw-record';
import { backups, excludeSpam, includeOptedOut, numberOfWinners } from '../fields';
import { entryPeriodMustHaveEnded, minimumParticipants, rulesMustExist } from '../guards';

const severalItems = {
	displayName: 'When Several Items Come In',
	name: 'severalItems',
	type: 'options',
	options: [
		{
			name: 'Draw Once',
			value: 'once',
			description: 'Draws once for all items that ask for the same draw',
		},
		{
			name: 'Draw for Each Item',
			value: 'each',
			description: 'Draws for every item, if “When Winners Exist” is “Draw More”',
		},
	],
	default: 'once',
	description: 'How often to draw if the input has several items, such as participants who were just added',
} as const satisfies Field;

export const draw = defineOperation({
	name: 'Draw',
	value: 'draw',
	action: 'Draw winners',
	description:
		'Draw winners of a sweepstakes at random, from all participants or from one group. Bonus entries raise the chance to win.',
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
				includeDrawRecord,
				minimumParticipants,
				rulesMustExist,
				severalItems,
			],
		},
	],
	request: drawWinners.request,
	toRequest: ({ sweepstakes: sweepstakesToken, howManyWinnersToPick, group, options }) => ({
		sweepstakesToken,
		howManyWinnersToPick,
		group,
		// The contract and the reference name different defaults.
		doNotIncludeSpamParticipants: excludeSpam.default,
		...options,
	}),
	outputOf: (person) => ('isBackup' in person && person.isBackup === true ? 1 : 0),
	run: ({ client, request, parameters }) => {
		const { howManyWinnersToPick: winners, whenWinnersExist: when, options } = parameters;
		const { severalItems, backups: backupCount = 0, ...conditions } = options;
		const asked = { request, when, wanted: { winners, backups: backupCount }, conditions };
		return drawForItem(client, asked, severalItems === 'each');
	},
});
