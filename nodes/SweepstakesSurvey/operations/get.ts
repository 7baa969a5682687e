import { fetchSurvey } from '../api/surveys';
import { simplify } from '../../shared/n8n/common-fields';
import { asRecords } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { survey } from '../picker';
import { toQuestionItem, toSurveyItem } from '../items';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a survey',
	description: 'Return one survey by its ID, with its questions',
	fields: [survey, simplify],
	endpoint: fetchSurvey,
	toRequest: ({ survey: SurveyToken }) => ({ SurveyToken }),
	toItems({ reply: { Data }, parameters }) {
		if (!parameters.simplify) return Data;
		return {
			...toSurveyItem(Data.Survey, parameters),
			Questions: asRecords(Data.Questions).map(toQuestionItem),
		};
	},
});
