import {
	anything,
	day,
	flag,
	hexColor,
	https,
	list,
	moment,
	number,
	object,
	oneOf,
	text,
	uuid,
	whole,
} from '../kinds';
import { nullable, required, withDefault, type Table } from './table';

const SURVEY = {
	'Settings.CollectContactInfo': flag,
	'Settings.ShowProgressBar': flag,
	'Settings.ShuffleQuestions': flag,
	'Settings.AllowMultipleResponses': flag,
	'Settings.ShowCountdown': flag,
	'Settings.EnableSharing': flag,
	'Settings.Visuals.DarkMode': flag,
	'Questions[].Required': withDefault(false, flag),
	Settings: object,
	'Settings.Visuals': object,
	'Questions[].Settings': object,
	'Settings.Description': text(),
	'Questions[].QuestionDescription': text(),
	'Questions[].Layout': text(),
	'Settings.ThankYouMessage': text({ max: 2_000 }),
	'Settings.QuestionsPerPage': whole({ min: 1, max: 5 }),
	'Settings.StartDate': nullable(moment),
	'Settings.EndDate': nullable(moment),
	'Questions[].Settings.MinDate': moment,
	'Questions[].Settings.MaxDate': moment,
	'Settings.MaxResponses': whole({ min: 0 }),
	'Settings.Language': oneOf('en', 'es'),
	'Settings.Visuals.PrimaryColor': hexColor,
	'Settings.Visuals.BackgroundColor': hexColor,
	'Settings.Visuals.CardColor': hexColor,
	'Settings.Visuals.TextColor': hexColor,
	'Settings.Visuals.ButtonColor': hexColor,
	'Settings.Visuals.ButtonTextColor': hexColor,
	'Settings.Visuals.FontFamily': oneOf('Roboto', 'Arial', 'Georgia', 'Montserrat', 'Poppins', 'Courier New'),
	'Settings.Visuals.ButtonStyle': oneOf('rounded', 'square', 'pill'),
	'Settings.Visuals.TransitionStyle': oneOf('book', 'slide', 'fade'),
	Questions: list({ max: 250 }),
	'Questions[].Page': withDefault(1, whole({ min: 1 })),
	'Questions[].Settings.RatingMax': whole({ min: 1 }),
	'Questions[].QuestionText': required(text({ min: 1 })),
	'Questions[].FieldType': required(
		oneOf('text', 'textarea', 'radio', 'checkbox', 'select', 'slider', 'rating', 'nps', 'yesno', 'date'),
	),
	'Questions[].Options': list({ max: 30 }),
	'Questions[].Settings.MinValue': number(),
	'Questions[].Settings.MaxValue': number(),
	'Questions[].Settings.NumberMin': number(),
	'Questions[].Settings.NumberMax': number(),
	'Settings.RedirectUrl': https,
	'Settings.LogoFile': anything,
	'Settings.BackgroundImage': anything,
	'Settings.PageMedia': anything,
};

const CREATED = {
	SurveyToken: 'UUID',
	SweepstakesToken: 'UUID',
	SweepstakesName: 'Winter Giveaway',
	SurveyName: 'Survey',
	QuestionsCount: 1,
	PagesCount: 1,
	Settings: {},
	PublicLink: '/s?tkn=UUID',
	Archived: false,
	Status: true,
};

const STORED = {
	...CREATED,
	CreationDate: '2030-01-15T12:00:00.000Z',
	ResponsesCount: 1,
	IsLocked: true,
};

const HEAD = { SurveyToken: 'UUID', SweepstakesToken: 'UUID', SurveyName: 'Survey' };

export const surveys = {
	'/surveys/create': {
		status: 201,
		request: {
			SweepstakesToken: required(uuid),
			SurveyName: required(text({ min: 1, max: 200 })),
			Status: withDefault(true, flag),
			...SURVEY,
		},
		reply: {
			Message: '…',
			Data: { ...CREATED, Availability: { Live: true, Reasons: [], Message: '…' }, IgnoredSettings: [] },
		},
	},
	'/surveys/fetch': {
		request: {
			SweepstakesToken: uuid,
			Status: flag,
			Archived: flag,
			Page: withDefault(1, whole({ min: 1 })),
			Limit: withDefault(50, whole({ min: 1, max: 200 })),
		},
		reply: {
			Message: '…',
			Data: { Surveys: [STORED], Pagination: { Page: 1, Limit: 50, TotalSurveys: 1, TotalPages: 1 } },
		},
	},
	'/surveys/single': {
		request: { SurveyToken: required(uuid) },
		reply: {
			Message: '…',
			Data: {
				Survey: { ...STORED, Settings: { LogoFile: null } },
				Questions: [
					{
						QuestionToken: 'UUID',
						Page: 1,
						QuestionText: 'How many?',
						QuestionDescription: '',
						FieldType: 'slider',
						Layout: '',
						Required: false,
						Order: 1,
						Options: [],
						Settings: {
							Placeholder: '',
							MinChars: 0,
							MaxChars: 500,
							DataType: 'text',
							AllowOther: false,
							RatingIcon: 'star',
							RatingMax: 5,
						},
						Status: true,
					},
				],
			},
		},
	},
	'/surveys/update': {
		request: {
			SurveyToken: required(uuid),
			SurveyName: text({ min: 1, max: 200 }),
			Status: flag,
			Archived: flag,
			...SURVEY,
		},
		reply: {
			Message: '…',
			Data: {
				...STORED,
				SurveyName: 'Renamed',
				UpdatedFields: ['SurveyName'],
				QuestionsReplaced: false,
				IgnoredSettings: [],
			},
		},
	},
	'/surveys/delete': {
		request: { SurveyToken: required(uuid), Confirm: withDefault(false, flag) },
		reply: { Message: '…', Data: { ...HEAD, Deleted: { Questions: 1, Responses: 1, Stats: 0, Files: 0 } } },
	},
	'/surveys/responses': {
		request: {
			SurveyToken: required(uuid),
			Completed: flag,
			IncludeMetadata: withDefault(false, flag),
			FromDate: day,
			ToDate: day,
			Page: withDefault(1, whole({ min: 1 })),
			Limit: withDefault(25, whole({ min: 1, max: 100 })),
		},
		reply: {
			Message: '…',
			Data: {
				...HEAD,
				Responses: [
					{
						ResponseToken: 'UUID',
						ParticipantToken: null,
						CreationDate: '2030-01-15T12:00:00.000Z',
						Completed: true,
						CompletionTime: 60,
						Answers: [
							{ QuestionToken: 'UUID', Page: 1, FieldType: 'slider', QuestionText: 'How many?', Answer: 3 },
						],
					},
				],
				Pagination: { Page: 1, Limit: 25, TotalResponses: 1, TotalPages: 1 },
			},
		},
	},
	'/surveys/report': {
		request: { SurveyToken: required(uuid), TimelineDays: withDefault(30, whole({ min: 1, max: 365 })) },
		reply: {
			Message: '…',
			Data: {
				...HEAD,
				CreationDate: '2030-01-15T12:00:00.000Z',
				TimelineDays: 30,
				AIInsights: null,
				Report: {
					Totals: { Visits: 1, Starts: 1, PageViews: 1, Completes: 1, Abandons: 0 },
					TotalResponses: 1,
					CompletedResponses: 1,
					AbandonedResponses: 0,
					CompletionRate: 100,
					CompletionTimes: { Avg: 60, Min: 60, Max: 60 },
					Devices: [{ Label: 'desktop', Count: 1 }],
					Browsers: [{ Label: 'Sandbox', Count: 1 }],
					Timeline: [
						{ Day: '2030-01-15', EventType: 'start', Count: 1 },
						{ Day: '2030-01-15', EventType: 'complete', Count: 1 },
					],
					Questions: [
						{
							QuestionToken: 'UUID',
							Page: 1,
							Order: 1,
							QuestionText: 'How many?',
							FieldType: 'slider',
							Options: [],
							Distribution: [{ Answer: '3', Count: 1, Kind: 'other' }],
							TotalAnswers: 1,
							Respondents: 1,
							TotalSelections: 1,
							OtherHidden: { Answers: 0, Count: 0 },
							Truncated: false,
						},
					],
				},
			},
		},
	},
} satisfies Table;
