import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { create } from './operations/create';
import { deleteEvent } from './operations/delete';
import { get } from './operations/get';
import { getMany } from './operations/get-many';
import { update } from './operations/update';

const operations = [getMany, create, get, update, deleteEvent];

export class SweepstakesCalendarEvent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Calendar Event',
		name: 'sweepstakesCalendarEvent',
		icon: { light: 'file:../../icons/calendar-event.svg', dark: 'file:../../icons/calendar-event.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": calendar event" }}',
		description: 'Manage the events in the account calendar',
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
