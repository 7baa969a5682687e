import type {
	FieldType,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { customFormFields, type FormField } from './api/fields';
import { BIRTHDATE_FORMAT } from '../shared/n8n/input/parameters';
import { askForEditor } from '../shared/n8n/editor/ask';
import { pickedSweepstakes } from '../Sweepstakes/picker';

/** `resourceMapper` method: the fields of the entry form, without email and phone number, which the node has itself. */
export async function getEntryFormFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await askForEditor(this, async (service) => {
		const fields = await customFormFields(service, await pickedSweepstakes(this, service));
		const mayBeEmpty = this.getCurrentNodeParameter('allowEmptyRequiredFields') === true;
		return { fields: fields.map((field) => columnOf(field, mayBeEmpty)) };
	});
}

/** Every space of a name becomes an underscore, also at its end (contract, Participant). */
function columnOf({ name, type, required, choices }: FormField, mayBeEmpty: boolean): ResourceMapperField {
	const hasChoices = choices.length > 0;
	return {
		id: name.replace(/\s/g, '_'),
		displayName: /birth/i.test(type) ? `${name} ${BIRTHDATE_FORMAT}` : name,
		required: required && !mayBeEmpty,
		defaultMatch: false,
		display: true,
		type: hasChoices ? 'options' : typeOf(type),
		...(hasChoices && { options: choices }),
	};
}

function typeOf(type: string): FieldType {
	// "usphonenumber" and "PhoneNumber" are text: as a number, a phone number would lose its leading zeros and signs.
	if (/phone|mobile|birth/i.test(type)) return 'string';
	if (/number|integer/i.test(type)) return 'number';
	if (/date/i.test(type)) return 'dateTime';
	return 'string';
}
