import { surveys } from './api/surveys';
import { withMarks } from '../shared/api/titles';
import { linkTo, listOrId, searchList } from '../shared/n8n/editor/picker';
import { asText, type Json } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { readCount } from '../shared/numeral';
import { pluralize } from '../shared/pluralize';

/** Searches surveys by the names of the survey and of its sweepstakes. The newest survey comes first. */
const searchSurveys = searchList(surveys.readPage, toChoice);

/** Returns a choice with a name such as "Customer Survey (Summer Giveaway, 12 responses)". */
function toChoice({ SurveyToken, SurveyName, SweepstakesName, ResponsesCount, Archived, PublicLink }: Json) {
	const value = asText(SurveyToken);
	const responses = readCount(ResponsesCount);
	const name = withMarks(
		asText(SurveyName) || value,
		asText(SweepstakesName),
		responses !== undefined && pluralize(responses, 'response'),
		Archived === true && 'archived',
	);
	return { name, value, ...linkTo(PublicLink) };
}

/** Picker for a survey. Its value is a SurveyToken. */
export const survey = {
	displayName: 'Survey',
	name: 'survey',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The survey to work with',
	...listOrId('Select a survey…', { searchSurveys }, 'SurveyToken'),
} as const satisfies Field;
