import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesSurvey } from '../../nodes/SweepstakesSurvey/SweepstakesSurvey.node';
import { inDialects, openStages, stage, testRefusals } from '../support/engine/resource';
import { ID } from '../support/constants';
import { byId, listJson } from '../support/engine/stage';

const node = new SweepstakesSurvey();

openStages();

async function createSurvey(SurveyName: string, texts: string[] = ['How was it?']): Promise<string> {
	const Questions = texts.map((QuestionText, index) => ({
		QuestionText,
		FieldType: 'text',
		Page: 1 + Math.floor(index / 5),
	}));
	const body = { SweepstakesToken: stage.sweepstakesToken, SurveyName, Questions };
	return (await stage.api<{ Data: { SurveyToken: string } }>('/surveys/create', body)).Data.SurveyToken;
}

async function surveys(): Promise<IDataObject[]> {
	return (await stage.api<{ Data: { Surveys: IDataObject[] } }>('/surveys/fetch')).Data.Surveys;
}

const run = async (operation: string, parameters: INodeParameters = {}) =>
	await stage.run(node, operation, parameters);
const items = async (operation: string, parameters: INodeParameters = {}) =>
	listJson(await run(operation, parameters));

const question = (QuestionText: string, more: INodeParameters = {}) => ({
	QuestionText,
	FieldType: 'text',
	...more,
});
const questions = (...list: INodeParameters[]) => ({ Questions: { question: list } });
const inJson = (list: unknown) => ({ specifyQuestions: 'json', questionsJson: JSON.stringify(list) });
const create = async (parameters: INodeParameters) =>
	await run('create', { sweepstakes: stage.picked, SurveyName: 'Survey', ...parameters });

const answerSurvey = (SurveyToken: string, Answers: object = { 'How was it?': 'Good' }, more: object = {}) =>
	stage.sandbox.answerSurvey({ SurveyToken, Answers: Answers as Record<string, string>, ...more });

inDialects(() => {
	test('the choices and limits of questions are sent with the settings they need, and choices are returned as plain text', async () => {
		const [created] = listJson(
			await create(
				questions(
					question('How did you hear about us?', { FieldType: 'radio', Options: ' Friends \n\nThe news\n' }),
					question('How many came?', { numberLimits: { NumberMin: 1 } }),
				),
			),
		);
		expect(stage.lastBody().Questions).toEqual([
			expect.objectContaining({ FieldType: 'radio', Options: ['Friends', 'The news'], Page: 1 }),
			expect.objectContaining({ Settings: { NumberMin: 1, DataType: 'number' }, Page: 1 }),
		]);
		expect(created).toMatchObject({ SurveyName: 'Survey', Status: 'active', QuestionsCount: 2 });
		expect(Object.keys(created!).slice(0, 2)).toEqual(['SurveyName', 'SweepstakesName']);
		const [got] = await items('get', { survey: byId(created!.SurveyToken as string) });
		expect(got!.Questions).toMatchObject([
			{ QuestionText: 'How did you hear about us?', Options: ['Friends', 'The news'] },
			{ QuestionText: 'How many came?', Options: [] },
		]);
	});

	test('the questions that “Get” returns for one survey can be sent unchanged to create another', async () => {
		const survey = byId(await createSurvey('Old', ['A?', 'B?', 'C?', 'D?', 'E?', 'F?']));
		const [raw] = await items('get', { survey, simplify: false });
		expect((await create(inJson(raw!.Questions))).error?.message).toBeUndefined();
		const [first] = stage.lastBody().Questions as IDataObject[];
		expect(first).not.toHaveProperty('QuestionToken');
		expect((await surveys())[0]).toMatchObject({ QuestionsCount: 6, PagesCount: 2 });
	});

	test('a hint explains why people cannot answer a new survey yet', async () => {
		const scheduled = { settings: { StartDate: '2090-01-01T08:00:00Z' } };
		const { hints } = await create({ ...questions(question('A?')), ...scheduled });
		expect(hints).toEqual(['People cannot answer the survey yet: NotStarted.']);
		expect((await create({ SurveyName: 'Other', ...questions(question('A?')) })).hints).toEqual([]);
	});

	test('“Create” returns an existing survey with the same name unchanged, even if it has other questions', async () => {
		await createSurvey('Survey', []);
		const { items: found, hints } = await create(questions(question('A?'), question('B?')));
		expect(found[0]!.json).toMatchObject({ existed: true, QuestionsCount: 0 });
		expect(hints).toEqual([
			'Skipped 1 item: already created.',
			'A record that already exists differs from the request in “Questions”. It was returned unchanged.',
		]);
		expect(stage.callsTo('/surveys/single')).toBe(0);
	});

	test('after a lost reply, a survey with another number of questions is not taken for the created one', async () => {
		await createSurvey('Survey', []);
		stage.sandbox.faults([{ path: '/surveys/create', drop: 'before' }]);
		const { error } = await create({ ...questions(question('A?')), whenNameExists: 'create' });
		expect(error?.message).toContain('may have been processed');
	});

	test('“Update” replaces the questions with those in its JSON field', async () => {
		const survey = byId(await createSurvey('Replaced'));
		const questionsJson = [{ QuestionText: 'Which?', FieldType: 'radio', Options: ['a', 'b'] }];
		await run('update', { survey, updateFields: { questionsJson: JSON.stringify(questionsJson) } });
		const [{ Questions } = { Questions: [] }] = await items('get', { survey });
		expect(Questions).toMatchObject(questionsJson);
	});

	test('questions can be copied to another survey even with the settings and choices that the service has filled in', async () => {
		const returned = [
			{
				QuestionToken: ID,
				Order: 1,
				Settings: { MinValue: 0, MaxValue: 0, MinDate: null },
				...question('Why?'),
			},
			{
				QuestionToken: ID,
				Order: 2,
				QuestionText: 'Which?',
				FieldType: 'radio',
				Options: [
					{ Id: '1', Label: 'a', Value: null, Order: 1 },
					{ Id: '2', Label: 'b', Value: 2, Order: 2 },
				],
			},
		];
		await create(inJson(returned));
		const [why, which] = stage.lastBody().Questions as [{ Settings: object }, { Options: object[] }];
		expect(why.Settings).toEqual({ MinValue: 0, MaxValue: 0 });
		expect(which.Options).toEqual([{ Label: 'a' }, { Label: 'b', Value: '2' }]);
	});

	test('a survey with responses keeps its questions, and can be deleted only with “Delete Responses”', async () => {
		const survey = byId(await createSurvey('Answered'));
		answerSurvey(survey.value);
		const replaced = await run('update', { survey, updateFields: questions(question('Other?')) });
		expect(replaced.error?.description).toBe(
			'You can replace the questions of a survey only while it has no responses.',
		);
		const { error } = await run('delete', { survey });
		expect(error?.description).toBe('To delete the survey with its responses, turn on “Delete Responses”.');
		const deleted = await items('delete', { survey, Confirm: true });
		expect(deleted).toMatchObject([{ deleted: true, SurveyName: 'Answered', DeletedResponses: 1 }]);
		expect(await surveys()).toEqual([]);
	});
});

test.each<[string, Array<number | undefined>, INodeParameters, unknown]>([
	['without a page fill one page after another', Array(7).fill(undefined), {}, [1, 1, 1, 1, 1, 2, 2]],
	[
		'do not exceed the page limit in the settings',
		Array(3).fill(undefined),
		{ QuestionsPerPage: 2 },
		[1, 1, 2],
	],
	[
		'without a page are put on the page of the question before',
		[2, undefined, 5, undefined],
		{},
		[2, 2, 5, 5],
	],
])('questions %s', async (_what, pages, settings, expected) => {
	const list = pages.map((Page, index) => question(`Q${index}`, { additionalFields: Page ? { Page } : {} }));
	await create({ ...questions(...list), settings });
	expect((stage.lastBody().Questions as IDataObject[]).map(({ Page }) => Page)).toEqual(expected);
});

const survey = byId(ID);
const oneQuestion = (more: INodeParameters) => questions(question('A?', more));
const [START, END] = ['2090-02-01T00:00:00Z', '2090-01-01T00:00:00Z'];
testRefusals(node, 'create', { sweepstakes: survey, SurveyName: 'Survey' }, [
	[
		questions(...Array<INodeParameters>(6).fill(question('A?', { additionalFields: { Page: 1 } }))),
		'“Questions › Question 6 › Additional Fields › Page” must be a page with fewer than 5 other questions, but is 1',
	],
	[
		oneQuestion({ FieldType: 'checkbox', Options: 'Tea\nTea' }),
		'“Questions › Question 1 › Choices” must not have the same choice twice',
	],
	[
		oneQuestion({ FieldType: 'slider', MinValue: 5, MaxValue: 5 }),
		'“Questions › Question 1 › Slider Minimum” must be below “Slider Maximum”, but is 5',
	],
	[
		inJson([question('A?', { FieldType: 'slider', Settings: { MinValue: 5, MaxValue: 5 } })]),
		'“Questions (JSON) › Item 1 › Settings › MinValue” must be below “MaxValue”, but is 5',
	],
	[
		inJson([question('A?'), question('B?', { required: true })]),
		'“Questions (JSON) › Item 2” must have only the keys Page, QuestionText, QuestionDescription, FieldType, Layout, Required, Options, Settings, but has “required”',
	],
	[
		inJson([
			question('A?', { FieldType: 'radio', Options: [{ Label: 'Tea', value: 't' }, { Label: 'Milk' }] }),
		]),
		'“Questions (JSON) › Item 1 › Options › Item 1” must have only the keys Label, Value, but has “value”',
	],
	[
		inJson([question('A?', { FieldType: 'radio', Options: [1, 2] })]),
		'“Questions (JSON) › Item 1 › Options › Item 1” must be text, or an object with the key “Label”, but is 1',
	],
	[
		{ ...oneQuestion({}), settings: { StartDate: START, EndDate: END } },
		'“Settings › End Date” must not be before “Start Date”, but is “2090-01-01T00:00:00.000Z”',
	],
]);
testRefusals(node, 'update', { survey }, [
	[
		{ updateFields: { Questions: {}, settings: {}, Visuals: {} } },
		'“Update Fields” must have at least one value',
	],
	[
		{ updateFields: { ...oneQuestion({}), questionsJson: '[]' } },
		'“Update Fields › Questions (JSON)” cannot be combined with “Questions”: remove one of the two',
	],
]);
testRefusals(node, 'getResponses', {}, [
	[
		{ survey, filters: { FromDate: '2027-02-01', ToDate: '2027-01-01' } },
		'“Filters › To Date” must not be before “From Date”, but is “2027-01-01”',
	],
]);

test('“Get Report” returns each part of a report, even if the report’s questions lack fields', async () => {
	const Questions = [{ QuestionText: 'A?', Distribution: [{ Answer: 'x', Count: 2 }] }];
	const Data = { SurveyName: 'Reported', Report: { TotalResponses: 2, Questions } };
	stage.answer('/surveys/report', { Data }, { times: 4 });
	const parts = {
		totals: [{ SurveyName: 'Reported', TotalResponses: 2 }],
		answers: [{ QuestionText: 'A?', Answer: 'x', Count: 2 }],
		timeline: [],
		visitors: [],
	};
	for (const [part, expected] of Object.entries(parts)) {
		const found = await items('getReport', { survey, part });
		expect(found).toMatchObject(expected);
		expect(found).toHaveLength(expected.length);
	}
});

test('a hint says how many answers a report leaves out', async () => {
	const token = await createSurvey('Long');
	for (let n = 0; n < 27; n++) answerSurvey(token, { 'How was it?': `Answer ${n}` });
	const { items: found, hints } = await run('getReport', { survey: byId(token), part: 'answers' });
	expect(found).toHaveLength(25);
	expect(hints).toEqual([
		'The report leaves out 2 less frequent answers to “How was it?”. To get all answers, use Survey › Get Responses.',
	]);
	expect((await run('getReport', { survey: byId(token), part: 'totals' })).hints).toEqual([]);
});

test('if an existing survey has room for fewer questions on a page, the error says how to send new ones', async () => {
	await create({ ...questions(question('A?')), settings: { QuestionsPerPage: 1 } });
	const [{ SurveyToken } = {}] = await surveys();
	const updateFields = questions(question('A?'), question('B?'));
	const changed = { survey: byId(SurveyToken as string), updateFields };
	const { error } = await run('update', changed);
	expect(error?.description).toBe(
		'To replace the questions of a survey with fewer than 5 per page, also fill in “Questions per Page”.',
	);
	expect(
		(
			await run('update', {
				...changed,
				updateFields: { ...updateFields, settings: { QuestionsPerPage: 1 } },
			})
		).error,
	).toBeUndefined();
});

test('“Get” returns questions unchanged if they have no choices or only plain ones', async () => {
	const Questions = [{ QuestionText: 'A?' }, { QuestionText: 'B?', Options: ['plain'] }];
	stage.answer('/surveys/single', { Data: { Survey: { SurveyName: 'Short' }, Questions } });
	expect(await items('get', { survey })).toEqual([{ SurveyName: 'Short', Questions }]);
});

test('“Get Responses” returns each response of a long list once, and requests only as many as “Limit” allows', async () => {
	const token = byId(await createSurvey('Long'));
	for (let n = 0; n < 130; n++) answerSurvey(token.value, { 'How was it?': n });
	const all = await items('getResponses', { survey: token, returnAll: true });
	expect(all.map((one) => one['How was it?'])).toEqual(Array.from({ length: 130 }, (_, n) => 129 - n));
	expect(stage.paths()).toEqual(['/surveys/single', '/surveys/responses', '/surveys/responses']);
	expect(await items('getResponses', { survey: token, limit: 3 })).toHaveLength(3);
	expect(stage.lastBody()).toMatchObject({ Page: 1, Limit: 3 });
});
