import {
	NOBODY,
	openService,
	TODAY,
	TOMORROW,
	UNHURRIED,
	UUID,
	YESTERDAY,
	type Bench,
	type Json,
} from './harness';

let bench: Bench;
let SweepstakesToken: string;
beforeEach(async () => {
	bench = await openService({ accounts: [UNHURRIED, { token: 'other' }] });
	SweepstakesToken = await bench.sweepstakes();
});
afterEach(async () => await bench.close());

const WHY = { QuestionText: 'Why?', FieldType: 'text' };
const WHICH = {
	QuestionText: 'Which?',
	FieldType: 'checkbox',
	Options: ['Tea', { Label: 'Coffee', Value: 'c' }],
	Page: 7,
};

const attempt = async (changes: Json) =>
	await bench.call('/surveys/create', {
		SweepstakesToken,
		SurveyName: 'Survey',
		Questions: [WHY, WHICH],
		...changes,
	});
const create = async (changes: Json = {}) => {
	const { status, body } = await attempt(changes);
	expect([status, body.Message]).toEqual([201, expect.any(String)]);
	return body.Data as Json;
};
const answer = (SurveyToken: string, Answers: Record<string, string | string[]>, Completed = true) =>
	bench.sandbox.answerSurvey({ SurveyToken, Answers, Completed });
/** @returns the SurveyToken of a survey with two responses, one of them incomplete */
async function answered(): Promise<string> {
	const SurveyToken = (await create()).SurveyToken as string;
	answer(SurveyToken, { 'Why?': 'Fun', 'Which?': ['Tea', 'c'] });
	answer(SurveyToken, { 'Which?': ['Milk'] }, false);
	return SurveyToken;
}

describe('create', () => {
	const asks = (question: Json) => ({
		Questions: [{ QuestionText: 'How many?', FieldType: 'slider', ...question }],
	});

	it.each<[string, number, Json]>([
		['an end before the start', 400, { Settings: { EndDate: YESTERDAY, StartDate: TODAY } }],
		['a slider without a span', 400, asks({ Settings: { MinValue: 5, MaxValue: 5 } })],
		['choices of a slider', 400, asks({ Options: ['Tea', 'Coffee'] })],
		['one choice', 400, asks({ Options: ['Tea'], FieldType: 'radio' })],
		['the same choice twice', 400, asks({ Options: ['Tea', 'Tea'], FieldType: 'select' })],
		['two choices', 201, asks({ Options: ['Tea', 'Coffee'], FieldType: 'radio' })],
		['six questions on a page', 400, { Questions: Array<object>(6).fill(WHY) }],
		['five questions on a page', 201, { Questions: Array<object>(5).fill(WHY) }],
		['51 pages', 400, { Questions: Array.from({ length: 51 }, (_, n) => ({ ...WHY, Page: n + 1 })) }],
		['50 pages', 201, { Questions: Array.from({ length: 50 }, (_, n) => ({ ...WHY, Page: n + 1 })) }],
	])('answers %s with %d', async (_what, status, changes) => {
		expect((await attempt(changes)).status).toBe(status);
	});

	it.each<[string, Json]>([
		['Disabled', { Status: false }],
		['NoQuestions', { Questions: [] }],
		['NotStarted', { Settings: { StartDate: TOMORROW } }],
		['Ended', { Settings: { EndDate: YESTERDAY } }],
	])('says that a survey is not live: %s', async (reason, changes) => {
		expect((await create()).Availability).toMatchObject({ Live: true, Reasons: [] });
		expect((await create(changes)).Availability).toMatchObject({ Live: false, Reasons: [reason] });
	});

	it('renumbers pages, gives tokens, and ignores files', async () => {
		const { SurveyToken, IgnoredSettings, PagesCount } = await create({ Settings: { LogoFile: 'x' } });
		expect([IgnoredSettings, PagesCount]).toEqual([['LogoFile'], 2]);
		const { Survey, Questions } = await bench.data('/surveys/single', { SurveyToken });
		expect(Survey.Settings).toEqual({ LogoFile: null });
		const Options = [
			{ Id: '1', Label: 'Tea', Value: 'Tea', Order: 1 },
			{ Id: '2', Label: 'Coffee', Value: 'c', Order: 2 },
		];
		expect(Questions).toMatchObject([
			{ QuestionToken: expect.stringMatching(UUID), Page: 1, Order: 1, QuestionText: 'Why?', Options: [] },
			{ Page: 2, Options },
		]);
	});

	it('keeps to the surveys that the plan allows, and to its sharing', async () => {
		bench = await openService({ accounts: [{ plan: { MaxSurveysAllowed: 1, AllowSurveysSharing: false } }] });
		SweepstakesToken = await bench.sweepstakes();
		expect((await attempt({ Settings: { EnableSharing: true } })).status).toBe(400);
		expect((await create({ Questions: [] })).Availability.Reasons).toEqual([
			'PlanDoesNotAllowSharing',
			'NoQuestions',
		]);
		expect((await attempt({})).status).toBe(403);
	});
});

test('fetch lists matching surveys, newest first, in pages, without the design', async () => {
	const Settings = { Language: 'es', Visuals: { DarkMode: true } };
	for (const SurveyName of ['A', 'B', 'C'])
		await create({ SurveyName, Status: SurveyName !== 'B', Settings });
	const fetch = async (filter: Json) => await bench.data('/surveys/fetch', { SweepstakesToken, ...filter });
	const { Surveys, Pagination } = await fetch({ Limit: 2 });
	expect(Surveys).toMatchObject([{ SurveyName: 'C', ResponsesCount: 0 }, { SurveyName: 'B' }]);
	expect(Surveys[0].Settings).toEqual({ Language: 'es' });
	expect(Pagination).toEqual({ Page: 1, Limit: 2, TotalSurveys: 3, TotalPages: 2 });
	expect((await fetch({ Limit: 2, Page: 2 })).Surveys).toHaveLength(1);
	expect((await fetch({ Status: false })).Surveys).toMatchObject([{ SurveyName: 'B' }]);
	for (const filter of [{ Archived: true }, { SweepstakesToken: NOBODY }])
		expect((await fetch(filter)).Surveys).toEqual([]);
	expect((await bench.data('/surveys/fetch', {}, { token: 'other' })).Surveys).toEqual([]);
});

describe('update', () => {
	const update = async (SurveyToken: unknown, changes: Json) =>
		await bench.call('/surveys/update', { SurveyToken, ...changes });

	it('changes the sent fields, removes settings, and reports both', async () => {
		const Settings = { StartDate: TODAY, RedirectUrl: 'https://example.com', Visuals: { DarkMode: true } };
		const { SurveyToken } = await create({ Settings });
		const changes = {
			StartDate: null,
			RedirectUrl: '',
			Visuals: { FontFamily: 'Arial' },
			BackgroundImage: 'x',
		};
		const { body } = await update(SurveyToken, { SurveyName: 'Renamed', Settings: changes, Questions: [] });
		const changed = ['RedirectUrl', 'StartDate', 'Visuals'].map((key) => `Settings.${key}`);
		expect(body.Data).toMatchObject({
			...{
				SurveyName: 'Renamed',
				QuestionsCount: 0,
				QuestionsReplaced: true,
				IgnoredSettings: ['BackgroundImage'],
			},
			UpdatedFields: ['SurveyName', ...changed, 'Questions'],
		});
		expect(body.Data.Settings).toEqual({ Visuals: { DarkMode: true, FontFamily: 'Arial' } });
		expect((await update(SurveyToken, { SurveyName: 'Again' })).body.Data.QuestionsReplaced).toBe(false);
	});

	it('refuses a request without a change, with files alone, or with fuller pages than allowed', async () => {
		const { SurveyToken } = await create({ Questions: [WHY, WHY] });
		for (const changes of [{}, { Settings: { LogoFile: 'x' } }, { Settings: { QuestionsPerPage: 1 } }])
			expect((await update(SurveyToken, changes)).status).toBe(400);
		expect((await update(SurveyToken, { Settings: { QuestionsPerPage: 2 } })).status).toBe(200);
	});

	it('refuses other questions once there are responses', async () => {
		const SurveyToken = await answered();
		const { status, body } = await update(SurveyToken, { Questions: [] });
		expect([status, body.Data]).toEqual([409, { SurveyToken, ResponsesCount: 2, IsLocked: true }]);
		expect((await update(SurveyToken, { SurveyName: 'Renamed' })).status).toBe(200);
	});
});

test('delete removes a survey with responses only if that is confirmed', async () => {
	const SurveyToken = await answered();
	const { status, body } = await bench.call('/surveys/delete', { SurveyToken });
	expect([status, body.Data]).toEqual([409, { SurveyToken, SurveyName: 'Survey', ResponsesCount: 2 }]);
	const { Deleted } = await bench.data('/surveys/delete', { SurveyToken, Confirm: true });
	expect(Deleted).toEqual({ Questions: 2, Responses: 2, Stats: 0, Files: 0 });
	expect(await bench.status('/surveys/single', { SurveyToken })).toBe(404);
});

describe('responses', () => {
	const fetch = async (sent: Json) => await bench.data('/surveys/responses', sent);

	it('are listed, newest first, with the questions as they were answered', async () => {
		const SurveyToken = await answered();
		const { Responses, Pagination } = await fetch({ SurveyToken });
		expect(Pagination).toEqual({ Page: 1, Limit: 25, TotalResponses: 2, TotalPages: 1 });
		expect(Responses).toMatchObject([
			{ Completed: false, Answers: [{ QuestionText: 'Which?', Answer: ['Milk'] }] },
			{
				...{ Completed: true, CompletionTime: 60 },
				Answers: [
					{ Page: 1, FieldType: 'text', QuestionText: 'Why?', Answer: 'Fun' },
					{ Page: 2, Answer: ['Tea', 'c'] },
				],
			},
		]);
		expect(Responses[0]).not.toHaveProperty('Metadata');
	});

	it('are filtered by completion and day, and show metadata when asked', async () => {
		const SurveyToken = await answered();
		const found = async (filter: Json) =>
			(await fetch({ SurveyToken, IncludeMetadata: true, ...filter })).Responses as Json[];
		const CompletedAt = '2030-01-15T12:01:00.000Z';
		expect(await found({ Completed: true })).toMatchObject([
			{ Metadata: { Browser: 'Sandbox', CompletedAt } },
		]);
		expect(await found({ Completed: false })).toMatchObject([{ Metadata: { CompletedAt: null } }]);
		expect(await found({ FromDate: TOMORROW })).toEqual([]);
		expect(await found({ ToDate: YESTERDAY })).toEqual([]);
		expect(await found({ FromDate: TODAY, ToDate: TODAY })).toHaveLength(2);
		const backwards = { SurveyToken, ToDate: YESTERDAY, FromDate: TODAY };
		expect(await bench.status('/surveys/responses', backwards)).toBe(400);
	});

	it('are begun and completed', async () => {
		const { SurveyToken } = await create();
		const ResponseToken = answer(SurveyToken as string, { 'Why?': 'Fun' }, false);
		expect((await fetch({ SurveyToken, Completed: true })).Responses).toEqual([]);
		bench.sandbox.completeResponse(ResponseToken);
		expect((await fetch({ SurveyToken })).Responses).toMatchObject([{ ResponseToken, Completed: true }]);
		expect(() => answer(NOBODY, {})).toThrow('Survey not found');
		expect(() => answer(SurveyToken as string, { 'How?': '1' })).toThrow('Question not found');
		expect(() => bench.sandbox.completeResponse(NOBODY)).toThrow('Response not found');
	});
});

describe('report', () => {
	const report = async (SurveyToken: string, more: Json = {}) =>
		(await bench.data('/surveys/report', { SurveyToken, ...more })).Report as Json;

	it('counts responses and answers: preset answers in their order, zeros included, then others', async () => {
		const SurveyToken = await answered();
		expect(await report(SurveyToken)).toMatchObject({
			Totals: { Visits: 2, Completes: 1, Abandons: 1 },
			...{ TotalResponses: 2, CompletionRate: 50, CompletionTimes: { Avg: 60, Min: 60, Max: 60 } },
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
		bench.sandbox.advance(2 * 24 * 60 * 60 * 1000);
		expect((await report(SurveyToken, { TimelineDays: 1 })).Timeline).toEqual([]);
	});

	it('has zeros for a survey without responses, and lists the 25 most frequent other answers', async () => {
		const SurveyToken = (await create()).SurveyToken as string;
		expect(await report(SurveyToken)).toMatchObject({
			CompletionRate: 0,
			CompletionTimes: { Avg: 0 },
			Timeline: [],
		});
		for (let n = 0; n < 27; n++) answer(SurveyToken, { 'Why?': `${n}` });
		answer(SurveyToken, { 'Why?': '26' });
		const [why] = (await report(SurveyToken)).Questions as [Json];
		expect(why.Distribution).toHaveLength(25);
		expect(why.Distribution[0]).toMatchObject({ Answer: '26', Count: 2 });
		expect(why).toMatchObject({ OtherHidden: { Answers: 2, Count: 2 }, Truncated: true });
	});
});
