import {
	accepts,
	INSTANT,
	knowsItsAccount,
	NOBODY,
	openBench,
	refuses,
	TODAY,
	TOMORROW,
	UNHURRIED,
	UUID,
	YESTERDAY,
	type Bench,
	type Contract,
	type Json,
} from './harness';
import {
	checkFields,
	day,
	filledText,
	flag,
	oneOf,
	required,
	takesOneToken,
	text,
	uuid,
	whole,
} from './kinds';

let bench: Bench;
let SweepstakesToken: string;
beforeAll(async () => {
	bench = await openBench({ accounts: [UNHURRIED, { token: 'other' }] });
	SweepstakesToken = await bench.sweepstakes();
});

const QUESTIONS = [
	{ QuestionText: 'Why?', FieldType: 'text' },
	{
		QuestionText: 'Which?',
		FieldType: 'checkbox',
		Options: ['Tea', { Label: 'Coffee', Value: 'c' }],
		Page: 7,
	},
];

/** @returns the Data of /surveys/create */
async function createSurvey(changes: Json = {}): Promise<Json> {
	const sent = { SweepstakesToken, SurveyName: 'Survey', Questions: QUESTIONS, ...changes };
	return (await bench.ok('/surveys/create', sent)).Data;
}

/** @returns the SurveyToken of a survey with two responses, one of them not completed */
async function answeredSurvey(): Promise<string> {
	const { SurveyToken } = await createSurvey();
	bench.sandbox.answerSurvey({ SurveyToken, Answers: { 'Why?': 'Fun', 'Which?': ['Tea', 'c'] } });
	bench.sandbox.answerSurvey({ SurveyToken, Answers: { 'Which?': ['Milk'] }, Completed: false });
	return SurveyToken;
}

describe('POST /surveys/create', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/surveys/create',
		status: 201,
		valid: () => ({
			SweepstakesToken,
			SurveyName: 'Survey',
			Settings: { Visuals: {} },
			Questions: [{ QuestionText: 'How many?', FieldType: 'slider', Settings: {} }],
		}),
	};
	checkFields(contract, {
		SweepstakesToken: required(uuid),
		SurveyName: required(filledText(200)),
		Status: flag,
		'Settings.Description': text(),
		'Settings.ThankYouMessage': text(2000),
		'Settings.QuestionsPerPage': whole(1, 5),
		'Settings.EnableSharing': flag,
		'Settings.MaxResponses': whole(0),
		'Settings.Language': oneOf('en', 'es'),
		'Settings.Visuals.ButtonStyle': oneOf('rounded', 'square', 'pill'),
		'Questions.0.QuestionText': required(filledText()),
	});
	refuses(contract, [
		['a redirect that is not encrypted', { 'Settings.RedirectUrl': 'http://example.com' }],
		['a color of 5 digits', { 'Settings.Visuals.TextColor': '#12345' }],
		['an end before the start', { 'Settings.EndDate': YESTERDAY, 'Settings.StartDate': TODAY }],
		['an unknown type', { 'Questions.0.FieldType': 'stars' }],
		['a slider without a span', { 'Questions.0.Settings.MinValue': 5, 'Questions.0.Settings.MaxValue': 5 }],
		['choices of a slider', { 'Questions.0.Options': ['Tea', 'Coffee'] }],
		['one choice', { 'Questions.0.Options': ['Tea'], 'Questions.0.FieldType': 'radio' }],
		['the same choice twice', { 'Questions.0.Options': ['Tea', 'Tea'], 'Questions.0.FieldType': 'select' }],
		['six questions on a page', { Questions: Array<object>(6).fill(QUESTIONS[0]!) }],
		['51 pages', { Questions: Array.from({ length: 51 }, (_, n) => ({ ...QUESTIONS[0], Page: n + 1 })) }],
	]);
	accepts(contract, [
		['a survey without questions', { Questions: [] }],
		['a color with transparency', { 'Settings.Visuals.TextColor': '12345678' }],
	]);

	it('answers the survey with its link, and whether people can answer it', async () => {
		const { SurveyToken, ...Data } = await createSurvey();
		expect(Data).toEqual({
			SweepstakesToken,
			SweepstakesName: 'Winter Giveaway',
			SurveyName: 'Survey',
			QuestionsCount: 2,
			PagesCount: 2,
			Settings: {},
			PublicLink: `${bench.sandbox.baseUrl}/s?tkn=${SurveyToken}`,
			Availability: { Live: true, Reasons: [], Message: 'The survey is live.' },
			Status: true,
			Archived: false,
			IgnoredSettings: [],
		});
	});

	it.each([
		['Disabled', { Status: false }],
		['NoQuestions', { Questions: [] }],
		['NotStarted', { Settings: { StartDate: TOMORROW } }],
		['Ended', { Settings: { EndDate: YESTERDAY } }],
	])('says that a survey is not live: %s', async (reason, changes) => {
		const { Availability } = await createSurvey(changes);
		expect(Availability).toMatchObject({ Live: false, Reasons: [reason] });
	});

	it('renumbers pages, gives tokens, and ignores files', async () => {
		const { SurveyToken, IgnoredSettings } = await createSurvey({ Settings: { LogoFile: 'x' } });
		expect(IgnoredSettings).toEqual(['LogoFile']);
		const { Survey, Questions } = (await bench.ok('/surveys/single', { SurveyToken })).Data;
		expect(Survey.Settings).toEqual({ LogoFile: null });
		expect(Questions).toMatchObject([
			{ QuestionToken: expect.stringMatching(UUID), Page: 1, Order: 1, QuestionText: 'Why?', Options: [] },
			{
				Page: 2,
				Options: [
					{ Id: '1', Label: 'Tea', Value: 'Tea', Order: 1 },
					{ Label: 'Coffee', Value: 'c', Order: 2 },
				],
			},
		]);
	});

	it('answers 404 for an unknown sweepstakes', async () => {
		const sent = { SweepstakesToken: NOBODY, SurveyName: 'Survey' };
		expect((await bench.call('/surveys/create', sent)).status).toBe(404);
	});

	it('keeps to the surveys that the plan allows, and to its sharing', async () => {
		const plan = { MaxSurveysAllowed: 1, AllowSurveysSharing: false };
		const small = await openBench({ accounts: [{ plan }] });
		const sent = { SweepstakesToken: await small.sweepstakes(), SurveyName: 'Survey' };
		const Settings = { EnableSharing: true };
		expect((await small.call('/surveys/create', { ...sent, Settings })).status).toBe(400);
		const { Availability } = (await small.ok('/surveys/create', sent)).Data;
		expect(Availability.Reasons).toEqual(['PlanDoesNotAllowSharing', 'NoQuestions']);
		expect((await small.call('/surveys/create', sent)).status).toBe(403);
	});
});

describe('POST /surveys/fetch', () => {
	const contract: Contract = { bench: () => bench, path: '/surveys/fetch', valid: () => ({}) };
	checkFields(contract, {
		SweepstakesToken: uuid,
		Status: flag,
		Archived: flag,
		Page: whole(1),
		Limit: whole(1, 200),
	});

	it('lists the surveys that match, newest first, in pages', async () => {
		const sweepstakes = await bench.sweepstakes();
		const names = ['A', 'B', 'C'];
		for (const SurveyName of names)
			await createSurvey({ SweepstakesToken: sweepstakes, SurveyName, Status: SurveyName !== 'B' });
		const fetch = async (filter: Json) =>
			(await bench.ok('/surveys/fetch', { SweepstakesToken: sweepstakes, ...filter })).Data;
		const { Surveys, Pagination } = await fetch({ Limit: 2 });
		expect(Surveys).toMatchObject([
			{ SurveyName: 'C', CreationDate: expect.stringMatching(INSTANT), ResponsesCount: 0, IsLocked: false },
			{ SurveyName: 'B' },
		]);
		expect(Pagination).toEqual({ Page: 1, Limit: 2, TotalSurveys: 3, TotalPages: 2 });
		expect((await fetch({ Limit: 2, Page: 2 })).Surveys).toHaveLength(1);
		expect((await fetch({ Status: false })).Surveys).toMatchObject([{ SurveyName: 'B' }]);
		expect((await fetch({ Archived: true })).Surveys).toEqual([]);
	});

	it('shows the settings without the design, and nothing to another account', async () => {
		const Settings = { Language: 'es', Visuals: { DarkMode: true } };
		const { SurveyToken } = await createSurvey({ Settings });
		const [newest] = (await bench.ok('/surveys/fetch')).Data.Surveys;
		expect(newest.Settings).toEqual({ Language: 'es' });
		expect((await bench.ok('/surveys/single', { SurveyToken })).Data.Survey.Settings).toMatchObject(Settings);
		expect((await bench.ok('/surveys/fetch', {}, { token: 'other' })).Data.Surveys).toEqual([]);
	});
});

describe('POST /surveys/single', () => {
	takesOneToken(
		{ bench: () => bench, path: '/surveys/single' },
		'SurveyToken',
		async () => (await createSurvey()).SurveyToken,
	);
});

describe('POST /surveys/update', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/surveys/update',
		valid: async () => ({ SurveyToken: (await createSurvey()).SurveyToken, Archived: true }),
	};
	checkFields(contract, {
		SurveyToken: required(uuid),
		SurveyName: filledText(200),
		Status: flag,
		Archived: flag,
	});
	knowsItsAccount(contract, 'SurveyToken');

	const update = async (SurveyToken: string, changes: Json) =>
		await bench.call('/surveys/update', { SurveyToken, ...changes });

	it('changes what is sent, removes settings, and says what it did', async () => {
		const Settings = { StartDate: TODAY, RedirectUrl: 'https://example.com', Visuals: { DarkMode: true } };
		const { SurveyToken } = await createSurvey({ Settings });
		const changes = { StartDate: null, RedirectUrl: '', Visuals: { FontFamily: 'Arial' } };
		const { body } = await update(SurveyToken, { SurveyName: 'Renamed', Settings: changes, Questions: [] });
		expect(body.Data).toMatchObject({
			SurveyName: 'Renamed',
			QuestionsCount: 0,
			UpdatedFields: [
				'SurveyName',
				'Settings.RedirectUrl',
				'Settings.StartDate',
				'Settings.Visuals',
				'Questions',
			],
			QuestionsReplaced: true,
			IgnoredSettings: [],
		});
		expect(body.Data.Settings).toEqual({ Visuals: { DarkMode: true, FontFamily: 'Arial' } });
	});

	it('refuses a request without a change, or with files alone', async () => {
		const { SurveyToken } = await createSurvey();
		expect((await update(SurveyToken, {})).status).toBe(400);
		expect((await update(SurveyToken, { Settings: { LogoFile: 'x' } })).status).toBe(400);
	});

	it('refuses fewer questions per page than a page has', async () => {
		const { SurveyToken } = await createSurvey({ Questions: [QUESTIONS[0], QUESTIONS[0]] });
		const { body } = await update(SurveyToken, { Settings: { QuestionsPerPage: 1 } });
		expect(body).toMatchObject({ Code: 400, Message: expect.stringContaining('QuestionsPerPage') });
	});

	it('refuses other questions once there are responses', async () => {
		const SurveyToken = await answeredSurvey();
		const { status, body } = await update(SurveyToken, { Questions: [] });
		expect({ status, Data: body.Data }).toEqual({
			status: 409,
			Data: { SurveyToken, ResponsesCount: 2, IsLocked: true },
		});
		expect((await update(SurveyToken, { SurveyName: 'Renamed' })).status).toBe(200);
	});
});

describe('POST /surveys/delete', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/surveys/delete',
		valid: async () => ({ SurveyToken: (await createSurvey()).SurveyToken }),
	};
	checkFields(contract, { SurveyToken: required(uuid), Confirm: flag });
	knowsItsAccount(contract, 'SurveyToken');

	it('deletes a survey with responses only if that is confirmed', async () => {
		const SurveyToken = await answeredSurvey();
		const refused = await bench.call('/surveys/delete', { SurveyToken });
		expect({ status: refused.status, Data: refused.body.Data }).toEqual({
			status: 409,
			Data: { SurveyToken, SurveyName: 'Survey', ResponsesCount: 2 },
		});
		expect((await bench.ok('/surveys/delete', { SurveyToken, Confirm: true })).Data).toEqual({
			SurveyToken,
			SweepstakesToken,
			SurveyName: 'Survey',
			Deleted: { Questions: 2, Responses: 2, Stats: 0, Files: 0 },
		});
		expect((await bench.call('/surveys/single', { SurveyToken })).status).toBe(404);
	});

	it('goes with its sweepstakes', async () => {
		const sweepstakes = await bench.sweepstakes();
		const { SurveyToken } = await createSurvey({ SweepstakesToken: sweepstakes });
		await bench.ok('/sweepstakes/delete', { SweepstakesToken: sweepstakes });
		expect((await bench.call('/surveys/single', { SurveyToken })).status).toBe(404);
	});
});

describe('POST /surveys/responses', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/surveys/responses',
		valid: async () => ({ SurveyToken: await answeredSurvey() }),
	};
	checkFields(contract, {
		SurveyToken: required(uuid),
		Completed: flag,
		FromDate: day,
		ToDate: day,
		IncludeMetadata: flag,
		Page: whole(1),
		Limit: whole(1, 100),
	});
	refuses(contract, [['a period that ends before it begins', { ToDate: YESTERDAY, FromDate: TODAY }]]);
	knowsItsAccount(contract, 'SurveyToken');

	const fetch = async (sent: Json) => (await bench.ok('/surveys/responses', sent)).Data;

	it('lists the responses, newest first, with the questions as they were answered', async () => {
		const SurveyToken = await answeredSurvey();
		const { Responses, Pagination, ...head } = await fetch({ SurveyToken });
		expect(head).toEqual({ SurveyToken, SweepstakesToken, SurveyName: 'Survey' });
		expect(Pagination).toEqual({ Page: 1, Limit: 25, TotalResponses: 2, TotalPages: 1 });
		expect(Responses).toMatchObject([
			{ Completed: false, Answers: [{ QuestionText: 'Which?', Answer: ['Milk'] }] },
			{
				ResponseToken: expect.stringMatching(UUID),
				ParticipantToken: null,
				CreationDate: expect.stringMatching(INSTANT),
				CompletionTime: 60,
				Answers: [
					{
						QuestionToken: expect.stringMatching(UUID),
						Page: 1,
						FieldType: 'text',
						QuestionText: 'Why?',
						Answer: 'Fun',
					},
					{ Page: 2, Answer: ['Tea', 'c'] },
				],
			},
		]);
		expect(Responses[0]).not.toHaveProperty('Metadata');
	});

	it('filters by completion and day, and shows metadata when asked', async () => {
		const SurveyToken = await answeredSurvey();
		const { Responses } = await fetch({ SurveyToken, Completed: true, IncludeMetadata: true });
		expect(Responses).toHaveLength(1);
		expect(Responses[0].Metadata).toMatchObject({ Browser: 'Sandbox', CompletedAt: expect.any(String) });
		const [begun] = (await fetch({ SurveyToken, Completed: false, IncludeMetadata: true })).Responses;
		expect(begun.Metadata.CompletedAt).toBeNull();
		expect((await fetch({ SurveyToken, FromDate: TOMORROW })).Responses).toEqual([]);
		expect((await fetch({ SurveyToken, ToDate: YESTERDAY })).Responses).toEqual([]);
		expect((await fetch({ SurveyToken, FromDate: TODAY, ToDate: TODAY })).Responses).toHaveLength(2);
	});

	it('completes a response that was begun', async () => {
		const { SurveyToken } = await createSurvey();
		const token = bench.sandbox.answerSurvey({ SurveyToken, Answers: {}, Completed: false });
		bench.sandbox.completeResponse(token);
		expect((await fetch({ SurveyToken, Completed: true })).Responses).toHaveLength(1);
	});

	it('takes no answer to a survey or question that is not there', async () => {
		const { SurveyToken } = await createSurvey();
		const answer = (token: string, text: string) => () =>
			bench.sandbox.answerSurvey({ SurveyToken: token, Answers: { [text]: 1 } });
		expect(answer(NOBODY, 'Why?')).toThrow('Survey not found');
		expect(answer(SurveyToken, 'How?')).toThrow('Question not found');
		expect(() => bench.sandbox.completeResponse(NOBODY)).toThrow('Response not found');
	});

	it('is answered and completed over HTTP, too', async () => {
		const { SurveyToken } = await createSurvey();
		const sent = { SurveyToken, Answers: { 'Why?': 'Fun' }, Completed: false };
		const { body } = await bench.call('/_sandbox/survey-responses', sent);
		expect(body.ResponseToken).toMatch(UUID);
		await bench.ok('/_sandbox/survey-responses/complete', { ResponseToken: body.ResponseToken });
		expect((await fetch({ SurveyToken })).Responses).toMatchObject([{ Completed: true }]);
	});
});

describe('POST /surveys/report', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/surveys/report',
		valid: async () => ({ SurveyToken: await answeredSurvey() }),
	};
	checkFields(contract, { SurveyToken: required(uuid), TimelineDays: whole(1, 365) });
	knowsItsAccount(contract, 'SurveyToken');

	it('counts responses and answers: preset answers in their order, zeros included, then others', async () => {
		const SurveyToken = await answeredSurvey();
		const { Report } = (await bench.ok('/surveys/report', { SurveyToken })).Data;
		expect(Report).toMatchObject({
			Totals: { Visits: 2, Completes: 1, Abandons: 1 },
			TotalResponses: 2,
			CompletionRate: 50,
			CompletionTimes: { Avg: 60, Min: 60, Max: 60 },
			Devices: [{ Label: 'desktop', Count: 2 }],
			Timeline: [
				{ Day: TODAY, EventType: 'start', Count: 2 },
				{ Day: TODAY, EventType: 'complete', Count: 1 },
			],
			Questions: [
				{ Distribution: [{ Answer: 'Fun', Count: 1, Kind: 'other' }], TotalAnswers: 1 },
				{
					Distribution: [
						{ Answer: 'Tea', Count: 1, Kind: 'value' },
						{ Answer: 'c', Count: 1, Kind: 'value' },
						{ Answer: 'Milk', Count: 1, Kind: 'other' },
					],
					TotalSelections: 3,
				},
			],
		});
	});

	it('has zeros for a survey without responses, and lists 25 other answers at most', async () => {
		const { SurveyToken } = await createSurvey();
		const report = async () => (await bench.ok('/surveys/report', { SurveyToken })).Data.Report;
		expect(await report()).toMatchObject({ CompletionRate: 0, CompletionTimes: { Avg: 0 }, Timeline: [] });
		for (let n = 0; n < 27; n++) bench.sandbox.answerSurvey({ SurveyToken, Answers: { 'Why?': `${n}` } });
		const [why] = (await report()).Questions;
		expect(why.Distribution).toHaveLength(25);
		expect(why).toMatchObject({ OtherHidden: { Answers: 2, Count: 2 }, Truncated: true });
	});
});
