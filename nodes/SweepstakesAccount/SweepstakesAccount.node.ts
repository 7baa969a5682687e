import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { checkHealth } from './operations/check-health';
import { getBusiness } from './operations/get-business';
import { getPlan } from './operations/get-plan';
import { getProfile } from './operations/get-profile';

const operations = [checkHealth, getProfile, getBusiness, getPlan];

const READ_FIRST = ['FullName', 'Email', 'PhoneNumber', 'BusinessName', 'Name'];

export class SweepstakesAccount implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Account',
		name: 'sweepstakesAccount',
		icon: { light: 'file:../../icons/account.svg', dark: 'file:../../icons/account.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": account" }}',
		description: 'Check the API token, and get the account’s profile, business and plan',
		defaults: { name: 'Sweepstakes Account' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	execute = execute(operations, READ_FIRST);
}
