import type {
	FieldType,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { fetchFormFields, type FormField } from './api/fields';
import { asObject } from '../shared/json';
import type { StoredColumn } from '../shared/n8n/operation/field';
import { askForEditor } from '../shared/n8n/editor/ask';
import { toStoredText } from '../shared/n8n/editor/stored-text';
import { readPickedSweepstakes } from '../Sweepstakes/picker';

/**
 * `resourceMapper` method: the fields of the entry form. Email and phone number are hidden, because the node has its
 * own fields for them. If the fields cannot be read and none are stored, this returns the reason as a notice, because
 * n8n would hide an error.
 *
 * @throws if the fields cannot be read and some are stored, because n8n would replace the stored fields with the result
 */
export async function getEntryFormFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await readFields(this).catch((error: Error) => {
		const { schema } = asObject(this.getCurrentNodeParameter('Fields'));
		if (Array.isArray(schema) && schema.length > 0) throw error;
		return { fields: [], emptyFieldsNotice: error.message };
	});
}

async function readFields(context: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await askForEditor(context, async (client) => {
		const sweepstakesToken = await readPickedSweepstakes(context, client);
		const mayBeEmpty = context.getCurrentNodeParameter('options.allowEmptyRequiredFields') === true;
		const form = await fetchFormFields(client, sweepstakesToken);
		const fields = form.filter(({ id }) => isStorable(id));
		const [first, ...others] = fields.map((field) => toColumn(field, mayBeEmpty));
		const required = fields.filter((field) => field.required && !mayBeEmpty);
		const requires = required.flatMap(({ filledFrom }) => filledFrom ?? []);
		return { fields: first ? [{ ...first, requires }, ...others] : [] };
	});
}

function toColumn(
	{ id, displayName, type, required, options, dayOrder, filledFrom }: FormField,
	mayBeEmpty: boolean,
): ResourceMapperField & StoredColumn {
	const column = { id, displayName, defaultMatch: false, required: false, display: true };
	if (filledFrom) return { ...column, display: false, type: 'string', filledFrom };
	const hasOptions = options.length > 0;
	// The panel stores the name of a choice, because its ID may mean another choice in another sweepstakes' form.
	const names = options.map(({ name }) => toStoredText(name));
	return {
		...column,
		displayName: toStoredText(dayOrder ? `${displayName} (${dayOrder})` : displayName),
		required: required && !mayBeEmpty,
		type: hasOptions ? 'options' : dayOrder ? 'dateTime' : toColumnType(type),
		...(hasOptions && { options: names.map((name) => ({ name, value: name })) }),
	};
}

/** Whether n8n would keep an ID unchanged. Otherwise, n8n would evaluate it as an expression. */
function isStorable(id: string): boolean {
	return !id.startsWith('=');
}

function toColumnType(type: string): FieldType {
	// A phone number is a string, because as a number it would lose its leading zeros and plus sign.
	if (/phone|mobile/i.test(type)) return 'string';
	if (/number|integer/i.test(type)) return 'number';
	if (/date/i.test(type)) return 'dateTime';
	return 'string';
}
