import type {
	FieldType,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { formFields, type FormField } from './api/fields';
import type { StoredColumn } from '../shared/n8n/operation/field';
import { askForEditor } from '../shared/n8n/editor/ask';
import { pickedSweepstakes } from '../Sweepstakes/picker';

/** `resourceMapper` method. Hides email and phone number, for which the node has fields of its own. */
export async function getEntryFormFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await askForEditor(this, async (client) => {
		const columnsOf = await pickedSweepstakes(this, client);
		const mayBeEmpty = this.getCurrentNodeParameter('options.allowEmptyRequiredFields') === true;
		const fields = await formFields(client, columnsOf);
		return { fields: fields.map((field) => toColumn(field, mayBeEmpty, columnsOf)) };
	});
}

function toColumn(
	{ key, name, type, required, choices, dayOrder, filledFrom, tenDigits }: FormField,
	mayBeEmpty: boolean,
	columnsOf: string,
): ResourceMapperField & StoredColumn {
	const column = { id: key, displayName: name, defaultMatch: false, required: false, display: true };
	if (filledFrom) return { ...column, display: false, type: 'string', filledFrom, tenDigits, columnsOf };
	const hasChoices = choices.length > 0;
	return {
		...column,
		displayName: dayOrder ? `${name} (${dayOrder})` : name,
		required: required && !mayBeEmpty,
		type: hasChoices ? 'options' : dayOrder ? 'string' : toColumnType(type),
		...(hasChoices && { options: choices }),
		...(dayOrder && { dayOrder }),
	};
}

function toColumnType(type: string): FieldType {
	// As a number, a phone number would lose its leading zeros and signs.
	if (/phone|mobile/i.test(type)) return 'string';
	if (/number|integer/i.test(type)) return 'number';
	if (/date/i.test(type)) return 'dateTime';
	return 'string';
}
