import type { Store } from '../../sandbox/store';
import { countOf, deletion, item, itemAmong, type Row } from './row';
import { byId, type World } from './world';

const named =
	(prefix: string) =>
	({ surveys }: Store, { n }: { n: number }) =>
		countOf(surveys.all(), ({ SurveyName }) => SurveyName === `${prefix} ${n}`);

export const QUESTIONS = [
	{ QuestionText: 'How was it?', FieldType: 'rating' },
	{ QuestionText: 'What did you try?', FieldType: 'checkbox', Options: ['Tea', 'Coffee', 'Cake'] },
];

/** @returns the token of a new survey of the sweepstakes `main` */
export async function createSurvey({ api, main }: Pick<World, 'api' | 'main'>, SurveyName: string) {
	const { Data } = await api<{ Data: { SurveyToken: string } }>('/surveys/create', {
		SweepstakesToken: main,
		SurveyName,
		Questions: QUESTIONS,
	});
	return Data.SurveyToken;
}

async function answeredSurvey(world: World, name: string): Promise<string> {
	const SurveyToken = await createSurvey(world, name);
	world.controls.answerSurvey({
		SurveyToken,
		Answers: { 'How was it?': 5, 'What did you try?': ['Tea', 'Cake'] },
	});
	return SurveyToken;
}

const SETTINGS = {
	AllowMultipleResponses: true,
	CollectContactInfo: true,
	Description: 'Two questions',
	EnableSharing: true,
	EndDate: '2090-12-31T23:00:00Z',
	Language: 'es',
	MaxResponses: 500,
	QuestionsPerPage: 4,
	RedirectUrl: 'https://example.com/thanks',
	ShowCountdown: true,
	ShowProgressBar: false,
	ShuffleQuestions: true,
	StartDate: '2090-01-01T08:00:00Z',
	ThankYouMessage: 'Thank you!',
};

const DESIGN = {
	BackgroundColor: '#FFFFFF',
	ButtonColor: '#0A7F3F',
	ButtonStyle: 'pill',
	ButtonTextColor: '#FFFFFF',
	CardColor: '#FFFFFF',
	DarkMode: true,
	FontFamily: 'Georgia',
	PrimaryColor: '#0A7F3F',
	TextColor: '#222222',
	TransitionStyle: 'fade',
};

const DATES = { StartDate: 'date-time', EndDate: 'date-time' } as const;

const reporting = (part: string, more: object, output: Row['output']): Row => ({
	operation: 'getReport',
	variant: part,
	endpoint: 'POST /surveys/report',
	parameters: async (world, { n }) => ({
		survey: byId(await answeredSurvey(world, `Report of ${part} ${n}`)),
		part,
		...more,
	}),
	output,
});

export const survey: Row[] = [
	{
		operation: 'create',
		endpoint: 'POST /surveys/create',
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			SurveyName: `New survey ${n}`,
			Questions: {
				question: [
					{
						QuestionText: 'How did you hear about us?',
						FieldType: 'radio',
						Options: 'Friends\nThe news',
						Required: true,
						additionalFields: {
							AllowOther: true,
							Page: 1,
							QuestionDescription: 'The first one that comes to mind',
						},
					},
					{
						QuestionText: 'How was it?',
						FieldType: 'slider',
						additionalFields: { MinValue: 0, MaxValue: 10 },
					},
					{
						QuestionText: 'How many of you came?',
						FieldType: 'text',
						additionalFields: { NumberMin: 1, NumberMax: 9, MinChars: 1, MaxChars: 1, Placeholder: 'e.g. 2' },
					},
					{ QuestionText: 'Your stars?', FieldType: 'rating', additionalFields: { RatingMax: 5 } },
					{
						QuestionText: 'When did you come?',
						FieldType: 'date',
						additionalFields: { Page: 2, MinDate: '2090-01-01', MaxDate: '2090-12-31' },
					},
				],
			},
			settings: { Status: true, ...SETTINGS },
			Visuals: DESIGN,
		}),
		dates: DATES,
		output: ({ n }) =>
			item({
				SurveyName: `New survey ${n}`,
				existed: false,
				QuestionsCount: 5,
				PagesCount: 2,
				SurveyToken: expect.any(String),
			}),
		withoutReply: 'confirms',
		stored: named('New survey'),
	},
	{
		operation: 'create',
		variant: 'with questions in JSON',
		endpoint: 'POST /surveys/create',
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			SurveyName: `JSON survey ${n}`,
			whenNameExists: 'create',
			specifyQuestions: 'json',
			questionsJson: JSON.stringify([
				{
					Page: 1,
					QuestionText: 'Which one?',
					QuestionDescription: 'Choose',
					FieldType: 'select',
					Layout: 'list',
					Required: true,
					Options: [
						{ Label: 'Tea', Value: 't' },
						{ Label: 'Coffee', Value: 'c' },
					],
					Settings: { AllowOther: true, RatingIcon: 'star' },
				},
			]),
		}),
		output: ({ n }) => item({ SurveyName: `JSON survey ${n}`, QuestionsCount: 1 }),
		withoutReply: 'confirms',
		stored: named('JSON survey'),
	},
	{
		operation: 'get',
		endpoint: 'POST /surveys/single',
		parameters: async (world, { n }) => ({ survey: byId(await createSurvey(world, `Read survey ${n}`)) }),
		output: ({ n }) =>
			item({
				SurveyName: `Read survey ${n}`,
				Questions: item({ QuestionText: 'How was it?' }).concat(item({ Options: ['Tea', 'Coffee', 'Cake'] })),
			}),
	},
	{
		operation: 'getMany',
		endpoint: 'POST /surveys/fetch',
		parameters: async (world, { n }) => {
			await createSurvey(world, `Listed survey ${n}`);
			return { sweepstakes: byId(world.main), returnAll: true, filters: { Status: true, Archived: false } };
		},
		output: ({ n }) => itemAmong({ SurveyName: `Listed survey ${n}`, PublicLink: expect.any(String) }),
	},
	{
		operation: 'update',
		endpoint: 'POST /surveys/update',
		parameters: async (world, { n }) => ({
			survey: byId(await createSurvey(world, `Old survey ${n}`)),
			updateFields: {
				SurveyName: `Changed survey ${n}`,
				Status: false,
				Archived: true,
				Questions: {
					question: [
						{
							QuestionText: 'And now?',
							FieldType: 'radio',
							Options: 'Yes\nNo',
							Required: true,
							additionalFields: { AllowOther: true, Page: 1, QuestionDescription: 'In one word' },
						},
					],
				},
			},
			settings: SETTINGS,
			Visuals: DESIGN,
		}),
		dates: DATES,
		output: ({ n }) => item({ SurveyName: `Changed survey ${n}`, QuestionsCount: 1, Archived: true }),
		stored: named('Changed survey'),
	},
	{
		operation: 'update',
		variant: 'with questions in JSON',
		endpoint: 'POST /surveys/update',
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
	},
	{
		operation: 'delete',
		endpoint: 'POST /surveys/delete',
		parameters: async (world, { n }) => ({
			survey: byId(await answeredSurvey(world, `Deleted survey ${n}`)),
			Confirm: true,
		}),
		...deletion('SurveyToken'),
		stored: (store, unique) => 1 - named('Deleted survey')(store, unique),
	},
	{
		operation: 'getResponses',
		endpoint: 'POST /surveys/responses',
		parameters: async (world, { n }) => ({
			survey: byId(await answeredSurvey(world, `Answered survey ${n}`)),
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
	},
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
