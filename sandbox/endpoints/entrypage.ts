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
	answer({ Settings: _, ...page }, { account, dialect }) {
		const { formSpelling = dialect } = account;
		if (formSpelling === 'contract') return { Data: { ...page, FormFields: page.FormFields.map(shown) } };
		return {
			Data: {
				...page,
				KeyEmail: fieldIdOf(page, page.KeyEmail),
				KeyPhoneNumber: fieldIdOf(page, page.KeyPhoneNumber),
				FormFields: page.FormFields.map(shownByReference),
			},
		};
	},
});

export const entryPageEndpoints = [fields];

function shown({ Options: _, MaxLength: __, ...field }: FormField) {
	return field;
}

/** The reference's spelling. */
function shownByReference({ PrimaryField: _, ...field }: FormField) {
	return {
		Id: field.FieldID,
		Name: field.FieldName,
		Type: field.FieldType,
		Required: field.FieldRequired,
		Placeholder: field.FieldPlaceholder,
		...(field.Options && { Options: field.Options }),
		...(field.MaxLength && { MaxLength: field.MaxLength }),
	};
}

function fieldIdOf({ FormFields }: Pick<EntryPage, 'FormFields'>, fieldName: string): string {
	return FormFields.find(({ FieldName }) => FieldName === fieldName)!.FieldID;
}

const SHIRT_SIZES = [
	{ Id: '1', Name: 'Small' },
	{ Id: '2', Name: 'Medium' },
	{ Id: '3', Name: 'Large' },
];

/** Returns the entry page of a new sweepstakes. */
export function newEntryPage(sweepstakesToken: string): EntryPage {
	return {
		SweepstakesToken: sweepstakesToken,
		EntryPageToken: newToken(),
		KeyEmail: 'Email',
		KeyPhoneNumber: 'Mobile Number',
		FormFields: [
			field('firstname', 'text', 'First Name', 'Jane', { FieldRequired: true, MaxLength: 50 }),
			field('lastname', 'text', 'Last Name', 'Doe', { FieldRequired: true, MaxLength: 50 }),
			field('email', 'email', 'Email', 'you@example.com', {
				FieldRequired: true,
				PrimaryField: true,
				MaxLength: 100,
			}),
			field('phone', 'usphonenumber', 'Mobile Number', '+1 202 555 0100', {
				FieldRequired: true,
				PrimaryField: true,
			}),
			field('birthdate', 'birthdate', 'Birth Date', 'MM/DD/YYYY', {}),
			field('zipcode', 'text', 'Zip Code', '90210', {}),
			field('shirtsize', 'list', 'Shirt Size', '', { Options: SHIRT_SIZES }),
		],
		Settings: {},
	};
}

/** The submission key of a custom field: its name with underscores for spaces. */
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
