import { z } from 'zod';
import { endpoint, requireOwnSweepstakes } from '../endpoint';
import { uuid } from '../fields';
import type { EntryPage, FormField } from '../records';
import { newToken } from '../token';

const fields = endpoint({
	method: 'POST',
	path: '/entrypage/fields',
	request: z.object({ SweepstakesToken: uuid }),
	carryOut({ SweepstakesToken }, call) {
		requireOwnSweepstakes(call, SweepstakesToken);
		return call.store.entryPages.of(SweepstakesToken)[0]!;
	},
	answer({ Settings: _, ...page }, { account, dialect }) {
		const areClients = account.formSpelling === 'clients';
		const toKey = (name: string) => (areClients || dialect === 'reference' ? getFieldId(page, name) : name);
		return {
			Data: {
				...page,
				KeyEmail: toKey(page.KeyEmail),
				KeyPhoneNumber: toKey(page.KeyPhoneNumber),
				FormFields: areClients ? page.FormFields.map(toClientReply) : page.FormFields.map(toReply),
			},
		};
	},
});

export const entryPageEndpoints = [fields];

function toReply({ Options: _, MaxLength: __, ...field }: FormField) {
	return field;
}

/** Returns a field with the keys that existing client programs read (reference). */
function toClientReply({ PrimaryField: _, ...field }: FormField) {
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

function getFieldId({ FormFields }: Pick<EntryPage, 'FormFields'>, fieldName: string): string {
	return FormFields.find(({ FieldName }) => FieldName === fieldName)!.FieldID;
}

const SHIRT_SIZES = [
	{ Id: '1', Name: 'Small' },
	{ Id: '2', Name: 'Medium' },
	{ Id: '3', Name: 'Large' },
];

/** The additional fields of a long form. */
const MORE_FIELDS = [
	field('birthdate', 'birthdate', 'Birth Date', 'MM/DD/YYYY', {}),
	field('zipcode', 'text', 'Zip Code', '90210', {}),
	field('shirtsize', 'list', 'Shirt Size', '', { Options: SHIRT_SIZES }),
];

export function newEntryPage(sweepstakesToken: string, { isLong }: { isLong: boolean }): EntryPage {
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
			...(isLong ? MORE_FIELDS : []),
		],
		Settings: {},
	};
}

/** The key under which a custom field is submitted: its name with underscores in place of spaces. */
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
