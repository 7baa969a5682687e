import type { Caller } from '../../shared/client/endpoint';
import { isObject, plainKey, textOf, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { endpoint, listReply, safe } from '../../shared/api/endpoint';
import { uuid } from '../../shared/api/formats';

export const getEntryPageFields = endpoint({
	call: 'POST /entrypage/fields',
	request: z.object({ SweepstakesToken: uuid }),
	reply: listReply('FormFields'),
	tells: 'which fields the entry form has',
	retry: safe,
});

/** A field of an entry form. */
export interface FormField {
	name: string;
	type: string;
	required: boolean;
	/** What can be chosen in a list: the value is what the service stores. */
	choices: Array<{ name: string; value: string }>;
}

/**
 * The fields of an entry form, without the email and phone number by which the service identifies a person.
 *
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function customFormFields(service: Caller, SweepstakesToken: string): Promise<FormField[]> {
	const { KeyEmail, KeyPhoneNumber, FormFields } = (
		await service.call(getEntryPageFields, { SweepstakesToken })
	).Data;
	const keys = [KeyEmail, KeyPhoneNumber].map(normalized).filter(Boolean);
	return FormFields.filter((field) => !identifiersOf(field).some((id) => keys.includes(id)))
		.map(formFieldOf)
		.filter(({ name }) => name.trim() !== '');
}

/** Key columns are named by ID or by name (reference, "Serve both": entrypage/fields). */
function identifiersOf({ FieldID, Id, FieldName, Name }: Json): string[] {
	return [FieldID ?? Id, FieldName ?? Name].map(normalized);
}

function normalized(value: unknown): string {
	return plainKey(idOf(value));
}

/** Both spellings of a field (reference, "Serve both": entrypage/fields). */
function formFieldOf(field: Json): FormField {
	return {
		name: textOf(field.FieldName ?? field.Name),
		type: textOf(field.FieldType ?? field.Type),
		required: (field.FieldRequired ?? field.Required) === true,
		choices: choicesOf(field.Options),
	};
}

function choicesOf(options: unknown): FormField['choices'] {
	return (Array.isArray(options) ? options : [])
		.filter(isObject)
		.map(({ Id, Name }) => ({ name: idOf(Name) || idOf(Id), value: idOf(Id) }))
		.filter(({ value }) => value !== '');
}

function idOf(value: unknown): string {
	return typeof value === 'number' ? String(value) : textOf(value);
}
