import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { clone } from './operations/clone';
import { create } from './operations/create';
import { deleteSweepstakes } from './operations/delete';
import { get } from './operations/get';
import { getMany } from './operations/get-many';
import { pause } from './operations/pause';
import { resume } from './operations/resume';
import { update } from './operations/update';

const operations = [getMany, create, get, clone, update, pause, resume, deleteSweepstakes];

export class Sweepstakes implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes',
		name: 'sweepstakes',
		icon: { light: 'file:../../icons/sweepstakes.svg', dark: 'file:../../icons/sweepstakes.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": sweepstakes" }}',
		description: 'Create, clone, get, update, pause, resume and delete sweepstakes',
		defaults: { name: 'Sweepstakes' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, READ_FIRST);
}
