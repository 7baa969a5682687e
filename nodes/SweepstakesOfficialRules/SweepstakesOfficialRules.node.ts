import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { create } from './operations/create';
import { deleteRules } from './operations/delete';
import { get } from './operations/get';
import { getMany } from './operations/get-many';
import { update } from './operations/update';

const operations = [create, get, getMany, update, deleteRules];

export class SweepstakesOfficialRules implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Official Rules',
		name: 'sweepstakesOfficialRules',
		icon: { light: 'file:../../icons/official-rules.svg', dark: 'file:../../icons/official-rules.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": official rules" }}',
		description: 'Manage the official rules documents of a sweepstakes',
		defaults: { name: 'Sweepstakes Official Rules' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, READ_FIRST);
}
