import type { INodeParameters } from 'n8n-workflow';

import { createRecord, deletion, item, itemAmong, namedIn, once, row, type Row } from './row';
import { byId, type World } from './world';

const named = namedIn('surveys', 'SurveyName');

const QUESTIONS = [
	{ QuestionText: 'How was it?', FieldType: 'rating' },
	{ QuestionText: 'What did you try?', FieldType: 'checkbox', Options: ['Tea', 'Coffee', 'Cake'] },
];

/** @returns the token of a new survey of the sweepstakes `main` */
async function createSurvey(world: World, SurveyName: string) {
	const body = { SweepstakesToken: world.main, SurveyName, Questions: QUESTIONS };
	return await createRecord(world, '/surveys/create', body, 'SurveyToken');
}

async function createAnsweredSurvey(world: World, name: string): Promise<string> {
	const SurveyToken = await createSurvey(world, name);
	const Answers = { 'How was it?': 5, 'What did you try?': ['Tea', 'Cake'] };
	world.controls.answerSurvey({ SurveyToken, Answers });
	return SurveyToken;
}

const SETTINGS = {
	AllowMultipleResponses: true,
	CollectContactInfo: true,
	EnableSharing: true,
	ShowCountdown: true,
	ShowProgressBar: false,
	ShuffleQuestions: true,
	StartDate: '2090-01-01T08:00:00Z',
	EndDate: '2090-12-31T23:00:00Z',
	Description: 'Two questions',
	Language: 'es',
	MaxResponses: 500,
	QuestionsPerPage: 4,
	RedirectUrl: 'https://example.com/thanks',
	ThankYouMessage: 'Thank you!',
};

const DESIGN = {
	BackgroundColor: '#FFFFFF',
	CardColor: '#FFFFFF',
	PrimaryColor: '#0A7F3F',
	TextColor: '#222222',
	ButtonColor: '#0A7F3F',
	ButtonStyle: 'pill',
	ButtonTextColor: '#FFFFFF',
	DarkMode: true,
	FontFamily: 'Georgia',
	TransitionStyle: 'fade',
};

const DATES = { StartDate: 'date-time', EndDate: 'date-time' } as const;

const reporting = (part: string, more: object, output: Row['output']): Row =>
	row(`getReport, ${part}`, 'POST /surveys/report', {
		parameters: async (world, { n }) => ({
			survey: byId(await createAnsweredSurvey(world, `Report of ${part} ${n}`)),
			part,
			...more,
		}),
		output,
	});

/** A question as the panel stores it. */
const question = (QuestionText: string, FieldType: string, more: INodeParameters) => ({
	QuestionText,
	FieldType,
	...more,
});

const ONE_OF_TWO = question('How did you hear about us?', 'radio', {
	Options: 'Friends\nThe news',
	Required: true,
	AllowOther: true,
	additionalFields: { Page: 1, QuestionDescription: 'The first one that comes to mind' },
});

const CHOICES = ['Tea', 'Coffee'].map((Label) => ({ Label, Value: Label[0]! }));

export const survey: Row[] = [
	once('create', 'POST /surveys/create', {
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			SurveyName: `New survey ${n}`,
			Questions: {
				question: [
					ONE_OF_TWO,
					question('How was it?', 'slider', { MinValue: 0, MaxValue: 10 }),
					question('How many of you came?', 'text', {
						textSettings: { MinChars: 1, MaxChars: 1, Placeholder: 'e.g. 2' },
						numberLimits: { NumberMin: 1, NumberMax: 9 },
					}),
					question('Your stars?', 'rating', { RatingMax: 5 }),
					question('When did you come?', 'date', {
						additionalFields: { Page: 2 },
						MinDate: '2090-01-01',
						MaxDate: '2090-12-31',
					}),
				],
			},
			settings: { Status: true, ...SETTINGS },
			Visuals: DESIGN,
		}),
		dates: DATES,
		output: ({ n }) =>
			item({
				SurveyName: `New survey ${n}`,
				SurveyToken: expect.any(String),
				existed: false,
				QuestionsCount: 5,
				PagesCount: 2,
			}),
		stored: named('New survey'),
	}),
	once('create, with questions in JSON', 'POST /surveys/create', {
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			SurveyName: `JSON survey ${n}`,
			whenNameExists: 'create',
			specifyQuestions: 'json',
			questionsJson: JSON.stringify([
				{
					QuestionText: 'Which one?',
					QuestionDescription: 'Choose',
					FieldType: 'select',
					Page: 1,
					Layout: 'list',
					Required: true,
					Options: CHOICES,
					Settings: { AllowOther: true, RatingIcon: 'star' },
				},
			]),
		}),
		output: ({ n }) => item({ SurveyName: `JSON survey ${n}`, QuestionsCount: 1 }),
		stored: named('JSON survey'),
	}),
	row('get', 'POST /surveys/single', {
		parameters: async (world, { n }) => ({ survey: byId(await createSurvey(world, `Read survey ${n}`)) }),
		output: ({ n }) =>
			item({
				SurveyName: `Read survey ${n}`,
				Questions: item({ QuestionText: 'How was it?' }).concat(item({ Options: ['Tea', 'Coffee', 'Cake'] })),
			}),
	}),
	row('getMany', 'POST /surveys/fetch', {
		parameters: async (world, { n }) => {
			await createSurvey(world, `Listed survey ${n}`);
			return { sweepstakes: byId(world.main), returnAll: true, filters: { Status: true, Archived: false } };
		},
		output: ({ n }) => itemAmong({ SurveyName: `Listed survey ${n}`, PublicLink: expect.any(String) }),
	}),
	row('update', 'POST /surveys/update', {
		parameters: async (world, { n }) => ({
			survey: byId(await createSurvey(world, `Old survey ${n}`)),
			updateFields: {
				SurveyName: `Changed survey ${n}`,
				Status: false,
				Archived: true,
				Questions: { question: [ONE_OF_TWO] },
				settings: SETTINGS,
				Visuals: DESIGN,
			},
		}),
		dates: DATES,
		output: ({ n }) => item({ SurveyName: `Changed survey ${n}`, QuestionsCount: 1, Archived: true }),
		stored: named('Changed survey'),
	}),
	row('update, with questions in JSON', 'POST /surveys/update', {
		parameters: async (world, { n }) => ({
			survey: byId(await createSurvey(world, `Former survey ${n}`)),
			updateFields: {
				SurveyName: `Mended survey ${n}`,
				clear: ['EndDate', 'RedirectUrl', 'StartDate'],
				questionsJson: '[{ "QuestionText": "Why?", "FieldType": "textarea" }]',
			},
		}),
		output: ({ n }) => item({ SurveyName: `Mended survey ${n}`, QuestionsCount: 1 }),
		stored: named('Mended survey'),
	}),
	deletion('POST /surveys/delete', 'SurveyToken', named('Deleted survey'), async (world, { n }) => ({
		survey: byId(await createAnsweredSurvey(world, `Deleted survey ${n}`)),
		Confirm: true,
	})),
	row('getResponses', 'POST /surveys/responses', {
		parameters: async (world, { n }) => ({
			survey: byId(await createAnsweredSurvey(world, `Answered survey ${n}`)),
			filters: { Completed: true, FromDate: world.today, ToDate: '2090-12-31' },
			options: { IncludeMetadata: true },
		}),
		dates: { FromDate: 'date', ToDate: 'date' },
		output: () =>
			item({
				'How was it?': 5,
				'What did you try?': 'Tea, Cake',
				Completed: true,
				Browser: expect.any(String),
				ResponseToken: expect.any(String),
			}),
	}),
	reporting('timeline', { TimelineDays: 7 }, () =>
		['start', 'complete'].flatMap((EventType) => item({ Day: expect.any(String), EventType, Count: 1 })),
	),
	reporting('totals', {}, ({ n }) =>
		item({ SurveyName: `Report of totals ${n}`, TotalResponses: 1, CompletionRate: 100 }),
	),
	reporting('answers', {}, () =>
		[5, 'Tea', 'Coffee', 'Cake'].flatMap((answer) =>
			item({ Answer: String(answer), Count: answer === 'Coffee' ? 0 : 1 }),
		),
	),
	reporting('visitors', {}, () =>
		['device', 'browser'].flatMap((Kind) => item({ Kind, Label: expect.any(String), Count: 1 })),
	),
];
