import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { add } from './operations/add';
import { assign } from './operations/assign';
import { deleteCode } from './operations/delete';
import { generate } from './operations/generate';
import { get } from './operations/get';
import { getMany } from './operations/get-many';
import { getSettings } from './operations/get-settings';
import { getStats } from './operations/get-stats';
import { redeem } from './operations/redeem';
import { send } from './operations/send';
import { unassign } from './operations/unassign';
import { unredeem } from './operations/unredeem';
import { update } from './operations/update';
import { updateSettings } from './operations/update-settings';

const operations = [
	generate,
	add,
	deleteCode,
	get,
	getMany,
	getStats,
	assign,
	unassign,
	redeem,
	unredeem,
	send,
	update,
	getSettings,
	updateSettings,
];

export class SweepstakesCode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Code',
		name: 'sweepstakesCode',
		icon: { light: 'file:../../icons/code.svg', dark: 'file:../../icons/code.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": code" }}',
		description: 'Generate, look up, assign, send and redeem the codes (coupons) of a sweepstakes',
		defaults: { name: 'Sweepstakes Code' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, READ_FIRST);
}
