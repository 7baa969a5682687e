import { z } from 'zod';
import { endpoint, ownSweepstakes } from '../endpoint';
import { uuid } from '../fields';
import type { EntryPage, FormField } from '../records';
import { newToken } from '../token';

const fields = endpoint({
	method: 'POST',
	path: '/entrypage/fields',
	request: z.object({ SweepstakesToken: uuid }),
	carryOut({ SweepstakesToken }, call) {
		ownSweepstakes(call, SweepstakesToken);
		return call.store.entryPages.of(SweepstakesToken)[0]!;
	},
	answer: (page) => ({ Data: { ...page, FormFields: page.FormFields.map(shown) } }),
	reference: {
		answer: (page) => ({
			Data: {
				...page,
				KeyEmail: fieldIdOf(page, page.KeyEmail),
				KeyPhoneNumber: fieldIdOf(page, page.KeyPhoneNumber),
				FormFields: page.FormFields.map(shownByReference),
			},
		}),
	},
});

export const entryPageEndpoints = [fields];

/** Contract, "Entry page fields". */
function shown({ Options: _, MaxLength: __, ...field }: FormField) {
	return field;
}

/** The second spelling and its types (reference, "Serve both": entrypage/fields). */
function shownByReference({ PrimaryField: _, ...field }: FormField) {
	return {
		Id: field.FieldID,
		Name: field.FieldName,
		Type: TYPE_BY_REFERENCE[field.FieldType] ?? field.FieldType,
		Required: field.FieldRequired,
		Placeholder: field.FieldPlaceholder,
		...(field.Options && { Options: field.Options }),
		...(field.MaxLength && { MaxLength: field.MaxLength }),
	};
}

const TYPE_BY_REFERENCE: Record<string, string> = { tel: 'usphonenumber', date: 'birthdate' };

function fieldIdOf({ FormFields }: EntryPage, fieldName: string): string {
	return FormFields.find(({ FieldName }) => FieldName === fieldName)!.FieldID;
}

/** The entry page of a new sweepstakes. */
export function newEntryPage(sweepstakesToken: string): EntryPage {
	return {
		SweepstakesToken: sweepstakesToken,
		EntryPageToken: newToken(),
		KeyEmail: 'Email',
		KeyPhoneNumber: 'Phone Number',
		FormFields: [
			field('email', 'email', 'Email', 'you@example.com', { PrimaryField: true, MaxLength: 100 }),
			field('phone', 'tel', 'Phone Number', '+1 202 555 0100', { PrimaryField: true }),
			field('firstname', 'text', 'First Name', 'Jane', { FieldRequired: true, MaxLength: 50 }),
			field('lastname', 'text', 'Last Name', 'Doe', { FieldRequired: true, MaxLength: 50 }),
			field('birthdate', 'date', 'Birth Date', 'MM/DD/YYYY', {}),
			field('zipcode', 'text', 'Zip Code', '90210', {}),
		],
	};
}

/** The key under which a custom field is submitted: its name with underscores for spaces. */
export const fieldKey = (fieldName: string) => fieldName.replaceAll(' ', '_');

function field(
	FieldID: string,
	FieldType: string,
	FieldName: string,
	FieldPlaceholder: string,
	rules: Partial<FormField>,
): FormField {
	return {
		FieldID,
		FieldType,
		FieldName,
		FieldPlaceholder,
		FieldRequired: false,
		PrimaryField: false,
		...rules,
	};
}
