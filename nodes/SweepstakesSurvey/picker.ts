import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { surveys, SURVEYS_PER_PAGE } from './api/surveys';
import { asText, type Json } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { plural } from '../shared/plural';
import { searchPages } from '../shared/n8n/editor/ask';

/** The picker for a survey of the account. Its parameter is the SurveyToken. */
export const survey = {
	displayName: 'Survey',
	name: 'survey',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The survey to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a survey…',
			typeOptions: { searchListMethod: 'searchSurveys', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

/** `listSearch` method: the surveys of the account, newest first. Searches names, and those of the sweepstakes. */
export async function searchSurveys(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '1',
): Promise<INodeListSearchResult> {
	return await searchPages(this, filter, paginationToken, async (service, Page) => {
		const { records, totalPages } = await service.call(surveys.fetch, { Page, Limit: SURVEYS_PER_PAGE });
		return { entries: records.map(toChoice), totalPages };
	});
}

/** "Customer Survey (Summer Giveaway, 12 responses)" */
function toChoice(one: Json): { name: string; value: string } {
	const { SurveyName, SweepstakesName, ResponsesCount, Archived } = one;
	const value = asText(one.SurveyToken);
	const marks = [
		asText(SweepstakesName),
		typeof ResponsesCount === 'number' && plural(ResponsesCount, 'response'),
		Archived === true && 'archived',
	].filter(Boolean);
	const name = asText(SurveyName) || value;
	return { name: marks.length > 0 ? `${name} (${marks.join(', ')})` : name, value };
}
