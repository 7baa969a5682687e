import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { create } from './operations/create';
import { deleteSurvey } from './operations/delete';
import { get } from './operations/get';
import { getMany } from './operations/get-many';
import { getReport } from './operations/get-report';
import { getResponses } from './operations/get-responses';
import { update } from './operations/update';

const operations = [getResponses, create, get, getMany, getReport, update, deleteSurvey];

export class SweepstakesSurvey implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Survey',
		name: 'sweepstakesSurvey',
		icon: { light: 'file:../../icons/survey.svg', dark: 'file:../../icons/survey.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": survey" }}',
		description: 'Create surveys, and get their responses and reports',
		defaults: { name: 'Sweepstakes Survey' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, READ_FIRST);
}
