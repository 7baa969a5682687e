import { WINNER_KEYS } from '../shared/api/guesses';
import { filled, only, without } from '../shared/n8n/output/keys';
import { isObject, plainKey, type Json } from '../shared/json';
import { withFormFields } from '../SweepstakesParticipant/items';

/** The fields that people look for first, in this order. */
export const READ_FIRST = [
	'FirstName',
	'LastName',
	'FullName',
	'Email',
	'KeyEmail',
	'PhoneNumber',
	'KeyPhoneNumber',
	'HowManyWinnersToPick',
	'howManyWinnersToPick',
	'DrawingDate',
	'endDate',
	'DrawingTime',
	'endTime',
	'TimezoneDescription',
	'SweepstakesName',
	'GroupName',
	'Handler',
	'Status',
	'StatusDescription',
];

/**
 * A winner as the nodes return it, wherever the record is from: a draw (contract, Winner) or the list (reference, POST
 * /winners/fetch: `KeyEmail`, `EntryPagesFields`). The four keys of `WINNER_KEYS` are always there, empty if the record has no such
 * value. The other fields of the entry form stand beside them.
 */
export function winnerItem({ EntryPagesFields, ...record }: Json): Json {
	const form = isObject(EntryPagesFields) ? EntryPagesFields : {};
	const sources = [record, form].map(byPlainKey);
	const first = (keys: readonly string[]) =>
		sources.flatMap((values) => keys.map((key) => values.get(key))).find(isFilled) ?? '';
	const lifted: Json = Object.fromEntries(
		Object.entries(WINNER_KEYS).map(([key, names]) => [key, first(names)]),
	);
	const repeats = ([key, value]: [string, unknown]) =>
		SPELLINGS.includes(plainKey(key)) && (!isFilled(value) || Object.values(lifted).includes(value));
	const others = (fields: Json) =>
		Object.fromEntries(Object.entries(fields).filter((field) => !repeats(field)));
	return withFormFields(
		{ ...others(record), ...lifted },
		isObject(EntryPagesFields) ? others(EntryPagesFields) : EntryPagesFields,
	);
}

const DRAWN = [...Object.keys(WINNER_KEYS), 'DrawDateTime', 'ParticipantToken'];

/**
 * A winner as Draw returns it. An earlier winner has the same fields as a new one, so that expressions fit both. The reply to a draw
 * has no time of the draw (contract, Winner).
 */
export function drawnItem(record: Json): object {
	return only({ DrawDateTime: '', ...winnerItem(record) }, DRAWN);
}

/** The fields of a drawing that others say in words, and those chosen when it was scheduled. */
const REST = ['ScheduleMode', 'Timezone', 'Options'];

export function drawingItem(drawing: Json): object {
	return filled(without(drawing, REST));
}

const SPELLINGS: readonly string[] = Object.values(WINNER_KEYS).flat();

function byPlainKey(record: Json): Map<string, unknown> {
	return new Map(Object.entries(record).map(([key, value]) => [plainKey(key), value]));
}

function isFilled(value: unknown): boolean {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
