import { updateSurvey } from '../api/surveys';
import { simplify } from '../../shared/n8n/common-fields';
import { InputError } from '../../shared/n8n/errors/node-errors';
import { clearKeys } from '../../shared/n8n/input/clear';
import type { Field } from '../../shared/n8n/operation/field';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { survey } from '../picker';
import { toSurveyItem } from '../items';
import { questions, questionsJson, toQuestions } from '../question-fields';
import { design, settings, surveyName } from '../survey-fields';

const clear = {
	displayName: 'Clear',
	name: 'clear',
	type: 'multiOptions',
	options: [
		{ name: 'End Date', value: 'EndDate' },
		{ name: 'Redirect URL', value: 'RedirectUrl' },
		{ name: 'Start Date', value: 'StartDate' },
	],
	default: [],
	description: 'The settings to remove',
} as const satisfies Field;

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update a survey',
	description: 'Update, activate, deactivate or archive a survey, by its ID',
	fields: [
		survey,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			typeOptions: { minRequiredFields: 1 },
			placeholder: 'Add field',
			default: {},
			description: 'The fields to change, at least one. Empty fields are left unchanged.',
			options: [
				{
					displayName: 'Active',
					name: 'Status',
					type: 'boolean',
					default: true,
					description: 'Whether people can answer the survey',
				},
				{
					displayName: 'Archived',
					name: 'Archived',
					type: 'boolean',
					default: true,
					description:
						'Whether the survey is archived. People cannot answer an archived survey. It keeps its responses.',
				},
				clear,
				design,
				{ ...surveyName, required: false },
				{
					...questions,
					description:
						'The new questions, which replace all questions of the survey. This works only while it has no responses.',
				},
				{
					...questionsJson,
					default: '',
					description: `${questionsJson.description} If you use this field, leave “Questions” out. An empty list removes all questions.`,
				},
				settings,
			],
		},
		simplify,
	],
	endpoint: updateSurvey,
	toRequest({ survey: SurveyToken, updateFields }) {
		const {
			clear: chosen = [],
			Questions,
			questionsJson: json,
			settings: changed = {},
			Visuals,
			...plain
		} = updateFields;
		// An empty list from the fields is not sent, because it would remove all questions. The JSON field may send one.
		const listed = Questions?.question?.length ? toQuestions(Questions) : undefined;
		if (listed && json !== undefined)
			throw new InputError(
				'Update Fields › Questions (JSON)',
				'cannot be combined with “Questions”: remove one of the two',
			);
		const replaced = listed ?? json;
		const cleared = clearKeys('Update Fields › Clear', clear, chosen, changed);
		const Settings = {
			...changed,
			...cleared,
			...('RedirectUrl' in cleared && { RedirectUrl: '' }),
			...(Visuals && { Visuals }),
		};
		return {
			SurveyToken,
			...plain,
			...(Object.keys(Settings).length > 0 && { Settings }),
			...(replaced !== undefined && { Questions: replaced }),
		};
	},
	toItems: ({ reply: { Data }, parameters }) => toSurveyItem(Data, parameters),
});
