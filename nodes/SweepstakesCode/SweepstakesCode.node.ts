import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { searchCodes } from '../shared/pickers/code';
import { searchSweepstakes } from '../shared/pickers/sweepstakes';
import { propertiesOf } from '../shared/n8n/operation';
import { runOperations } from '../shared/n8n/runOperations';
import { generate } from './operations/generate';
import { get } from './operations/get';
import { getMany } from './operations/getMany';
import { getStats } from './operations/getStats';

const operations = [generate, get, getMany, getStats];

export class SweepstakesCode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Code',
		name: 'sweepstakesCode',
		icon: { light: 'file:../../icons/code.svg', dark: 'file:../../icons/code.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": code" }}',
		description: 'Generate, look up, hand out and redeem the codes (coupons) of a sweepstakes',
		defaults: { name: 'Sweepstakes Code' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: propertiesOf(operations),
	};

	methods = { listSearch: { searchSweepstakes, searchCodes } };

	async execute(this: IExecuteFunctions) {
		return await runOperations(this, operations);
	}
}
