import { DRAW_AND_NOTIFY } from './api/schedule';
import { winnerQuantity } from './api/winners';
import { toLimits } from '../shared/n8n/common-fields';
import type { Field } from '../shared/n8n/operation/field';

export const numberOfWinners = {
	displayName: 'Number of Winners',
	name: 'howManyWinnersToPick',
	type: 'number',
	typeOptions: toLimits(winnerQuantity),
	default: 1,
	required: true,
	description: 'How many winners to draw',
} as const satisfies Field;

export const excludeSpam = {
	displayName: 'Exclude Spam',
	name: 'doNotIncludeSpamParticipants',
	type: 'boolean',
	default: true,
	description: 'Whether to leave out participants marked as spam',
} as const satisfies Field;

export const includeOptedOut = {
	displayName: 'Include Opted-Out',
	name: 'includeOptedOutParticipants',
	type: 'boolean',
	default: false,
	description: 'Whether to also draw from participants who opted out',
} as const satisfies Field;

export const backups = {
	displayName: 'Backups',
	name: 'backups',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 1,
	description:
		'How many more people to draw, in case a winner cannot be reached or does not qualify. They appear in a separate output of the node. An account note records who is a winner and who is a backup.',
} as const satisfies Field;

export const selectedAction = {
	displayName: 'Action',
	name: 'selectedAction',
	type: 'options',
	options: [
		{ name: 'Draw Only', value: 1, description: 'Does not notify anyone' },
		{
			name: 'Draw and Notify',
			value: DRAW_AND_NOTIFY,
			description: 'Also sends a message to the winners',
		},
	],
	default: 1,
	description: 'Whether the service also notifies the winners',
} as const satisfies Field;

export const messageToWinners = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 3, refuseGaps: 'options.allowEmptyParts' },
	default: '',
	placeholder: 'e.g. Congratulations, you have won!',
	description: 'The message to the winners',
	displayOptions: { show: { selectedAction: [DRAW_AND_NOTIFY] } },
} as const satisfies Field;

export const sendCopyToMe = {
	displayName: 'Send Copy to Me',
	name: 'sendCopyToMe',
	type: 'boolean',
	default: false,
	description: 'Whether to send you a copy of the message to the winners',
	displayOptions: { show: { selectedAction: [DRAW_AND_NOTIFY] } },
} as const satisfies Field;

export const includeDrawRecord = {
	displayName: 'Include Record of the Draw',
	name: 'includeDrawRecord',
	type: 'boolean',
	default: false,
	description:
		'Whether each winner gets a drawRecord, which documents the draw for auditors: the time, the request and the number of entries. This takes at least three more calls. For winners of an earlier draw, drawRecord is empty.',
} as const satisfies Field;
