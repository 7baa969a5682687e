import type {
	FieldType,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { customFormFields, type FormField } from '../api/entryPage';
import { askForEditor } from './editor';
import { pickedSweepstakes } from './sweepstakes';

/** `resourceMapper` method: the fields of the entry form, without email and phone number, which the node has itself. */
export async function getEntryFormFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await askForEditor(this, async (service) => {
		const fields = await customFormFields(service, await pickedSweepstakes(this, service));
		return { fields: fields.map(columnOf) };
	});
}

function columnOf({ name, type, required }: FormField): ResourceMapperField {
	return {
		id: name.trim().replace(/\s/g, '_'),
		displayName: name,
		required,
		defaultMatch: false,
		display: true,
		type: typeOf(type),
	};
}

function typeOf(type: string): FieldType {
	if (/number|integer/i.test(type)) return 'number';
	if (/date/i.test(type)) return 'dateTime';
	return 'string';
}
