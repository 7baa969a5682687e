import { toResponseItem } from '../../../nodes/SweepstakesSurvey/items';

const SIMPLE = { simplify: true };

const questionsOf = (...texts: string[]) =>
	texts.map((QuestionText, index) => ({ QuestionToken: `q${index}`, QuestionText }));

const answersTo = (answers: Record<string, unknown>) => ({
	ResponseToken: 'r',
	Completed: true,
	Answers: Object.entries(answers).map(([QuestionToken, Answer]) => ({ QuestionToken, Answer })),
});

const itemOf = (response: object, questions: object[]) =>
	toResponseItem(response as never, questions as never, SIMPLE);

test.each<[string, string[], Record<string, unknown>, object]>([
	[
		'questions with the same name are numbered, regardless of case',
		['Color', 'color ', 'Color'],
		{ q0: 'a', q1: 'b', q2: 'c' },
		{ Color: 'a', 'color (2)': 'b', 'Color (3)': 'c' },
	],
	[
		'the numbering of questions with the same name skips a name that another question has',
		['Color (2)', 'Color', 'Color'],
		{ q2: 'c' },
		{ 'Color (2)': null, Color: null, 'Color (3)': 'c' },
	],
	[
		'a question named like a field of the response does not replace that field',
		['Completed', 'ResponseToken'],
		{ q0: 'yes', q1: 'mine' },
		{ 'Completed (2)': 'yes', 'ResponseToken (2)': 'mine' },
	],
	[
		'a question that was added after the response has a column with the value null',
		['Old', 'New'],
		{ q0: 'a' },
		{ Old: 'a', New: null },
	],
	[
		'an answer of several choices becomes one string, and other answers are unchanged',
		['A', 'B', 'C', 'D'],
		{ q0: ['Tea', 'Cake'], q1: 4, q2: [{ other: 'Milk' }], q3: [] },
		{ A: 'Tea, Cake', B: 4, C: [{ other: 'Milk' }], D: '' },
	],
	[
		'the name of a question’s column is one line of at most 200 characters, and never empty',
		[' How\n was  it? ', 'x'.repeat(300), ' '],
		{},
		{ 'How was it?': null, ['x'.repeat(200)]: null, 'Question 3': null },
	],
])('%s', (_what, questions, answers, columns) => {
	const item = itemOf(answersTo(answers), questionsOf(...questions));
	expect(item).toEqual({ ...columns, Completed: true, ResponseToken: 'r' });
});

test('30,000 answers to questions with the same name do not block n8n', () => {
	const Answers = Array.from({ length: 30_000 }, () => ({ QuestionText: 'Color', Answer: 'red' }));
	expect(itemOf({ Answers }, [])).toMatchObject({ Color: 'red', 'Color (30000)': 'red' });
});

test.each([
	['field of the response', { Score: 7 }],
	['field of the response’s metadata', { Metadata: { Score: 7 } }],
])(
	'if a %s has the same name as a question, the question’s column keeps its name and the answer',
	(_what, more) => {
		const answered = answersTo({ q0: 'mine' });
		expect(itemOf(answered, questionsOf('Score'))).toMatchObject({ Score: 'mine' });
		const item = itemOf({ ...answered, ...more }, questionsOf('Score'));
		expect(item).toMatchObject({ Score: 'mine', 'Score (2)': 7 });
		expect(item).not.toHaveProperty('Metadata');
	},
);

test('an answer to a deleted question has its own column, or the column of a question with the same text', () => {
	const Answers = [
		{ QuestionToken: 'gone', QuestionText: 'Color', Answer: 'red' },
		{ QuestionToken: 'gone too', QuestionText: 'Size', Answer: 'L' },
		{ QuestionToken: 'gone also', QuestionText: 'Color', Answer: 'blue' },
		{ Answer: 1 },
	];
	const item = { Color: 'red', Size: 'L', 'Color (2)': 'blue', Question: 1 };
	expect(itemOf({ Answers }, questionsOf('Color'))).toEqual(item);
});

test('answers are matched with questions by the question’s text if the questions have no IDs', () => {
	const questions = ['A?', 'B?'].map((QuestionText) => ({ QuestionText }));
	const Answers = questions.map((question, index) => ({ ...question, Answer: index })).toReversed();
	expect(itemOf({ Answers }, questions)).toEqual({ 'A?': 0, 'B?': 1 });
});

test('the item of a response without a list of answers still has a column for each question', () => {
	const item = itemOf({ ResponseToken: 'r', Answers: null }, questionsOf('A'));
	expect(item).toEqual({ A: null, ResponseToken: 'r' });
});

test('a question named __proto__ becomes a column like any other', () => {
	expect(JSON.stringify(itemOf(answersTo({ q0: 1 }), questionsOf('__proto__')))).toContain('"__proto__":1');
});

test('without “Simplify”, a response is returned as the service sends it', () => {
	const response = answersTo({ q0: 'a' });
	expect(toResponseItem(response, questionsOf('A'), { simplify: false })).toBe(response);
});
