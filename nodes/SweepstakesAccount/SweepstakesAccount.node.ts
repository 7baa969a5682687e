import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { propertiesOf, runOperations } from '../shared/operation';
import { checkHealth } from './operations/checkHealth';

const operations = [checkHealth];

export class SweepstakesAccount implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Account',
		name: 'sweepstakesAccount',
		icon: { light: 'file:../../icons/sweepstakes.svg', dark: 'file:../../icons/sweepstakes.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{ $parameter["operation"] }}',
		description: 'Check that the service is up and the API token valid',
		defaults: { name: 'Sweepstakes Account' },
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
