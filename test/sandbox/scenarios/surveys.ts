import { DAY_MS } from '../../support/constants';
import { named, type Scenario } from './scenario';

export const surveys = [
	{
		title: 'A survey with invalid questions or dates is refused',
		steps: [
			{
				call: '/surveys/create',
				send: { Settings: { EndDate: '2030-01-14', StartDate: '2030-01-15' } },
				status: 400,
			},
			{
				call: '/surveys/create',
				send: {
					Questions: [{ QuestionText: 'How?', FieldType: 'slider', Settings: { MinValue: 5, MaxValue: 5 } }],
				},
				status: 400,
			},
			{
				call: '/surveys/create',
				send: { Questions: [{ QuestionText: 'How?', FieldType: 'slider', Options: ['Tea', 'Coffee'] }] },
				status: 400,
			},
			{
				call: '/surveys/create',
				send: { Questions: [{ QuestionText: 'How?', FieldType: 'radio', Options: ['Tea'] }] },
				status: 400,
			},
			{
				call: '/surveys/create',
				send: { Questions: [{ QuestionText: 'How?', FieldType: 'select', Options: ['Tea', 'Tea'] }] },
				status: 400,
			},
			{
				call: '/surveys/create',
				send: { Questions: [{ QuestionText: 'How?', FieldType: 'radio', Options: ['Tea', 'Coffee'] }] },
			},
		],
	},
	{
		title: 'A survey that is not live says why',
		steps: [
			{
				call: '/surveys/create',
				send: { Questions: [{ QuestionText: 'Why?', FieldType: 'text' }] },
				reply: { Availability: { Live: true, Reasons: [] } },
			},
			{
				call: '/surveys/create',
				send: { Questions: [{ QuestionText: 'Why?', FieldType: 'text' }], Status: false },
				reply: { Availability: { Live: false, Reasons: ['Disabled'] } },
			},
			{ call: '/surveys/create', reply: { Availability: { Live: false, Reasons: ['NoQuestions'] } } },
			{
				call: '/surveys/create',
				send: {
					Questions: [{ QuestionText: 'Why?', FieldType: 'text' }],
					Settings: { StartDate: '2030-01-16' },
				},
				reply: { 'Availability.Reasons': ['NotStarted'] },
			},
			{
				call: '/surveys/create',
				send: {
					Questions: [{ QuestionText: 'Why?', FieldType: 'text' }],
					Settings: { EndDate: '2030-01-14' },
				},
				reply: { 'Availability.Reasons': ['Ended'] },
			},
		],
	},
	{
		title: 'A survey returns its pages in order and its questions with tokens, but ignores files',
		steps: [
			{
				call: '/surveys/create',
				send: {
					Settings: { LogoFile: 'x' },
					Questions: [
						{ QuestionText: 'Why?', FieldType: 'text' },
						{
							QuestionText: 'Which?',
							FieldType: 'checkbox',
							Options: ['Tea', { Label: 'Coffee', Value: 'c' }],
							Page: 7,
						},
					],
				},
				reply: { IgnoredSettings: ['LogoFile'], PagesCount: 2 },
			},
			{
				call: '/surveys/single',
				reply: {
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
				},
			},
		],
	},
	{
		title: 'The plan of an account limits its surveys and their sharing',
		account: { plan: { MaxSurveysAllowed: 1, AllowSurveysSharing: false } },
		steps: [
			{ call: '/surveys/create', send: { Settings: { EnableSharing: true } }, status: 400 },
			{
				call: '/surveys/create',
				reply: { 'Availability.Reasons': ['PlanDoesNotAllowSharing', 'NoQuestions'] },
			},
			{ call: '/surveys/create', status: 403 },
		],
	},
	{
		title: 'Surveys are filtered and listed in pages, newest first, without their design',
		steps: [
			{
				call: '/surveys/create',
				send: { SurveyName: 'A', Settings: { Language: 'es', Visuals: { DarkMode: true } } },
			},
			{
				call: '/surveys/create',
				send: { SurveyName: 'B', Status: false, Settings: { Language: 'es', Visuals: { DarkMode: true } } },
			},
			{
				call: '/surveys/create',
				send: { SurveyName: 'C', Settings: { Language: 'es', Visuals: { DarkMode: true } } },
			},
			{
				call: '/surveys/fetch',
				send: { SweepstakesToken: named('SweepstakesToken'), Limit: 2 },
				reply: {
					Surveys: [{ SurveyName: 'C', ResponsesCount: 0 }, { SurveyName: 'B' }],
					'Surveys.0.Settings.Language': 'es',
					'Surveys.0.Settings.Visuals': undefined,
					Pagination: { Page: 1, Limit: 2, TotalSurveys: 3, TotalPages: 2 },
				},
			},
			{ call: '/surveys/fetch', send: { Limit: 2, Page: 2 }, reply: { Surveys: [{ SurveyName: 'A' }] } },
			{ call: '/surveys/fetch', send: { Status: false }, reply: { Surveys: [{ SurveyName: 'B' }] } },
			{ call: '/surveys/fetch', send: { Archived: true }, reply: { Surveys: [] } },
			{ call: '/surveys/fetch', send: { SweepstakesToken: named('nobody') }, reply: { Surveys: [] } },
			{ call: '/surveys/fetch', by: 'other', reply: { Surveys: [] } },
		],
	},
	{
		title: 'An update of a survey sets and removes settings, and reports both',
		steps: [
			{
				call: '/surveys/create',
				send: {
					Questions: [{ QuestionText: 'Why?', FieldType: 'text' }],
					Settings: {
						StartDate: '2030-01-15',
						RedirectUrl: 'https://example.com',
						Visuals: { DarkMode: true },
					},
				},
			},
			{
				call: '/surveys/update',
				send: {
					SurveyName: 'Renamed',
					Questions: [],
					Settings: {
						StartDate: null,
						RedirectUrl: '',
						BackgroundImage: 'x',
						Visuals: { FontFamily: 'Arial' },
					},
				},
				reply: {
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
				},
			},
			{ call: '/surveys/update', send: { SurveyName: 'Again' }, reply: { QuestionsReplaced: false } },
			{ call: '/surveys/update', status: 400 },
			{ call: '/surveys/update', send: { Settings: { LogoFile: 'x' } }, status: 400 },
			{
				call: '/surveys/update',
				send: {
					Questions: [
						{ QuestionText: 'Why?', FieldType: 'text' },
						{ QuestionText: 'Who?', FieldType: 'text' },
					],
				},
			},
			{ call: '/surveys/update', send: { Settings: { QuestionsPerPage: 1 } }, status: 400 },
			{ call: '/surveys/update', send: { Settings: { QuestionsPerPage: 2 } } },
		],
	},
	{
		title: 'Responses can be begun and completed, and are listed newest first with their questions',
		steps: [
			{
				call: '/surveys/create',
				send: {
					Questions: [
						{ QuestionText: 'Why?', FieldType: 'text' },
						{ QuestionText: 'Which?', FieldType: 'checkbox', Options: ['Tea', 'c'], Page: 7 },
					],
				},
			},
			{
				call: '/_sandbox/survey-responses',
				send: { SurveyToken: named('SurveyToken'), Answers: { 'Why?': 'Fun', 'Which?': ['Tea', 'c'] } },
			},
			{
				call: '/_sandbox/survey-responses',
				send: { SurveyToken: named('SurveyToken'), Answers: { 'Which?': ['Milk'] }, Completed: false },
			},
			{
				call: '/surveys/responses',
				reply: {
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
				},
			},
			{
				call: '/surveys/responses',
				send: { Completed: true, IncludeMetadata: true },
				reply: { Responses: [{ Metadata: { Browser: 'Sandbox', CompletedAt: '2030-01-15T12:01:00.000Z' } }] },
			},
			{
				call: '/surveys/responses',
				send: { Completed: false, IncludeMetadata: true },
				reply: { Responses: [{ Metadata: { CompletedAt: null } }] },
			},
			{ call: '/surveys/responses', send: { FromDate: '2030-01-16' }, reply: { Responses: [] } },
			{ call: '/surveys/responses', send: { ToDate: '2030-01-14' }, reply: { Responses: [] } },
			{
				call: '/surveys/responses',
				send: { FromDate: '2030-01-15', ToDate: '2030-01-15' },
				reply: { 'Responses.length': 2 },
			},
			{ call: '/surveys/responses', send: { FromDate: '2030-01-15', ToDate: '2030-01-14' }, status: 400 },
			{ call: '/_sandbox/survey-responses/complete', send: { ResponseToken: named('ResponseToken') } },
			{ call: '/surveys/responses', send: { Completed: true }, reply: { 'Responses.length': 2 } },
			{
				call: '/_sandbox/survey-responses',
				send: { SurveyToken: named('nobody'), Answers: {} },
				status: 404,
				reply: { Message: /Survey not found/ },
			},
			{
				call: '/_sandbox/survey-responses',
				send: { SurveyToken: named('SurveyToken'), Answers: { 'How?': '1' } },
				status: 404,
				reply: { Message: /Question not found/ },
			},
			{
				call: '/_sandbox/survey-responses/complete',
				send: { ResponseToken: named('nobody') },
				status: 404,
				reply: { Message: /Response not found/ },
			},
		],
	},
	{
		title: 'A survey with responses keeps its questions, and is deleted only with a confirmation',
		steps: [
			{
				call: '/surveys/create',
				send: { SurveyName: 'Tea', Questions: [{ QuestionText: 'Why?', FieldType: 'text' }] },
			},
			{
				call: '/_sandbox/survey-responses',
				send: { SurveyToken: named('SurveyToken'), Answers: { 'Why?': 'Fun' } },
			},
			{
				call: '/surveys/update',
				send: { Questions: [] },
				status: 409,
				reply: { SurveyToken: named('SurveyToken'), ResponsesCount: 1, IsLocked: true },
			},
			{ call: '/surveys/update', send: { SurveyName: 'Renamed' } },
			{
				call: '/surveys/delete',
				status: 409,
				reply: { SurveyToken: named('SurveyToken'), SurveyName: 'Renamed', ResponsesCount: 1 },
			},
			{
				call: '/surveys/delete',
				send: { Confirm: true },
				reply: { Deleted: { Questions: 1, Responses: 1, Stats: 0, Files: 0 } },
			},
			{ call: '/surveys/single', status: 404 },
		],
	},
	{
		title: 'A survey’s report counts responses and answers, and lists preset answers first',
		steps: [
			{
				call: '/surveys/create',
				send: {
					Questions: [
						{ QuestionText: 'Why?', FieldType: 'text' },
						{ QuestionText: 'Which?', FieldType: 'checkbox', Options: ['Tea', 'c', 'Cocoa'], Page: 7 },
					],
				},
			},
			{
				call: '/surveys/report',
				reply: { Report: { CompletionRate: 0, CompletionTimes: { Avg: 0 }, Timeline: [] } },
			},
			{
				call: '/_sandbox/survey-responses',
				send: { SurveyToken: named('SurveyToken'), Answers: { 'Why?': 'Fun', 'Which?': ['Tea', 'c'] } },
			},
			{
				call: '/_sandbox/survey-responses',
				send: { SurveyToken: named('SurveyToken'), Answers: { 'Which?': ['Milk'] }, Completed: false },
			},
			{
				call: '/surveys/report',
				reply: {
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
				},
			},
			{ wait: 2 * DAY_MS },
			{ call: '/surveys/report', send: { TimelineDays: 1 }, reply: { Report: { Timeline: [] } } },
		],
	},
] satisfies Scenario[];
