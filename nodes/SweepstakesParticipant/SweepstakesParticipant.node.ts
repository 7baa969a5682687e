import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { getEntryFormFields } from '../SweepstakesEntryPage/picker';
import { add } from './operations/add';
import { addBonusEntries } from './operations/add-bonus-entries';
import { count } from './operations/count';
import { deleteParticipant } from './operations/delete';
import { get } from './operations/get';
import { getMany } from './operations/get-many';
import { setBonusEntries } from './operations/set-bonus-entries';

const operations = [add, getMany, get, count, addBonusEntries, setBonusEntries, deleteParticipant];

export class SweepstakesParticipant implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Participant',
		name: 'sweepstakesParticipant',
		icon: { light: 'file:../../icons/participant.svg', dark: 'file:../../icons/participant.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": participant" }}',
		description: 'Add, get, count and delete participants of a sweepstakes, and give them bonus entries',
		defaults: { name: 'Sweepstakes Participant' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = {
		listSearch: collectSearches(operations),
		resourceMapping: { getEntryFormFields },
	};

	execute = execute(operations, READ_FIRST);
}
