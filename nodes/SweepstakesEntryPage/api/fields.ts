import type { Client } from '../../shared/client/client';
import type { DayOrder } from '../../shared/time/form-day';
import { undefinedIfRefused } from '../../shared/client/failures';
import { isBlank, toPlainKey, asRecords, asText, type Json, toText } from '../../shared/json';
import { readCount } from '../../shared/numeral';
import { z } from '../../shared/zod';
import { endpoint, reads } from '../../shared/api/endpoint';
import { listReply, MAX_COLUMNS } from '../../shared/api/replies';
import { uuid } from '../../shared/api/formats';

export const getEntryPageFields = endpoint({
	call: 'POST /entrypage/fields',
	request: z.object({ SweepstakesToken: uuid }),
	reply: listReply('FormFields').refine(({ Data }) => asRecords(Data.FormFields).length <= MAX_COLUMNS),
	retry: reads('which fields the entry form has'),
});

export interface FormField {
	/** The request key of the field: its name, with an underscore in place of each space. Punctuation is unchanged. */
	id: string;
	displayName: string;
	type: string;
	required: boolean;
	/** The choices of a list. `value` is what the service stores. */
	options: Array<{ name: string; value: string }>;
	/** The order of day, month and year in a date field; undefined for other fields. */
	dayOrder?: DayOrder;
	/**
	 * For the form's email or phone number field: the request key from which the field is filled; undefined for other
	 * fields.
	 */
	filledFrom?: 'KeyEmail' | 'KeyPhoneNumber';
	/** Whether the form accepts a phone number only as ten digits. */
	tenDigits: boolean;
}

export async function fetchFormFields(client: Client, SweepstakesToken: string): Promise<FormField[]> {
	const { Data } = await client.call(getEntryPageFields, { SweepstakesToken });
	const emailField = findKeyField(Data.FormFields, Data.KeyEmail, /^e-?mail$/i);
	const phoneField = findKeyField(
		Data.FormFields,
		Data.KeyPhoneNumber,
		/^(us)?(phone|tel|mobile)(number)?$/i,
	);
	const fields = Data.FormFields.map((field) => ({
		...toFormField(field),
		...(field === emailField && { filledFrom: 'KeyEmail' as const }),
		...(field === phoneField && { filledFrom: 'KeyPhoneNumber' as const }),
	})).filter(({ displayName }) => displayName.trim() !== '');
	const form = keepOnePerId(fields);
	// After “Refresh Field List”, the next execution must use the new form.
	client.account.learned.set(toFormKey(SweepstakesToken), form);
	return form;
}

/** Keeps one field for each request key, because a request can have only one value for fields that share a name. */
function keepOnePerId(fields: readonly FormField[]): FormField[] {
	const kept = new Map<string, FormField>();
	for (const field of fields) if (field.filledFrom || !kept.has(field.id)) kept.set(field.id, field);
	return [...kept.values()];
}

const toFormKey = (sweepstakesToken: string) => `form ${sweepstakesToken}`;

/** The entry form as a run knows it. */
export interface KnownForm {
	/** The fields, or an empty list if the service refuses to return them. */
	fields: readonly FormField[];
	/** Whether this run has read the form. If not, the form may be up to ten minutes old. */
	isFresh: boolean;
}

/**
 * Returns the entry form, which is remembered for ten minutes. All callers of a run share one object, so that
 * `hasFormChanged` updates the form for all of them.
 *
 * @throws {ServiceError} if the service rejects the API token, asks for a long wait, or cannot be reached
 */
export async function getForm(client: Client, sweepstakesToken: string): Promise<KnownForm> {
	const key = toFormKey(sweepstakesToken);
	return await client.memory.getOrCreate(key, async (): Promise<KnownForm> => {
		const known = client.account.learned.get(key) as FormField[] | undefined;
		if (known) return { fields: known, isFresh: false };
		const fields = await fetchFormFields(client, sweepstakesToken).catch(undefinedIfRefused);
		return { fields: fields ?? [], isFresh: fields !== undefined };
	});
}

/**
 * Reads the form again because something does not fit it, unless this run has read it already. If the form has changed,
 * updates it.
 *
 * @throws {ServiceError} as `getForm` does
 */
export async function hasFormChanged(client: Client, sweepstakesToken: string): Promise<boolean> {
	const form = await getForm(client, sweepstakesToken);
	if (form.isFresh) return false;
	form.isFresh = true;
	const fields = await fetchFormFields(client, sweepstakesToken).catch(undefinedIfRefused);
	if (!fields || JSON.stringify(fields) === JSON.stringify(form.fields)) return false;
	form.fields = fields;
	return true;
}

/**
 * Finds the form's field for the email address or phone number.
 *
 * @param named the field's ID or name, if the reply contains it (reference, entrypage/fields)
 * @param type matches the field type to look for if `named` matches no field. More than one such field counts as none.
 */
function findKeyField(fields: readonly Json[], named: unknown, type: RegExp): Json | undefined {
	const key = toPlainKey(readId(named));
	const ofType = fields.filter((field) => type.test(asText(findPart(field, 'type'))));
	const isNamed = (field: Json) =>
		['id', 'name'].some((part) => toPlainKey(readId(findPart(field, part))) === key);
	return (key && fields.find(isNamed)) || (ofType.length === 1 ? ofType[0] : undefined);
}

/**
 * Returns the value of a key such as "name" in a field's record. Some versions of the service write the key as
 * "FieldName".
 */
function findPart(field: Json, part: string): unknown {
	const spellings = [part, `field${part}`];
	return Object.entries(field).find(
		([key, value]) => spellings.includes(toPlainKey(key)) && !isBlank(value),
	)?.[1];
}

function toFormField(field: Json): FormField {
	const displayName = asText(findPart(field, 'name'));
	const type = asText(findPart(field, 'type'));
	const placeholder = asText(findPart(field, 'placeholder'));
	return {
		id: displayName.replace(/\s/g, '_'),
		displayName,
		type,
		required: [true, 'true', 1].some((yes) => yes === findPart(field, 'required')),
		options: toOptions(findPart(field, 'options')),
		dayOrder: findDayOrder(type, placeholder),
		tenDigits: readCount(findPart(field, 'maxlength')) === 10 || /^\d{10}$/.test(placeholder),
	};
}

/**
 * Returns the order of day, month and year in a date field, as its placeholder shows it. A field of another type is a
 * date field if its placeholder is nothing else. A birthdate without such a placeholder is MM/DD/YYYY (reference,
 * entrypage/fields).
 */
function findDayOrder(type: string, placeholder: string): DayOrder | undefined {
	const pattern = /date/i.test(type) ? DAY_ORDER : ONLY_DAY_ORDER;
	const [, order] = pattern.exec(placeholder) ?? [];
	if (order) return order.toUpperCase() as DayOrder;
	return /birth/i.test(type) ? 'MM/DD/YYYY' : undefined;
}

const DAY_ORDER = /(MM\/DD\/YYYY|DD\/MM\/YYYY)/i;
const ONLY_DAY_ORDER = /^\s*(MM\/DD\/YYYY|DD\/MM\/YYYY)\s*$/i;

function toOptions(options: unknown): FormField['options'] {
	return asRecords(options)
		.map((option) => {
			const value = readId(findPart(option, 'id'));
			return { name: readId(findPart(option, 'name')) || value, value };
		})
		.filter(({ value }) => value !== '');
}

function readId(value: unknown): string {
	return typeof value === 'number' ? toText(value) : asText(value);
}
