import type { INodeParameters } from 'n8n-workflow';

import type { WorkflowDefinition } from '../../tools/n8n/rest';
import type { ColumnMap } from './columns';
import { fillIn, findNode, type Choices } from './fill-in';

/** The names of the nodes in examples/import-draw-invoice.json. */
export const NODES = {
	start: 'When clicking ‘Execute workflow’',
	read: 'Read CSV File',
	check: 'Check Columns',
	add: 'Add Participant',
	draw: 'Draw Winners',
	invoice: 'Create Invoice',
} as const;

/** The settings that a user makes in the editor after the import. */
export interface Settings extends Choices {
	/** The path of the CSV file in n8n. */
	file: string;
	columns: ColumnMap;
	winners: number;
}

/** Returns the example workflow with these settings. */
export function importDrawInvoice(settings: Settings): WorkflowDefinition {
	const workflow = fillIn('import-draw-invoice.json', settings);
	const set = (name: string, parameters: INodeParameters) =>
		Object.assign(findNode(workflow, name).parameters, parameters);
	const { KeyEmail, KeyPhoneNumber, ...form } = settings.columns;

	set(NODES.read, { fileSelector: settings.file });
	const { jsCode } = findNode(workflow, NODES.check).parameters;
	const used = `COLUMNS = ${JSON.stringify(Object.values(settings.columns))}`;
	set(NODES.check, { jsCode: String(jsCode).replace(/COLUMNS = \[.*\]/, () => used) });
	set(NODES.add, {
		KeyEmail: cell(KeyEmail),
		KeyPhoneNumber: cell(KeyPhoneNumber),
		Fields: formFields(form),
	});
	set(NODES.draw, { howManyWinnersToPick: settings.winners });
	return workflow;
}

/** Returns the expression for a column of the row. */
function cell(column: string | undefined): string {
	return column === undefined ? '' : `={{ $json[${JSON.stringify(column)}] }}`;
}

function formFields(columns: Record<string, string>): INodeParameters {
	const ids = Object.keys(columns);
	return {
		mappingMode: 'defineBelow',
		matchingColumns: [],
		value: Object.fromEntries(ids.map((id) => [id, cell(columns[id])])),
		schema: ids.map((id) => ({
			id,
			displayName: id.replaceAll('_', ' '),
			required: false,
			defaultMatch: false,
			display: true,
			type: 'string',
		})),
	};
}
