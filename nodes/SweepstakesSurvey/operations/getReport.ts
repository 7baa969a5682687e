import { fetchReport, timelineDays } from '../api/surveys';
import { toLimits } from '../../shared/fields/limitsOf';
import { simplify } from '../../shared/fields/simplify';
import { only } from '../../shared/n8n/output/keys';
import { asObject, asRecords, type Json } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { survey } from '../picker';

export const getReport = defineOperation({
	name: 'Get Report',
	value: 'getReport',
	action: 'Get the report of a survey',
	description:
		'Return the numbers of a survey by its ID: visits and responses, or how often each answer was given',
	fields: [
		survey,
		{
			displayName: 'Return',
			name: 'part',
			type: 'options',
			options: [
				{
					name: 'Answers',
					value: 'answers',
					description: 'How often each answer was given: one item for each answer of each question',
				},
				{
					name: 'Devices and Browsers',
					value: 'visitors',
					description: 'How many people used which device and browser: one item for each',
				},
				{
					name: 'Timeline',
					value: 'timeline',
					description: 'What happened on each day: one item for each day and kind of event',
				},
				{
					name: 'Totals',
					value: 'totals',
					description: 'Visits, responses, completion rate and times in one item',
				},
			],
			default: 'totals',
			description: 'Which numbers to return. With Simplify off, all of them come out in one item.',
		},
		{
			displayName: 'Days in Timeline',
			name: 'TimelineDays',
			type: 'number',
			typeOptions: toLimits(timelineDays),
			default: 30,
			description: 'How many days back the timeline goes, up to 365',
			displayOptions: { show: { part: ['timeline'] } },
		},
		simplify,
	],
	endpoint: fetchReport,
	toRequest: ({ survey: SurveyToken, TimelineDays }) => ({
		SurveyToken,
		...(TimelineDays !== undefined && { TimelineDays }),
	}),
	toItems({ reply: { Data }, parameters: { part, simplify: isSimple } }) {
		if (!isSimple) return Data;
		const { Report, ...survey } = Data;
		return PARTS[part](Report, survey);
	},
});

const TOTALS = [
	'SurveyName',
	'Visits',
	'Starts',
	'PageViews',
	'Completes',
	'Abandons',
	'TotalResponses',
	'CompletedResponses',
	'AbandonedResponses',
	'CompletionRate',
	'AverageSeconds',
	'FastestSeconds',
	'SlowestSeconds',
	'AIInsights',
	'CreationDate',
	'SurveyToken',
	'SweepstakesToken',
];

const PARTS = {
	totals: ({ Totals, CompletionTimes, ...report }, survey) => {
		const times = asObject(CompletionTimes);
		return only(
			{
				...survey,
				...report,
				...asObject(Totals),
				AverageSeconds: times.Avg,
				FastestSeconds: times.Min,
				SlowestSeconds: times.Max,
			},
			TOTALS,
		);
	},
	answers: ({ Questions }) =>
		asRecords(Questions).flatMap(({ QuestionText, FieldType, Distribution, Respondents, QuestionToken }) =>
			asRecords(Distribution).map(({ Answer, Count, Kind }) => ({
				QuestionText,
				Answer,
				Count,
				...(Kind !== undefined && { Kind }),
				...(Respondents !== undefined && { Respondents }),
				FieldType,
				QuestionToken,
			})),
		),
	timeline: ({ Timeline }) => asRecords(Timeline),
	visitors: ({ Devices, Browsers }) => [
		...asRecords(Devices).map((one) => ({ Kind: 'device', ...one })),
		...asRecords(Browsers).map((one) => ({ Kind: 'browser', ...one })),
	],
} satisfies Record<string, (report: Json, survey: Json) => object | object[]>;
