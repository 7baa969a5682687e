import { createSurvey } from '../api/surveys';
import { simplify } from '../../shared/fields/simplify';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';
import { surveyItem } from '../items';
import { questions, questionsJson, toQuestions } from '../questionFields';
import { design, settings, surveyName } from '../surveyFields';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a survey',
	description: 'Create a survey for a sweepstakes and return its public link',
	fields: [
		sweepstakes,
		surveyName,
		{
			displayName: 'Specify Questions',
			name: 'specifyQuestions',
			type: 'options',
			options: [
				{ name: 'Using Fields Below', value: 'fields' },
				{ name: 'Using JSON', value: 'json' },
			],
			default: 'fields',
			description: 'How to give the questions of the survey',
		},
		{ ...questions, displayOptions: { show: { specifyQuestions: ['fields'] } } },
		{ ...questionsJson, displayOptions: { show: { specifyQuestions: ['json'] } } },
		{
			displayName: 'Active',
			name: 'Status',
			type: 'boolean',
			default: true,
			description: 'Whether people can answer the survey at once',
		},
		simplify,
		settings,
		design,
	],
	endpoint: createSurvey,
	toRequest: ({ sweepstakes: SweepstakesToken, SurveyName, Status, ...survey }) => ({
		SweepstakesToken,
		SurveyName,
		Status,
		Settings: {
			...survey.settings,
			...(Object.keys(survey.Visuals).length > 0 && { Visuals: survey.Visuals }),
		},
		Questions: survey.specifyQuestions === 'fields' ? toQuestions(survey.Questions) : survey.questionsJson,
	}),
	toItems: ({ reply: { Data }, parameters }) => surveyItem(Data, parameters),
});
