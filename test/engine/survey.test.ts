import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesSurvey } from '../../nodes/SweepstakesSurvey/SweepstakesSurvey.node';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesSurvey();
const ID = '3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';

let stage: Stage;
afterEach(async () => await stage.close());

/** @returns the SurveyToken */
async function createSurvey(SurveyName: string, texts: string[] = ['How was it?']): Promise<string> {
	const { Data } = await stage.api<{ Data: { SurveyToken: string } }>('/surveys/create', {
		SweepstakesToken: stage.sweepstakesToken,
		SurveyName,
		Questions: texts.map((QuestionText, index) => ({
			QuestionText,
			FieldType: 'text',
			Page: 1 + Math.floor(index / 5),
		})),
	});
	return Data.SurveyToken;
}

/** All surveys, read directly from the service. */
async function surveys(): Promise<IDataObject[]> {
	return (await stage.api<{ Data: { Surveys: IDataObject[] } }>('/surveys/fetch')).Data.Surveys;
}

const question = (QuestionText: string, more: INodeParameters = {}) => ({
	QuestionText,
	FieldType: 'text',
	...more,
});

const withQuestions = (...list: INodeParameters[]) => ({
	sweepstakes: stage.picked,
	SurveyName: 'Survey',
	Questions: { question: list },
});

const withJson = (list: unknown) => ({
	sweepstakes: stage.picked,
	SurveyName: 'Survey',
	specifyQuestions: 'json',
	questionsJson: JSON.stringify(list),
});

describe.each(['contract', 'reference'] as const)('in the dialect %s', (dialect) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
	});

	test('creates, gets, changes and deletes a survey', async () => {
		const list = [
			question('How did you hear about us?', { FieldType: 'radio', Options: ' Friends \n\nThe news\n' }),
			question('How many came?', { limits: { NumberMin: 1 } }),
		];
		const [created] = jsonOf(await stage.run(node, 'create', withQuestions(...list)));
		expect(stage.lastBody().Questions).toEqual([
			expect.objectContaining({ FieldType: 'radio', Options: ['Friends', 'The news'], Page: 1 }),
			expect.objectContaining({ Settings: { NumberMin: 1, DataType: 'number' }, Page: 1 }),
		]);
		expect(created).toMatchObject({ SurveyName: 'Survey', Live: true, Reasons: [], QuestionsCount: 2 });
		expect(Object.keys(created!).slice(0, 2)).toEqual(['SurveyName', 'SweepstakesName']);

		const survey = byId(created!.SurveyToken as string);
		const [got] = jsonOf(await stage.run(node, 'get', { survey }));
		expect(got!.Questions).toEqual([
			expect.objectContaining({
				QuestionText: 'How did you hear about us?',
				Options: ['Friends', 'The news'],
			}),
			expect.objectContaining({ QuestionText: 'How many came?', Options: [] }),
		]);

		const updateFields = { Status: false, clear: ['EndDate', 'RedirectUrl'] };
		const [updated] = jsonOf(await stage.run(node, 'update', { survey, updateFields }));
		expect(stage.lastBody()).toEqual({
			SurveyToken: survey.value,
			Status: false,
			Settings: { EndDate: null, RedirectUrl: '' },
		});
		expect(updated).toMatchObject({
			Status: false,
			UpdatedFields: ['Status', 'Settings.RedirectUrl', 'Settings.EndDate'],
		});

		const deleted = await stage.run(node, 'delete', { survey });
		expect(jsonOf(deleted)).toEqual([
			{
				deleted: true,
				SurveyName: 'Survey',
				DeletedQuestions: 2,
				DeletedResponses: 0,
				DeletedStats: 0,
				DeletedFiles: 0,
				SurveyToken: survey.value,
				SweepstakesToken: expect.any(String),
			},
		]);
		expect(await surveys()).toEqual([]);
	});

	test('the questions of a survey can be used for another one as they came', async () => {
		const survey = byId(await createSurvey('Old', ['A?', 'B?', 'C?', 'D?', 'E?', 'F?']));
		const [raw] = jsonOf(await stage.run(node, 'get', { survey, simplify: false }));
		const { error } = await stage.run(node, 'create', withJson(raw!.Questions));
		expect(error?.message).toBeUndefined();
		const [first] = stage.lastBody().Questions as IDataObject[];
		expect(first).not.toHaveProperty('QuestionToken');
		expect((await surveys())[0]).toMatchObject({ QuestionsCount: 6, PagesCount: 2 });
	});

	test('a survey with responses is deleted only if that is asked for', async () => {
		const survey = byId(await createSurvey('Answered'));
		stage.sandbox.answerSurvey({ SurveyToken: survey.value, Answers: { 'How was it?': 'Good' } });
		const { error } = await stage.run(node, 'delete', { survey });
		expect(error?.message).toMatch(/^The service refused this: /);
		expect(error?.description).toBe(
			'The survey has 1 response. To delete the survey together with its responses, switch on “Delete Responses”.',
		);
		expect(await surveys()).toHaveLength(1);
		const [deleted] = jsonOf(await stage.run(node, 'delete', { survey, Confirm: true }));
		expect(deleted).toMatchObject({ deleted: true, DeletedResponses: 1 });
		expect(await surveys()).toEqual([]);
	});

	test('the questions of a survey with responses cannot be replaced, and the error says why', async () => {
		const survey = byId(await createSurvey('Answered'));
		stage.sandbox.answerSurvey({ SurveyToken: survey.value, Answers: { 'How was it?': 'Good' } });
		const updateFields = { Questions: { question: [question('Other?')] } };
		const { error } = await stage.run(node, 'update', { survey, updateFields });
		expect(error?.description).toBe(
			'The survey has 1 response. The questions of a survey can be replaced only as long as nobody has answered it.',
		);
	});
});

describe('whatever the dialect', () => {
	beforeEach(async () => {
		stage = await Stage.open();
	});

	describe('pages of questions', () => {
		const pagesOf = async (pages: Array<number | undefined>, settings: INodeParameters = {}) => {
			const list = pages.map((Page, index) => question(`Q${index}`, Page === undefined ? {} : { Page }));
			const { error } = await stage.run(node, 'create', { ...withQuestions(...list), settings });
			if (error) return error.message;
			return (stage.lastBody().Questions as IDataObject[]).map(({ Page }) => Page);
		};

		test('questions without a page fill one after the other', async () => {
			expect(await pagesOf(Array<undefined>(7).fill(undefined))).toEqual([1, 1, 1, 1, 1, 2, 2]);
		});

		test('a page takes no more questions than the survey allows', async () => {
			const two = { QuestionsPerPage: 2 };
			expect(await pagesOf([undefined, undefined, undefined], two)).toEqual([1, 1, 2]);
		});

		test('a question without a page follows the one before it', async () => {
			expect(await pagesOf([2, undefined, 5, undefined])).toEqual([2, 2, 5, 5]);
		});

		test('too many questions on a page are refused before anything is sent', async () => {
			expect(await pagesOf([1, 1, 1, 1, 1, 1])).toBe(
				'“Questions › Question 6 › Page” must be another page, because a page has at most 5 questions, but is 1',
			);
			expect(stage.paths()).toEqual([]);
		});
	});

	test.each<[string, string, () => INodeParameters, string]>([
		[
			'create',
			'a choice without choices',
			() => withQuestions(question('A?', { FieldType: 'radio', Options: '={{ $json.nothing }}' })),
			'“Questions › Question 1 › Choices” is required',
		],
		[
			'create',
			'a single choice',
			() => withQuestions(question('A?'), question('B?', { FieldType: 'select', Options: 'Only' })),
			'“Questions › Question 2 › Choices” must have at least 2 choices, but is ["Only"]',
		],
		[
			'create',
			'the same choice twice',
			() => withQuestions(question('A?', { FieldType: 'checkbox', Options: 'Tea\nTea' })),
			'“Questions › Question 1 › Choices” must not have the same choice twice, but is ["Tea","Tea"]',
		],
		[
			'create',
			'a slider that ends before it begins',
			() => withQuestions(question('A?', { FieldType: 'slider', limits: { MinValue: 5, MaxValue: 5 } })),
			'“Questions › Question 1 › Limits and Hints › Slider From” must be below “Slider To”, but is 5',
		],
		[
			'create',
			'choices of a text in JSON',
			() => withJson([{ QuestionText: 'A?', FieldType: 'text', Options: ['Tea'] }]),
			'“Questions › Question 1 › Choices” must be empty for a question of the type text, but is ["Tea"]',
		],
		[
			'create',
			'an unknown type in JSON',
			() => withJson([{ QuestionText: 'A?', FieldType: 'stars' }]),
			'“Questions › Question 1 › Type” must be one of text, textarea, radio, checkbox, select, slider, rating, nps, yesno, date, but is “stars”',
		],
		[
			'create',
			'a choice that is a number in JSON',
			() => withJson([{ QuestionText: 'A?', FieldType: 'radio', Options: [1, 2] }]),
			'“Questions › Question 1 › Choices › Entry 1” must be text, or an object with a Label, but is 1',
		],
		[
			'create',
			'51 pages',
			() => withJson(Array.from({ length: 51 }, (_, Page) => ({ ...question('A?'), Page: Page + 1 }))),
			'“Questions” must be on at most 50 pages',
		],
		[
			'create',
			'251 questions',
			() => withJson(Array<object>(251).fill(question('A?'))),
			'“Questions” must have at most 250 items, but has 251',
		],
		[
			'create',
			'an end before the start',
			() => ({
				...withQuestions(),
				settings: { StartDate: '2090-02-01T00:00:00Z', EndDate: '2090-01-01T00:00:00Z' },
			}),
			'“Settings › End Date” must be later than “Start Date”, but is “2090-01-01T00:00:00.000Z”',
		],
		[
			'create',
			'a redirect that is not encrypted',
			() => ({ ...withQuestions(), settings: { RedirectUrl: 'http://example.com' } }),
			'“Settings › Redirect URL” must begin with https://, but is “http://example.com”',
		],
		[
			'update',
			'nothing to change',
			() => ({ survey: byId(ID), updateFields: { SurveyName: '={{ $json.nothing }}' } }),
			'“Update Fields” must have at least one field that is filled, or one of the fields below it',
		],
		[
			'update',
			'a list of questions that was added and left empty, which would remove all of them,',
			() => ({ survey: byId(ID), updateFields: { Questions: {} } }),
			'“Update Fields” must have at least one field that is filled, or one of the fields below it',
		],
		[
			'update',
			'questions in both ways',
			() => ({
				survey: byId(ID),
				updateFields: { Questions: { question: [question('Why?')] }, questionsJson: '[]' },
			}),
			'“Update Fields › Questions (JSON)” cannot be combined with “Questions”: remove one of the two',
		],
		[
			'getResponses',
			'a period that ends before it begins',
			() => ({ survey: byId(ID), filters: { FromDate: '2027-02-01', ToDate: '2027-01-01' } }),
			'“Filters › To Date” must not be before “From Date”, but is “2027-01-01”',
		],
		[
			'get',
			'a name in place of an ID',
			() => ({ survey: byId('Survey') }),
			`“Survey” must be an ID such as ${ID}, but is “Survey”`,
		],
	])('%s refuses %s before anything is sent', async (operation, _what, parameters, sentence) => {
		const message = await stage.refusal(node, operation, parameters());
		expect(message.replace(/, but is \[\{.*/, '')).toBe(`Item 1: ${sentence}`);
	});

	test('a plan that allows no more surveys is named in the error', async () => {
		await stage.close();
		stage = await Stage.open({ MaxSurveysAllowed: 1 });
		await createSurvey('First');
		const { error } = await stage.run(node, 'create', withQuestions(question('A?')));
		expect(error?.message).toContain('The plan allows 1 surveys');
	});

	test('the picker lists the surveys, and searches their names and those of their sweepstakes', async () => {
		const value = await createSurvey('Event feedback');
		const archived = await createSurvey('Old survey');
		await stage.api('/surveys/update', { SurveyToken: archived, Archived: true });
		stage.sandbox.answerSurvey({ SurveyToken: value, Answers: {} });
		const { results } = await stage.search(node, 'searchSurveys');
		expect(results.map(({ name }) => name)).toEqual([
			'Old survey (Spring Giveaway, 0 responses, archived)',
			'Event feedback (Spring Giveaway, 1 response)',
		]);
		const found = await stage.search(node, 'searchSurveys', {}, 'EVENT');
		expect(found.results).toEqual([{ name: 'Event feedback (Spring Giveaway, 1 response)', value }]);
	});

	test('the picker names a survey without a name by its ID', async () => {
		const body = { Response: true, Data: { Surveys: [{ SurveyToken: 's' }] } };
		stage.sandbox.faults([{ path: '/surveys/fetch', body }]);
		const { results } = await stage.search(node, 'searchSurveys');
		expect(results).toEqual([{ name: 's', value: 's' }]);
	});

	test.each([
		['getMany', 'surveys', '/surveys/fetch', { Surveys: [] }],
		['getResponses', 'responses', '/surveys/responses', { Responses: [] }],
	])('%s refuses a list of %s that does not say where it ends', async (operation, list, path, Data) => {
		const survey = byId(await createSurvey('Listed'));
		stage.sandbox.faults([{ path, body: { Response: true, Data } }]);
		const { error } = await stage.run(node, operation, operation === 'getMany' ? {} : { survey });
		expect(error?.message).toContain(
			`how many ${list} there are, so this node cannot know whether the list is complete`,
		);
	});

	test('Get Report returns the totals, and what a question lacks is left out', async () => {
		const survey = byId(await createSurvey('Reported'));
		const Report = {
			TotalResponses: 2,
			Questions: [{ QuestionText: 'A?', Distribution: [{ Answer: 'x', Count: 2 }] }],
		};
		const body = { Response: true, Data: { SurveyName: 'Reported', Report } };
		const run = async (part: string) => {
			stage.sandbox.faults([{ path: '/surveys/report', body }]);
			return jsonOf(await stage.run(node, 'getReport', { survey, part }));
		};
		expect(await run('totals')).toMatchObject([{ SurveyName: 'Reported', TotalResponses: 2 }]);
		expect(await run('answers')).toMatchObject([{ QuestionText: 'A?', Answer: 'x', Count: 2 }]);
		expect(await run('timeline')).toEqual([]);
		expect(await run('visitors')).toEqual([]);
	});

	test('Get Report without any part of the report returns nothing for the parts', async () => {
		const survey = byId(await createSurvey('Reported'));
		stage.sandbox.faults([{ path: '/surveys/report', body: { Response: true, Data: { Report: {} } } }]);
		expect(jsonOf(await stage.run(node, 'getReport', { survey, part: 'answers' }))).toEqual([]);
	});

	test('Delete names the survey alone if the service says no more', async () => {
		const survey = byId(await createSurvey('Deleted'));
		const answers = [{ Response: true }, { Response: true, Data: { SurveyName: 'Deleted' } }];
		for (const body of answers) {
			stage.sandbox.faults([{ path: '/surveys/delete', body }]);
			const [deleted] = jsonOf(await stage.run(node, 'delete', { survey }));
			expect(deleted).toMatchObject({ deleted: true, SurveyToken: survey.value });
		}
	});

	test('Get shows questions without choices as they are', async () => {
		const survey = byId(await createSurvey('Short'));
		const Questions = [{ QuestionText: 'A?' }, { QuestionText: 'B?', Options: ['plain'] }];
		stage.sandbox.faults([
			{
				path: '/surveys/single',
				body: { Response: true, Data: { Survey: { SurveyName: 'Short' }, Questions } },
			},
		]);
		const [got] = jsonOf(await stage.run(node, 'get', { survey }));
		expect(got).toEqual({ SurveyName: 'Short', Questions });
	});
});

describe('Get Responses', () => {
	beforeEach(async () => {
		stage = await Stage.open();
	});

	const run = async (SurveyToken: string, parameters: INodeParameters = {}) =>
		jsonOf(await stage.run(node, 'getResponses', { survey: byId(SurveyToken), ...parameters }));

	test('every item has a column for each question, in the order of the survey, whoever answered what', async () => {
		const SurveyToken = await createSurvey('Survey', ['Your arrival Date', 'Which token', 'Why?']);
		stage.sandbox.answerSurvey({ SurveyToken, Answers: { 'Why?': 'Fun' } });
		stage.sandbox.answerSurvey({
			SurveyToken,
			Answers: { 'Which token': 'Red', 'Your arrival Date': '2027-01-31' },
		});
		const [second, first] = await run(SurveyToken);
		expect(Object.entries(first!).slice(0, 3)).toEqual([
			['Your arrival Date', null],
			['Which token', null],
			['Why?', 'Fun'],
		]);
		expect(Object.keys(second!)).toEqual(Object.keys(first!));
		expect(Object.keys(first!).slice(-2)).toEqual(['ResponseToken', 'ParticipantToken']);
	});

	test('the pages of a long list come out once each, and no more than asked for are read', async () => {
		const SurveyToken = await createSurvey('Long');
		for (let n = 0; n < 130; n++) stage.sandbox.answerSurvey({ SurveyToken, Answers: { 'How was it?': n } });
		const all = await run(SurveyToken, { returnAll: true });
		expect(all.map((one) => one['How was it?'])).toEqual(Array.from({ length: 130 }, (_, n) => 129 - n));
		expect(stage.paths()).toEqual(['/surveys/single', '/surveys/responses', '/surveys/responses']);
		expect(await run(SurveyToken, { limit: 3 })).toHaveLength(3);
		expect(stage.lastBody()).toMatchObject({ Page: 1, Limit: 3 });
	});

	test('filters and metadata go to the service, and raw responses come out as they are', async () => {
		const SurveyToken = await createSurvey('Survey');
		stage.sandbox.answerSurvey({ SurveyToken, Answers: { 'How was it?': 'Good' } });
		stage.sandbox.answerSurvey({ SurveyToken, Answers: {}, Completed: false });
		expect(await run(SurveyToken, { filters: { Completed: false } })).toHaveLength(1);
		const [raw] = await run(SurveyToken, { filters: { Completed: true }, simplify: false });
		expect(raw!.Answers).toEqual([expect.objectContaining({ Answer: 'Good' })]);
	});
});
