import { dropUndefined } from '../shared/json';
import type { EntryOf, Field } from '../shared/n8n/operation/field';

const questionFields = [
	{
		displayName: 'Question',
		name: 'QuestionText',
		type: 'string',
		typeOptions: { refuseEmptyParts: true },
		default: '',
		required: true,
		placeholder: 'e.g. How did you hear about us?',
		description: 'The text of the question. In Get Responses, the column with the answers has this name.',
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
		typeOptions: { rows: 4, refuseEmptyParts: true },
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
		displayName: 'Allow Other',
		name: 'AllowOther',
		type: 'boolean',
		default: false,
		description: 'Whether people can write their own answer instead of choosing one',
		displayOptions: { show: { FieldType: ['checkbox', 'radio', 'select'] } },
	},
	{
		displayName: 'Earliest Date',
		name: 'MinDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description: 'The first day that people can choose, by default any day',
		displayOptions: { show: { FieldType: ['date'] } },
	},
	{
		displayName: 'Latest Date',
		name: 'MaxDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description: 'The last day that people can choose, by default any day',
		displayOptions: { show: { FieldType: ['date'] } },
	},
	{
		displayName: 'Stars',
		name: 'RatingMax',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 5,
		description: 'How many stars there are',
		displayOptions: { show: { FieldType: ['rating'] } },
	},
	{
		displayName: 'Slider Minimum',
		name: 'MinValue',
		type: 'number',
		default: 0,
		description: 'The lowest value',
		displayOptions: { show: { FieldType: ['slider'] } },
	},
	{
		displayName: 'Slider Maximum',
		name: 'MaxValue',
		type: 'number',
		default: 100,
		description: 'The highest value',
		displayOptions: { show: { FieldType: ['slider'] } },
	},
	{
		displayName: 'Text Settings',
		name: 'textSettings',
		type: 'collection',
		placeholder: 'Add setting',
		default: {},
		options: [
			{
				displayName: 'Max Length',
				name: 'MaxChars',
				type: 'number',
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: 500,
				description: 'Max number of characters',
			},
			{
				displayName: 'Min Length',
				name: 'MinChars',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 1,
				description: 'Min number of characters',
			},
			{
				displayName: 'Placeholder',
				name: 'Placeholder',
				type: 'string',
				typeOptions: { refuseEmptyParts: true },
				default: '',
				placeholder: 'e.g. Your answer',
				description: 'The text in the empty field',
			},
		],
		displayOptions: { show: { FieldType: ['text', 'textarea'] } },
	},
	{
		displayName: 'Number Limits',
		name: 'numberLimits',
		type: 'collection',
		placeholder: 'Add limit',
		default: {},
		description: 'The lowest and highest number allowed. With a limit, people can enter only numbers.',
		options: [
			{
				displayName: 'Max Number',
				name: 'NumberMax',
				type: 'number',
				default: 100,
				description: 'The highest number that people can enter',
			},
			{
				displayName: 'Min Number',
				name: 'NumberMin',
				type: 'number',
				default: 0,
				description: 'The lowest number that people can enter',
			},
		],
		displayOptions: { show: { FieldType: ['text'] } },
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options: [
			{
				displayName: 'Description',
				name: 'QuestionDescription',
				type: 'string',
				typeOptions: { refuseEmptyParts: true },
				default: '',
				placeholder: 'e.g. Choose the first one that comes to mind',
				description: 'The small text below the question',
			},
			{
				displayName: 'Page',
				name: 'Page',
				type: 'number',
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: '',
				placeholder: 'e.g. 2',
				description:
					'The page of the survey that shows the question. By default, this is the page of the previous question or, if that page is full, a new page.',
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
	fills: 'Questions',
	type: 'json',
	default:
		'[\n  { "QuestionText": "How did you hear about us?", "FieldType": "radio", "Options": ["Friends", "The news"] }\n]',
	description:
		'A list of questions. Each has QuestionText and FieldType (text, textarea, radio, checkbox, select, slider, rating, nps, yesno, date), and may have Options, Required, QuestionDescription, Page, Layout and Settings. You can use the questions that the operation Get returns when “Simplify” is off.',
} as const satisfies Field;

type QuestionEntry = EntryOf<typeof questionFields>;

/** Converts questions to the service's format. A question with a number limit gets the data type "number". */
export function toQuestions({ question = [] }: { question?: QuestionEntry[] }) {
	return question.map(
		({
			QuestionText,
			FieldType,
			Required,
			Options,
			additionalFields,
			textSettings,
			numberLimits,
			...ofType
		}) => {
			const isNumber = Object.keys(numberLimits).length > 0;
			const Settings = dropUndefined({
				...ofType,
				...textSettings,
				...numberLimits,
				...(isNumber && { DataType: 'number' }),
			});
			return {
				QuestionText,
				FieldType,
				Required,
				...additionalFields,
				...(Options !== undefined && { Options: splitLines(Options) }),
				...(Object.keys(Settings).length > 0 && { Settings }),
			};
		},
	);
}

function splitLines(text: string): string[] {
	return text
		.split('\n')
		.map((line) => line.trim())
		.filter(Boolean);
}
