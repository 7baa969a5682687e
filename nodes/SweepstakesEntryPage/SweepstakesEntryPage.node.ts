import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { getFields } from './operations/getFields';
import { getSettings } from './operations/getSettings';
import { updateSettings } from './operations/updateSettings';

const operations = [getFields, getSettings, updateSettings];

export class SweepstakesEntryPage implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Entry Page',
		name: 'sweepstakesEntryPage',
		icon: { light: 'file:../../icons/entryPage.svg', dark: 'file:../../icons/entryPage.dark.svg' },
		group: ['input'],
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
