import type { Field, ParametersOf } from '../shared/n8n/operation/field';

const questionFields = [
	{
		displayName: 'Question',
		name: 'QuestionText',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. How did you hear about us?',
		description: 'What people read. It is the name of the column in Get Responses.',
	},
	{
		displayName: 'Type',
		name: 'FieldType',
		type: 'options',
		options: [
			{ name: 'Date', value: 'date' },
			{ name: 'Dropdown', value: 'select', description: 'One of several choices, in a list that opens' },
			{ name: 'Long Text', value: 'textarea', description: 'Several lines' },
			{ name: 'Multiple Choice', value: 'checkbox', description: 'Any of several choices' },
			{ name: 'Rating', value: 'rating', description: 'A number of stars or other signs' },
			{ name: 'Recommendation', value: 'nps', description: 'From 0 to 10, as for a net promoter score' },
			{ name: 'Short Text', value: 'text', description: 'One line' },
			{ name: 'Single Choice', value: 'radio', description: 'One of several choices, all of them visible' },
			{ name: 'Slider', value: 'slider', description: 'A number between two limits' },
			{ name: 'Yes or No', value: 'yesno' },
		],
		default: 'text',
		description: 'How people answer',
	},
	{
		displayName: 'Choices',
		name: 'Options',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. Friends',
		description: 'What people can choose: one choice in each line, from 2 to 30 choices',
		displayOptions: { show: { FieldType: ['checkbox', 'radio', 'select'] } },
	},
	{
		displayName: 'Required',
		name: 'Required',
		type: 'boolean',
		default: false,
		description: 'Whether people must answer this question',
	},
	{
		displayName: 'Description',
		name: 'QuestionDescription',
		type: 'string',
		default: '',
		placeholder: 'e.g. Choose the first one that comes to mind',
		description: 'A smaller text below the question',
	},
	{
		displayName: 'Page',
		name: 'Page',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: '',
		placeholder: 'e.g. 2',
		description:
			'The page of the survey that the question is on. If you leave this empty, the question follows the one before it, and a new page begins when one is full.',
	},
	{
		displayName: 'Limits and Hints',
		name: 'limits',
		type: 'collection',
		placeholder: 'Add setting',
		default: {},
		description: 'What an answer may be. Which settings apply depends on the type of the question.',
		options: [
			{
				displayName: 'Allow Other Answers',
				name: 'AllowOther',
				type: 'boolean',
				default: false,
				description: 'Whether people can write an answer that is not among the choices',
			},
			{
				displayName: 'Earliest Date',
				name: 'MinDate',
				type: 'dateTime',
				typeOptions: { dateOnly: true },
				default: '',
				description: 'For the type Date: the first day that is accepted',
			},
			{
				displayName: 'Highest Number',
				name: 'NumberMax',
				type: 'number',
				default: 100,
				description: 'For the type Short Text: the highest number that is accepted',
			},
			{
				displayName: 'Highest Rating',
				name: 'RatingMax',
				type: 'number',
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: 5,
				description: 'For the type Rating: how many stars there are',
			},
			{
				displayName: 'Latest Date',
				name: 'MaxDate',
				type: 'dateTime',
				typeOptions: { dateOnly: true },
				default: '',
				description: 'For the type Date: the last day that is accepted',
			},
			{
				displayName: 'Longest Answer',
				name: 'MaxChars',
				type: 'number',
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: 500,
				description: 'For texts: how many characters an answer has at most',
			},
			{
				displayName: 'Lowest Number',
				name: 'NumberMin',
				type: 'number',
				default: 0,
				description: 'For the type Short Text: the lowest number that is accepted',
			},
			{
				displayName: 'Placeholder',
				name: 'Placeholder',
				type: 'string',
				default: '',
				placeholder: 'e.g. Your answer',
				description: 'For texts: what the empty field shows',
			},
			{
				displayName: 'Shortest Answer',
				name: 'MinChars',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 1,
				description: 'For texts: how many characters an answer has at least',
			},
			{
				displayName: 'Slider From',
				name: 'MinValue',
				type: 'number',
				default: 0,
				description: 'For the type Slider: the lowest value',
			},
			{
				displayName: 'Slider To',
				name: 'MaxValue',
				type: 'number',
				default: 100,
				description: 'For the type Slider: the highest value',
			},
		],
	},
] as const satisfies readonly Field[];

export const questions = {
	displayName: 'Questions',
	name: 'Questions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true, multipleValueButtonText: 'Add question' },
	placeholder: 'Add question',
	default: {},
	description: 'The questions in their order, up to 250 on 50 pages',
	options: [{ displayName: 'Question', name: 'question', values: questionFields }],
} as const satisfies Field;

export const questionsJson = {
	displayName: 'Questions (JSON)',
	name: 'questionsJson',
	type: 'json',
	default:
		'[\n  { "QuestionText": "How did you hear about us?", "FieldType": "radio", "Options": ["Friends", "The news"] }\n]',
	description:
		'A list of questions. Each has QuestionText and FieldType (text, textarea, radio, checkbox, select, slider, rating, nps, yesno, date), and may have Options, Required, QuestionDescription, Page, Layout and Settings. The questions that Get returns with Simplify off can be used as they are.',
} as const satisfies Field;

type QuestionParameters = ParametersOf<typeof questionFields>;

/** Converts questions to the service's format. A question with a numeric limit gets numeric answers. */
export function toQuestions({ question = [] }: { question?: QuestionParameters[] }) {
	return question.map(({ Options, limits, ...one }) => {
		const isNumber = limits.NumberMin !== undefined || limits.NumberMax !== undefined;
		const settings = { ...limits, ...(isNumber && { DataType: 'number' }) };
		return {
			...one,
			...(Options !== undefined && { Options: splitLines(Options) }),
			...(Object.keys(settings).length > 0 && { Settings: settings }),
		};
	});
}

function splitLines(text: string): string[] {
	return text
		.split('\n')
		.map((line) => line.trim())
		.filter(Boolean);
}
