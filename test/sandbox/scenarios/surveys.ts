import { DAY_MS } from '../../support/constants';
import { by, named, ok, refused, wait, type Scenarios } from './scenario';

const WHY = { QuestionText: 'Why?', FieldType: 'text' };

/** A completed response to a survey, and one that was only begun. */
const TWO_RESPONSES = [
	ok('/_sandbox/survey-responses', {
		SurveyToken: named('SurveyToken'),
		Answers: { 'Why?': 'Fun', 'Which?': ['Tea', 'c'] },
	}),
	ok('/_sandbox/survey-responses', {
		SurveyToken: named('SurveyToken'),
		Answers: { 'Which?': ['Milk'] },
		Completed: false,
	}),
];

export const surveys: Scenarios = {
	'A survey with invalid questions or dates is refused': [
		refused(400, '/surveys/create', { Settings: { EndDate: '2030-01-14', StartDate: '2030-01-15' } }),
		refused(400, '/surveys/create', {
			Questions: [{ QuestionText: 'How?', FieldType: 'slider', Settings: { MinValue: 5, MaxValue: 5 } }],
		}),
		refused(400, '/surveys/create', {
			Questions: [{ QuestionText: 'How?', FieldType: 'slider', Options: ['Tea', 'Coffee'] }],
		}),
		refused(400, '/surveys/create', {
			Questions: [{ QuestionText: 'How?', FieldType: 'radio', Options: ['Tea'] }],
		}),
		refused(400, '/surveys/create', {
			Questions: [{ QuestionText: 'How?', FieldType: 'select', Options: ['Tea', 'Tea'] }],
		}),
		ok('/surveys/create', {
			Questions: [{ QuestionText: 'How?', FieldType: 'radio', Options: ['Tea', 'Coffee'] }],
		}),
	],
	'A survey that is not live says why': [
		ok('/surveys/create', { Questions: [WHY] }).shows({ Availability: { Live: true, Reasons: [] } }),
		ok('/surveys/create', { Questions: [WHY], Status: false }).shows({
			Availability: { Live: false, Reasons: ['Disabled'] },
		}),
		ok('/surveys/create').shows({ Availability: { Live: false, Reasons: ['NoQuestions'] } }),
		ok('/surveys/create', {
			Questions: [WHY],
			Settings: { StartDate: '2030-01-16' },
		}).shows({ 'Availability.Reasons': ['NotStarted'] }),
		ok('/surveys/create', {
			Questions: [WHY],
			Settings: { EndDate: '2030-01-14' },
		}).shows({ 'Availability.Reasons': ['Ended'] }),
	],
	'A survey returns its pages in order and its questions with tokens, but ignores files': [
		ok('/surveys/create', {
			Settings: { LogoFile: 'x' },
			Questions: [
				WHY,
				{
					QuestionText: 'Which?',
					FieldType: 'checkbox',
					Options: ['Tea', { Label: 'Coffee', Value: 'c' }],
					Page: 7,
				},
			],
		}).shows({ IgnoredSettings: ['LogoFile'], PagesCount: 2 }),
		ok('/surveys/single').shows({
			'Survey.Settings': { LogoFile: null },
			Questions: [
				{ QuestionToken: /^.{8}-.{4}-4/, Page: 1, Order: 1, QuestionText: 'Why?', Options: [] },
				{
					Page: 2,
					Options: [
						{ Id: '1', Label: 'Tea', Value: 'Tea', Order: 1 },
						{ Id: '2', Label: 'Coffee', Value: 'c', Order: 2 },
					],
				},
			],
		}),
	],
	'The plan of an account limits its surveys and their sharing': {
		account: { plan: { MaxSurveysAllowed: 1, AllowSurveysSharing: false } },
		steps: [
			refused(400, '/surveys/create', { Settings: { EnableSharing: true } }),
			ok('/surveys/create').shows({ 'Availability.Reasons': ['PlanDoesNotAllowSharing', 'NoQuestions'] }),
			refused(403, '/surveys/create'),
		],
	},
	'Surveys are filtered and listed in pages, newest first, without their design': [
		ok('/surveys/create', { SurveyName: 'A', Settings: { Language: 'es', Visuals: { DarkMode: true } } }),
		ok('/surveys/create', {
			SurveyName: 'B',
			Status: false,
			Settings: { Language: 'es', Visuals: { DarkMode: true } },
		}),
		ok('/surveys/create', { SurveyName: 'C', Settings: { Language: 'es', Visuals: { DarkMode: true } } }),
		ok('/surveys/fetch', { SweepstakesToken: named('SweepstakesToken'), Limit: 2 }).shows({
			Surveys: [{ SurveyName: 'C', ResponsesCount: 0 }, { SurveyName: 'B' }],
			'Surveys.0.Settings.Language': 'es',
			'Surveys.0.Settings.Visuals': undefined,
			Pagination: { Page: 1, Limit: 2, TotalSurveys: 3, TotalPages: 2 },
		}),
		ok('/surveys/fetch', { Limit: 2, Page: 2 }).shows({ Surveys: [{ SurveyName: 'A' }] }),
		ok('/surveys/fetch', { Status: false }).shows({ Surveys: [{ SurveyName: 'B' }] }),
		ok('/surveys/fetch', { Archived: true }).shows({ Surveys: [] }),
		ok('/surveys/fetch', { SweepstakesToken: named('nobody') }).shows({ Surveys: [] }),
		by('other', ok('/surveys/fetch').shows({ Surveys: [] })),
	],
	'An update of a survey sets and removes settings, and reports both': [
		ok('/surveys/create', {
			Questions: [WHY],
			Settings: { StartDate: '2030-01-15', RedirectUrl: 'https://example.com', Visuals: { DarkMode: true } },
		}),
		ok('/surveys/update', {
			SurveyName: 'Renamed',
			Questions: [],
			Settings: { StartDate: null, RedirectUrl: '', BackgroundImage: 'x', Visuals: { FontFamily: 'Arial' } },
		}).shows({
			SurveyName: 'Renamed',
			QuestionsCount: 0,
			QuestionsReplaced: true,
			IgnoredSettings: ['BackgroundImage'],
			Settings: { Visuals: { DarkMode: true, FontFamily: 'Arial' } },
			'Settings.StartDate': undefined,
			'Settings.RedirectUrl': undefined,
			UpdatedFields: [
				'SurveyName',
				'Settings.RedirectUrl',
				'Settings.StartDate',
				'Settings.Visuals',
				'Questions',
			],
		}),
		ok('/surveys/update', { SurveyName: 'Again' }).shows({ QuestionsReplaced: false }),
		refused(400, '/surveys/update'),
		refused(400, '/surveys/update', { Settings: { LogoFile: 'x' } }),
		ok('/surveys/update', {
			Questions: [WHY, { QuestionText: 'Who?', FieldType: 'text' }],
		}),
		refused(400, '/surveys/update', { Settings: { QuestionsPerPage: 1 } }),
		ok('/surveys/update', { Settings: { QuestionsPerPage: 2 } }),
	],
	'Responses can be begun and completed, and are listed newest first with their questions': [
		ok('/surveys/create', {
			Questions: [WHY, { QuestionText: 'Which?', FieldType: 'checkbox', Options: ['Tea', 'c'], Page: 7 }],
		}),
		...TWO_RESPONSES,
		ok('/surveys/responses').shows({
			Pagination: { Page: 1, Limit: 25, TotalResponses: 2, TotalPages: 1 },
			Responses: [
				{ Completed: false, Answers: [{ QuestionText: 'Which?', Answer: ['Milk'] }] },
				{
					Completed: true,
					CompletionTime: 60,
					Answers: [
						{ Page: 1, FieldType: 'text', QuestionText: 'Why?', Answer: 'Fun' },
						{ Page: 2, Answer: ['Tea', 'c'] },
					],
				},
			],
			'Responses.0.Metadata': undefined,
		}),
		ok('/surveys/responses', { Completed: true, IncludeMetadata: true }).shows({
			Responses: [{ Metadata: { Browser: 'Sandbox', CompletedAt: '2030-01-15T12:01:00.000Z' } }],
		}),
		ok('/surveys/responses', { Completed: false, IncludeMetadata: true }).shows({
			Responses: [{ Metadata: { CompletedAt: null } }],
		}),
		ok('/surveys/responses', { FromDate: '2030-01-16' }).shows({ Responses: [] }),
		ok('/surveys/responses', { ToDate: '2030-01-14' }).shows({ Responses: [] }),
		ok('/surveys/responses', { FromDate: '2030-01-15', ToDate: '2030-01-15' }).shows({
			'Responses.length': 2,
		}),
		refused(400, '/surveys/responses', { FromDate: '2030-01-15', ToDate: '2030-01-14' }),
		ok('/_sandbox/survey-responses/complete', { ResponseToken: named('ResponseToken') }),
		ok('/surveys/responses', { Completed: true }).shows({ 'Responses.length': 2 }),
		refused(404, '/_sandbox/survey-responses', { SurveyToken: named('nobody'), Answers: {} }).shows({
			Message: /Survey not found/,
		}),
		refused(404, '/_sandbox/survey-responses', {
			SurveyToken: named('SurveyToken'),
			Answers: { 'How?': '1' },
		}).shows({ Message: /Question not found/ }),
		refused(404, '/_sandbox/survey-responses/complete', { ResponseToken: named('nobody') }).shows({
			Message: /Response not found/,
		}),
	],
	'A survey’s report counts responses and answers, and lists preset answers first': [
		ok('/surveys/create', {
			Questions: [
				WHY,
				{ QuestionText: 'Which?', FieldType: 'checkbox', Options: ['Tea', 'c', 'Cocoa'], Page: 7 },
			],
		}),
		ok('/surveys/report').shows({ Report: { CompletionRate: 0, CompletionTimes: { Avg: 0 }, Timeline: [] } }),
		...TWO_RESPONSES,
		ok('/surveys/report').shows({
			Report: {
				Totals: { Visits: 2, Completes: 1, Abandons: 1 },
				TotalResponses: 2,
				CompletionRate: 50,
				CompletionTimes: { Avg: 60, Min: 60, Max: 60 },
				Devices: [{ Label: 'desktop', Count: 2 }],
				Timeline: [
					{ Day: '2030-01-15', EventType: 'start', Count: 2 },
					{ Day: '2030-01-15', EventType: 'complete', Count: 1 },
				],
				Questions: [
					{ Distribution: [{ Answer: 'Fun', Count: 1, Kind: 'other' }], TotalAnswers: 1 },
					{
						TotalSelections: 3,
						Distribution: [
							{ Answer: 'Tea', Count: 1, Kind: 'value' },
							{ Answer: 'c', Count: 1, Kind: 'value' },
							{ Answer: 'Cocoa', Count: 0, Kind: 'value' },
							{ Answer: 'Milk', Count: 1, Kind: 'other' },
						],
					},
				],
			},
		}),
		wait(2 * DAY_MS),
		ok('/surveys/report', { TimelineDays: 1 }).shows({ Report: { Timeline: [] } }),
	],
};
