import { responsesWithQuestions } from '../api/surveys';
import { limit, returnAll, simplify } from '../../shared/n8n/common-fields';
import { toResponseItem } from '../items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { survey } from '../picker';

export const getResponses = defineOperation({
	name: 'Get Responses',
	value: 'getResponses',
	action: 'Get the responses to a survey',
	description:
		'Return the responses to a survey (by its ID), newest first. Each question becomes a column of answers.',
	fields: [
		survey,
		returnAll,
		limit,
		simplify,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Completed',
					name: 'Completed',
					type: 'boolean',
					default: true,
					description:
						'Whether to return only completed responses. If off, only incomplete responses are returned.',
				},
				{
					displayName: 'From Date',
					name: 'FromDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'Return only responses on or after this day',
				},
				{
					displayName: 'To Date',
					name: 'ToDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'Return only responses on or before this day',
				},
			],
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Include Metadata',
					name: 'IncludeMetadata',
					type: 'boolean',
					default: false,
					description:
						'Whether to return the device, browser, IP address and language of each person. This is personal data.',
				},
			],
		},
	],
	endpoint: responsesWithQuestions,
	toRequest: ({ survey: SurveyToken, filters, options: { IncludeMetadata } }) => ({
		SurveyToken,
		...filters,
		IncludeMetadata,
	}),
	toItems: ({ reply: { response, questions }, parameters }) =>
		toResponseItem(response, questions, parameters),
});
