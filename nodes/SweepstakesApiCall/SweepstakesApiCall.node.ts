import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { call } from './operations/call';

const operations = [call];

export class SweepstakesApiCall implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes API Call',
		name: 'sweepstakesApiCall',
		icon: { light: 'file:../../icons/api-call.svg', dark: 'file:../../icons/api-call.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["method"] + ": " + $parameter["path"] }}',
		description: 'Call any operation of the Sweepstakes API, within its rate limit and with clear errors',
		defaults: { name: 'Sweepstakes API Call' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	execute = execute(operations);
}
