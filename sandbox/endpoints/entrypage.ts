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
		return { Data: call.store.entryPages.of(SweepstakesToken)[0] };
	},
});

export const entryPageEndpoints = [fields];

/** The entry page that comes with a new sweepstakes. */
export function newEntryPage(sweepstakesToken: string): EntryPage {
	return {
		SweepstakesToken: sweepstakesToken,
		EntryPageToken: newToken(),
		KeyEmail: 'Email',
		KeyPhoneNumber: 'Phone Number',
		FormFields: [
			field('email', 'Email', 'you@example.com', { PrimaryField: true }),
			field('tel', 'Phone Number', '+1 555 0100', { PrimaryField: true }),
			field('text', 'First Name', 'Jane', { FieldRequired: true }),
			field('text', 'Last Name', 'Doe', { FieldRequired: true }),
			field('date', 'Birth Date', 'YYYY-MM-DD', {}),
			field('text', 'Zip Code', '90210', {}),
		],
	};
}

/** The key under which a custom field is submitted: its name with underscores for spaces. */
export const fieldKey = (fieldName: string) => fieldName.replaceAll(' ', '_');

function field(
	FieldType: string,
	FieldName: string,
	FieldPlaceholder: string,
	{ FieldRequired = false, PrimaryField = false },
): FormField {
	return { FieldID: newToken(), FieldType, FieldName, FieldPlaceholder, FieldRequired, PrimaryField };
}
