import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { create } from './operations/create';
import { deleteNote } from './operations/delete';
import { get } from './operations/get';
import { getMany } from './operations/get-many';
import { update } from './operations/update';

const operations = [getMany, create, get, update, deleteNote];

export class SweepstakesAccountNote implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Account Note',
		name: 'sweepstakesAccountNote',
		icon: { light: 'file:../../icons/account-note.svg', dark: 'file:../../icons/account-note.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": account note" }}',
		description: 'Manage the account’s notes',
		defaults: { name: 'Sweepstakes Account Note' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, READ_FIRST);
}
