import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { getAreaCodes } from './operations/getAreaCodes';
import { getCountries } from './operations/getCountries';
import { getHelpArticles } from './operations/getHelpArticles';
import { getStates } from './operations/getStates';
import { getTimezones } from './operations/getTimezones';
import { getZipCodes } from './operations/getZipCodes';

const operations = [getTimezones, getCountries, getStates, getZipCodes, getAreaCodes, getHelpArticles];

export class SweepstakesLookup implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Reference Data',
		name: 'sweepstakesLookup',
		icon: { light: 'file:../../icons/lookup.svg', dark: 'file:../../icons/lookup.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": reference data" }}',
		description:
			'Get time zones, countries, US states, zip codes, area codes and help articles of the service',
		defaults: { name: 'Sweepstakes Reference Data' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, ['Name']);
}
