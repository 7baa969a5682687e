import { fetchReport, timelineDays } from '../api/surveys';
import { simplify, toLimits } from '../../shared/n8n/common-fields';
import { pickKeys } from '../../shared/n8n/output/keys';
import { asObject, asRecords, asText, cut, type Json } from '../../shared/json';
import { readCount } from '../../shared/numeral';
import { pluralize } from '../../shared/pluralize';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { survey } from '../picker';

export const getReport = defineOperation({
	name: 'Get Report',
	value: 'getReport',
	action: 'Get a survey report',
	description:
		'Return the report of a survey by its ID: visits and responses, or how often each answer was given',
	fields: [
		survey,
		{
			displayName: 'Report',
			name: 'part',
			type: 'options',
			options: [
				{
					name: 'Answers',
					value: 'answers',
					description: 'How often each answer was given, with one item per answer',
				},
				{
					name: 'Devices and Browsers',
					value: 'visitors',
					description: 'How many people used each device and browser, with one item per device and browser',
				},
				{
					name: 'Timeline',
					value: 'timeline',
					description: 'What happened each day, with one item for each kind of event on a day',
				},
				{
					name: 'Totals',
					value: 'totals',
					description: 'Visits, responses, completion rate and times, in one item',
				},
			],
			default: 'totals',
			description:
				'The part of the report to return. If you turn off “Simplify”, you get one item with all parts of the report.',
		},
		{
			displayName: 'Timeline Days',
			name: 'TimelineDays',
			type: 'number',
			typeOptions: toLimits(timelineDays),
			default: 30,
			description: 'The number of days in the timeline, up to 365',
			displayOptions: { show: { part: ['timeline'] } },
		},
		simplify,
	],
	endpoint: fetchReport,
	toRequest: ({ survey: SurveyToken, TimelineDays }) => ({
		SurveyToken,
		...(TimelineDays !== undefined && { TimelineDays }),
	}),
	toItems({ client, reply: { Data }, parameters: { part, simplify: isSimple } }) {
		if (!isSimple) return Data;
		const { Report, ...survey } = Data;
		if (part === 'answers') for (const hint of describeHidden(Report)) client.hints.add(hint);
		return PARTS[part](Report, survey);
	},
});

/** Returns hints about the less frequent answers, which a report leaves out. */
function describeHidden({ Questions }: Json): string[] {
	return asRecords(Questions).flatMap(({ QuestionText, OtherHidden }) => {
		const hidden = readCount(asObject(OtherHidden).Answers) ?? 0;
		if (hidden === 0) return [];
		const answers = pluralize(hidden, 'less frequent answer');
		return `The report leaves out ${answers} to “${cut(asText(QuestionText))}”. To get all answers, use Survey › Get Responses.`;
	});
}

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
		return pickKeys(
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
