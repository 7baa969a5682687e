import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { create } from './operations/create';
import { deleteToDo } from './operations/delete';
import { getMany } from './operations/get-many';
import { update } from './operations/update';

const operations = [getMany, create, update, deleteToDo];

export class SweepstakesAdministratorToDo implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Administrator To-Do',
		name: 'sweepstakesAdministratorToDo',
		icon: {
			light: 'file:../../icons/administrator-to-do.svg',
			dark: 'file:../../icons/administrator-to-do.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": administrator to-do" }}',
		description: 'Manage the to-dos of the service’s administrators',
		defaults: { name: 'Sweepstakes Administrator To-Do' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, READ_FIRST);
}
