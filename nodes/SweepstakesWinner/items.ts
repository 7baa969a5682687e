import { pickKeys, omitKeys } from '../shared/n8n/output/keys';
import { dropNulls, type Json, toText } from '../shared/json';
import type { Choice } from '../shared/n8n/operation/field';
import { frequency, ONCE, selectedAction } from './fields';
import { PERSON_FIELDS } from '../SweepstakesParticipant/api/person';
import { toPersonItem } from '../SweepstakesParticipant/items';

export const READ_FIRST = [
	'eligibleAtMost',
	'FirstName',
	'LastName',
	'Email',
	'KeyEmail',
	'Position',
	'DrawDateTime',
	'PhoneNumber',
	'KeyPhoneNumber',
	'HowManyWinnersToPick',
	'DrawingDate',
	'DrawingTime',
	'TimezoneDescription',
	'GroupName',
	'Handler',
	'Status',
	'StatusDescription',
];

const DRAWN_FIELDS = [...Object.keys(PERSON_FIELDS), 'DrawDateTime', 'ParticipantToken'];

/** Returns the item of a winner. The reply to a draw lacks `DrawDateTime` (contract, Winner). */
export function toWinnerItem(record: Json): Json {
	return pickKeys({ DrawDateTime: '', ...toPersonItem(record) }, DRAWN_FIELDS) as Json;
}

export function isBackup(person: object): boolean {
	return 'isBackup' in person && person.isBackup === true;
}

/**
 * Keys that Simplify drops. Other keys have the mode and time zone in words, and the user already knows the options.
 */
const OMITTED_FIELDS = ['ScheduleMode', 'Timezone', 'Options'];

/** Simplifies a drawing. The frequency and the action, which the service sends as numbers, become words. */
export function toDrawingItem({ Frequency, Action, ...drawing }: Json): object {
	return dropNulls({
		...omitKeys(drawing, OMITTED_FIELDS),
		Frequency: nameChoice([{ name: 'Once', value: ONCE }, ...frequency.options], Frequency),
		Action: nameChoice(selectedAction.options, Action),
	});
}

function nameChoice(choices: readonly Choice[], value: unknown): unknown {
	return choices.find((choice) => toText(choice.value) === toText(value))?.name ?? value;
}
