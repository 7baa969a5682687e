import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { create } from './operations/create';
import { deleteGroup } from './operations/delete';
import { getMany } from './operations/get-many';
import { rename } from './operations/rename';

const operations = [getMany, create, rename, deleteGroup];

export class SweepstakesGroup implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Group',
		name: 'sweepstakesGroup',
		icon: { light: 'file:../../icons/group.svg', dark: 'file:../../icons/group.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": group" }}',
		description: 'Manage the groups of participants in a sweepstakes',
		defaults: { name: 'Sweepstakes Group' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, ['GroupName']);
}
