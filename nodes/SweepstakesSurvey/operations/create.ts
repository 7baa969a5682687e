import { createSurvey, SURVEYS } from '../api/surveys';
import { simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { returnExisting } from '../../shared/n8n/operation/find-or-create';
import { sweepstakes } from '../../Sweepstakes/picker';
import { toCreatedItem, describeClosed } from '../items';
import { questions, questionsJson, toQuestions } from '../question-fields';
import { design, settings, surveyName } from '../survey-fields';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a survey',
	description: 'Create a survey for a sweepstakes and return its public link',
	fields: [
		sweepstakes,
		surveyName,
		{
			displayName: 'When Name Exists',
			name: 'whenNameExists',
			type: 'options',
			options: [
				{ name: 'Create Another', value: 'create', description: 'Several surveys may have the same name' },
				{
					name: 'Return Existing',
					value: 'return',
					description: 'Returns the existing survey instead of creating another',
				},
			],
			default: 'return',
			description:
				'What to do if the sweepstakes already has a survey with this name. With “Return Existing”, the output column “existed” tells whether the survey was already there. Looking for existing surveys takes at least one API call per run.',
		},
		{
			displayName: 'Specify Questions',
			name: 'specifyQuestions',
			type: 'options',
			options: [
				{ name: 'Using Fields Below', value: 'fields' },
				{ name: 'Using JSON', value: 'json' },
			],
			default: 'fields',
			description: 'How to specify the questions',
		},
		{
			...questions,
			typeOptions: { ...questions.typeOptions, minRequiredFields: 1 },
			displayOptions: { show: { specifyQuestions: ['fields'] } },
		},
		{ ...questionsJson, required: true, displayOptions: { show: { specifyQuestions: ['json'] } } },
		{
			...settings,
			options: [
				{
					displayName: 'Active',
					name: 'Status',
					type: 'boolean',
					default: true,
					description: 'Whether people can answer the survey right away',
				},
				...settings.options,
			],
		},
		design,
		simplify,
	],
	endpoint: createSurvey,
	existing: returnExisting(SURVEYS, 'whenNameExists'),
	toRequest: ({ sweepstakes: SweepstakesToken, SurveyName, ...survey }) => {
		const { Status = true, ...Settings } = survey.settings;
		return {
			SweepstakesToken,
			SurveyName,
			Status,
			Settings: { ...Settings, ...(Object.keys(survey.Visuals).length > 0 && { Visuals: survey.Visuals }) },
			Questions: survey.specifyQuestions === 'fields' ? toQuestions(survey.Questions) : survey.questionsJson,
		};
	},
	toItems({ reply: { Data }, parameters, client }) {
		const closed = describeClosed(Data);
		if (closed) client.hints.add(closed);
		return toCreatedItem(Data, parameters);
	},
});
