import type {
	FieldType,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { formFields, type FormField } from './api/fields';
import type { StoredColumn } from '../shared/n8n/operation/field';
import { BIRTHDATE_FORMAT } from '../shared/n8n/input/parameters';
import { askForEditor } from '../shared/n8n/editor/ask';
import { pickedSweepstakes } from '../Sweepstakes/picker';

/**
 * `resourceMapper` method: the fields of the entry form, in its order. The editor stores them in the workflow. It does not show
 * those for email and phone number, which the node asks for itself.
 */
export async function getEntryFormFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await askForEditor(this, async (service) => {
		const columnsOf = await pickedSweepstakes(this, service);
		const mayBeEmpty = this.getCurrentNodeParameter('allowEmptyRequiredFields') === true;
		const fields = await formFields(service, columnsOf);
		return { fields: fields.map((field) => toColumn(field, mayBeEmpty, columnsOf)) };
	});
}

function toColumn(
	{ key, name, type, required, choices, filledFrom }: FormField,
	mayBeEmpty: boolean,
	columnsOf: string,
): ResourceMapperField & StoredColumn {
	const column = { id: key, displayName: name, defaultMatch: false, required: false, display: true };
	if (filledFrom) return { ...column, display: false, type: 'string', filledFrom, columnsOf };
	const hasChoices = choices.length > 0;
	return {
		...column,
		displayName: /birth/i.test(type) ? `${name} ${BIRTHDATE_FORMAT}` : name,
		required: required && !mayBeEmpty,
		type: hasChoices ? 'options' : toColumnType(type),
		...(hasChoices && { options: choices }),
	};
}

function toColumnType(type: string): FieldType {
	// "usphonenumber" and "PhoneNumber" are text: as a number, a phone number would lose its leading zeros and signs.
	if (/phone|mobile|birth/i.test(type)) return 'string';
	if (/number|integer/i.test(type)) return 'number';
	if (/date/i.test(type)) return 'dateTime';
	return 'string';
}
