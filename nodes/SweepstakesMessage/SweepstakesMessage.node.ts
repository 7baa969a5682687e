import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { addToDoNotContactList } from './operations/add-to-do-not-contact-list';
import { getDoNotContactList } from './operations/get-do-not-contact-list';
import { getUsage } from './operations/get-usage';
import { removeFromDoNotContactList } from './operations/remove-from-do-not-contact-list';
import { send } from './operations/send';

const operations = [send, getUsage, getDoNotContactList, addToDoNotContactList, removeFromDoNotContactList];

export class SweepstakesMessage implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Message',
		name: 'sweepstakesMessage',
		icon: { light: 'file:../../icons/message.svg', dark: 'file:../../icons/message.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": message" }}',
		description: 'Send messages to participants, and manage the do-not-contact list',
		defaults: { name: 'Sweepstakes Message' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, READ_FIRST);
}
