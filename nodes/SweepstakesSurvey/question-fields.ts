import type { EntryOf, Field } from '../shared/n8n/operation/field';

const questionFields = [
	{
		displayName: 'Question',
		name: 'QuestionText',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. How did you hear about us?',
		description: 'The text of the question. It is also the name of its column in Get Responses.',
	},
	{
		displayName: 'Type',
		name: 'FieldType',
		type: 'options',
		options: [
			{ name: 'Checkboxes', value: 'checkbox', description: 'One or more of several choices' },
			{ name: 'Date', value: 'date' },
			{ name: 'Dropdown', value: 'select', description: 'One of several choices, in a dropdown list' },
			{ name: 'Long Text', value: 'textarea', description: 'Several lines' },
			{ name: 'Net Promoter Score', value: 'nps', description: 'A number from 0 to 10' },
			{ name: 'Rating', value: 'rating', description: 'A number of stars' },
			{ name: 'Short Text', value: 'text', description: 'One line' },
			{ name: 'Single Choice', value: 'radio', description: 'One of several choices, all of them visible' },
			{ name: 'Slider', value: 'slider', description: 'A number between two limits' },
			{ name: 'Yes or No', value: 'yesno' },
		],
		default: 'text',
		required: true,
		description: 'How people answer the question',
	},
	{
		displayName: 'Choices',
		name: 'Options',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. Friends',
		description: 'The choices, one per line, from 2 to 30',
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
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options: [
			{
				displayName: 'Allow Other',
				name: 'AllowOther',
				type: 'boolean',
				default: false,
				description: 'Whether people can write their own answer instead of choosing one',
			},
			{
				displayName: 'Description',
				name: 'QuestionDescription',
				type: 'string',
				default: '',
				placeholder: 'e.g. Choose the first one that comes to mind',
				description: 'The small text below the question',
			},
			{
				displayName: 'Earliest Date',
				name: 'MinDate',
				type: 'dateTime',
				typeOptions: { dateOnly: true },
				default: '',
				description: 'The first day that people can choose. For the type Date.',
			},
			{
				displayName: 'Latest Date',
				name: 'MaxDate',
				type: 'dateTime',
				typeOptions: { dateOnly: true },
				default: '',
				description: 'The last day that people can choose. For the type Date.',
			},
			{
				displayName: 'Max Length',
				name: 'MaxChars',
				type: 'number',
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: 500,
				description: 'Max number of characters. For the types Short Text and Long Text.',
			},
			{
				displayName: 'Max Number',
				name: 'NumberMax',
				type: 'number',
				default: 100,
				description:
					'The highest number that people can enter. A Short Text with this setting accepts only numbers.',
			},
			{
				displayName: 'Min Length',
				name: 'MinChars',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 1,
				description: 'Min number of characters. For the types Short Text and Long Text.',
			},
			{
				displayName: 'Min Number',
				name: 'NumberMin',
				type: 'number',
				default: 0,
				description:
					'The lowest number that people can enter. A Short Text with this setting accepts only numbers.',
			},
			{
				displayName: 'Page',
				name: 'Page',
				type: 'number',
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: '',
				placeholder: 'e.g. 2',
				description:
					'The page of the survey that shows the question. By default, it is on the page of the previous question, or on a new page if that one is full.',
			},
			{
				displayName: 'Placeholder',
				name: 'Placeholder',
				type: 'string',
				default: '',
				placeholder: 'e.g. Your answer',
				description: 'The text in the empty field. For the types Short Text and Long Text.',
			},
			{
				displayName: 'Slider Maximum',
				name: 'MaxValue',
				type: 'number',
				default: 100,
				description: 'The highest value. For the type Slider.',
			},
			{
				displayName: 'Slider Minimum',
				name: 'MinValue',
				type: 'number',
				default: 0,
				description: 'The lowest value. For the type Slider.',
			},
			{
				displayName: 'Stars',
				name: 'RatingMax',
				type: 'number',
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: 5,
				description: 'How many stars there are. For the type Rating.',
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
	description: 'The questions of the survey, up to 250 on 50 pages',
	options: [{ displayName: 'Question', name: 'question', values: questionFields }],
} as const satisfies Field;

export const questionsJson = {
	displayName: 'Questions (JSON)',
	name: 'questionsJson',
	type: 'json',
	default:
		'[\n  { "QuestionText": "How did you hear about us?", "FieldType": "radio", "Options": ["Friends", "The news"] }\n]',
	description:
		'A list of questions. Each has QuestionText and FieldType (text, textarea, radio, checkbox, select, slider, rating, nps, yesno, date), and may have Options, Required, QuestionDescription, Page, Layout and Settings. You can use the questions that Get returns when Simplify is off.',
} as const satisfies Field;

type QuestionEntry = EntryOf<typeof questionFields>;

/** Converts questions to the service's format. If a question has a numeric limit, its answers are numbers. */
export function toQuestions({ question = [] }: { question?: QuestionEntry[] }) {
	return question.map(({ Options, additionalFields, ...one }) => {
		const { QuestionDescription, Page, ...limits } = additionalFields;
		const isNumber = limits.NumberMin !== undefined || limits.NumberMax !== undefined;
		const settings = { ...limits, ...(isNumber && { DataType: 'number' }) };
		return {
			...one,
			QuestionDescription,
			Page,
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
