import { omitNulls, pickKeys, omitKeys } from '../shared/n8n/output/keys';
import type { Json } from '../shared/json';
import type { Choice } from '../shared/n8n/operation/field';
import { selectedAction } from './fields';
import { frequency } from './frequency';
import { PERSON_KEYS } from '../SweepstakesParticipant/api/person';
import { toPersonItem } from '../SweepstakesParticipant/items';

export const READ_FIRST = [
	'FirstName',
	'LastName',
	'Email',
	'KeyEmail',
	'PhoneNumber',
	'KeyPhoneNumber',
	'Position',
	'HowManyWinnersToPick',
	'DrawingDate',
	'DrawingTime',
	'TimezoneDescription',
	'GroupName',
	'Handler',
	'Status',
	'StatusDescription',
];

const DRAWN = [...Object.keys(PERSON_KEYS), 'DrawDateTime', 'ParticipantToken'];

/**
 * Returns an item with the same fields for a new winner and an earlier one. The reply to a draw lacks DrawDateTime
 * (contract, Winner).
 */
export function toDrawnItem(record: Json): object {
	return pickKeys({ DrawDateTime: '', ...toPersonItem(record) }, DRAWN);
}

/**
 * Keys that simplified drawings leave out. Other fields give the first two keys as words, and the user already knows
 * the options.
 */
const REST = ['ScheduleMode', 'Timezone', 'Options'];

/** Returns an item in which frequency and action are words, because the service sends them as numbers. */
export function toDrawingItem({ Frequency, Action, ...drawing }: Json): object {
	return omitNulls({
		...omitKeys(drawing, REST),
		Frequency: nameChoice(frequency.options, Frequency),
		Action: nameChoice(selectedAction.options, Action),
	});
}

function nameChoice(choices: readonly Choice[], value: unknown): unknown {
	return choices.find((choice) => String(choice.value) === String(value))?.name ?? value;
}
