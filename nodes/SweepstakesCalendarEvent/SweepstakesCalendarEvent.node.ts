import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { create } from './operations/create';
import { deleteEvent } from './operations/delete';
import { get } from './operations/get';
import { getMany } from './operations/getMany';
import { update } from './operations/update';

const operations = [getMany, create, get, update, deleteEvent];

export class SweepstakesEvent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Calendar Event',
		name: 'sweepstakesEvent',
		icon: { light: 'file:../../icons/event.svg', dark: 'file:../../icons/event.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": calendar event" }}',
		description: 'Manage the events in the calendar of the account',
		defaults: { name: 'Sweepstakes Calendar Event' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, READ_FIRST);
}
