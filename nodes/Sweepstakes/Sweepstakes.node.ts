import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { propertiesOf, runOperations } from '../shared/operation';
import { create } from './operations/create';
import { getMany } from './operations/getMany';

const operations = [getMany, create];

export class Sweepstakes implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes',
		name: 'sweepstakes',
		icon: { light: 'file:../../icons/sweepstakes.svg', dark: 'file:../../icons/sweepstakes.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] }}',
		description: 'Create and list sweepstakes',
		defaults: { name: 'Sweepstakes' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: propertiesOf(operations),
	};

	async execute(this: IExecuteFunctions) {
		return await runOperations(this, operations);
	}
}
