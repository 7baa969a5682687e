import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { getAreaCodes } from './operations/get-area-codes';
import { getCountries } from './operations/get-countries';
import { getHelpArticles } from './operations/get-help-articles';
import { getStates } from './operations/get-states';
import { getTimezones } from './operations/get-timezones';
import { getZipCodes } from './operations/get-zip-codes';

const operations = [getTimezones, getCountries, getStates, getZipCodes, getAreaCodes, getHelpArticles];

export class SweepstakesReferenceData implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Reference Data',
		name: 'sweepstakesReferenceData',
		icon: { light: 'file:../../icons/reference-data.svg', dark: 'file:../../icons/reference-data.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": reference data" }}',
		description:
			'Get time zones, countries, US states, zip codes, area codes and help articles from the service',
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
