import type { Caller } from '../client/endpoint';
import { textOf } from '../json';
import { z } from '../zod';
import { endpoint, records, safe } from './endpoint';
import { uuid } from './formats';

export const getEntryPageFields = endpoint({
	call: 'POST /entrypage/fields',
	request: z.object({ SweepstakesToken: uuid }),
	reply: z.object({
		Data: z
			.object({
				SweepstakesToken: z.unknown(),
				EntryPageToken: z.unknown(),
				KeyEmail: z.unknown(),
				KeyPhoneNumber: z.unknown(),
				FormFields: records('FieldName'),
			})
			.passthrough(),
	}),
	tells: 'which fields the entry form has',
	retry: safe,
});

/** A field of an entry form. */
export interface FormField {
	name: string;
	type: string;
	required: boolean;
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
	return FormFields.filter(({ FieldName }) => FieldName !== KeyEmail && FieldName !== KeyPhoneNumber).map(
		({ FieldName, FieldType, FieldRequired }) => ({
			name: FieldName,
			type: textOf(FieldType),
			required: FieldRequired === true,
		}),
	);
}
