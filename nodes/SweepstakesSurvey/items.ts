import { only } from '../shared/n8n/output/keys';
import { isObject, textOf, type Json } from '../shared/json';

const KEYS = [
	'SurveyName',
	'SweepstakesName',
	'PublicLink',
	'Live',
	'Reasons',
	'Status',
	'Archived',
	'ResponsesCount',
	'QuestionsCount',
	'PagesCount',
	'IsLocked',
	'UpdatedFields',
	'CreationDate',
	'SurveyToken',
	'SweepstakesToken',
];

/** A survey as it comes out of the node, without its settings. A new one says whether people can answer it now, and if not, why. */
export function surveyItem(survey: Json, { simplify }: { simplify: boolean }): Json {
	if (!simplify) return survey;
	const { Live, Reasons } = isObject(survey.Availability) ? survey.Availability : {};
	return only({ ...survey, ...(Live !== undefined && { Live, Reasons }) }, KEYS) as Json;
}

const QUESTION_KEYS = [
	'QuestionText',
	'QuestionDescription',
	'FieldType',
	'Options',
	'Required',
	'Page',
	'Order',
	'QuestionToken',
];

/** A question without its settings, and with its choices as texts. */
export function questionItem(question: Json): Json {
	const { Options } = question;
	const labels = Array.isArray(Options) && Options.map((one) => (isObject(one) ? textOf(one.Label) : one));
	return only({ ...question, ...(labels && { Options: labels }) }, QUESTION_KEYS) as Json;
}
