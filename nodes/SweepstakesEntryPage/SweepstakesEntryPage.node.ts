import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { getFields } from './operations/get-fields';
import { getSettings } from './operations/get-settings';
import { updateSettings } from './operations/update-settings';

const operations = [getFields, getSettings, updateSettings];

export class SweepstakesEntryPage implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Entry Page',
		name: 'sweepstakesEntryPage',
		icon: { light: 'file:../../icons/entry-page.svg', dark: 'file:../../icons/entry-page.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": entry page" }}',
		description:
			'Get the entry form fields of a sweepstakes, and get or update the settings of its entry page',
		defaults: { name: 'Sweepstakes Entry Page' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, ['FieldName', 'Name', 'Status']);
}
