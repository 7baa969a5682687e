import { responseItem } from '../../../nodes/SweepstakesSurvey/items';

const SIMPLE = { simplify: true };

const questionsOf = (...texts: string[]) =>
	texts.map((QuestionText, index) => ({ QuestionToken: `q${index}`, QuestionText }));

const answersTo = (answers: Record<string, unknown>) => ({
	ResponseToken: 'r',
	Completed: true,
	Answers: Object.entries(answers).map(([QuestionToken, Answer]) => ({ QuestionToken, Answer })),
});

const columns = (response: object, questions: object[]) =>
	Object.keys(responseItem(response as never, questions as never, SIMPLE));

test('questions of the same name are numbered, whatever their case', () => {
	const item = responseItem(
		answersTo({ q0: 'a', q1: 'b', q2: 'c' }),
		questionsOf('Color', 'color ', 'Color'),
		SIMPLE,
	);
	expect(item).toMatchObject({ Color: 'a', 'color (2)': 'b', 'Color (3)': 'c' });
});

test('a number in the name of another question is not used again', () => {
	expect(columns(answersTo({}), questionsOf('Color (2)', 'Color', 'Color')).slice(0, 3)).toEqual([
		'Color (2)',
		'Color',
		'Color (3)',
	]);
});

test('30,000 answers to questions of the same name do not block n8n', () => {
	const Answers = Array.from({ length: 30_000 }, () => ({ QuestionText: 'Color', Answer: 'red' }));
	const item = responseItem({ ResponseToken: 'r', Answers }, [], SIMPLE);
	expect(item).toMatchObject({ Color: 'red', 'Color (30000)': 'red' });
});

test('a question with the name of a response field does not replace it', () => {
	const item = responseItem(
		answersTo({ q0: 'yes', q1: 'mine' }),
		questionsOf('Completed', 'ResponseToken'),
		SIMPLE,
	);
	expect(item).toEqual({
		'Completed (2)': 'yes',
		'ResponseToken (2)': 'mine',
		Completed: true,
		ResponseToken: 'r',
	});
});

test('a field that the service added later does not replace an answer', () => {
	const item = responseItem({ ...answersTo({ q0: 'mine' }), Score: 7 }, questionsOf('Score'), SIMPLE);
	expect(item).toMatchObject({ 'Score (2)': 'mine', Score: 7 });
});

test('a question with the name of a metadata field does not replace it', () => {
	const response = { ...answersTo({ q0: 'Spanish' }), Metadata: { Language: 'en' } };
	const item = responseItem(response, questionsOf('Language'), SIMPLE);
	expect(item).toMatchObject({ 'Language (2)': 'Spanish', Language: 'en' });
	expect(item).not.toHaveProperty('Metadata');
});

test('a question that did not exist when this response was given is null', () => {
	expect(responseItem(answersTo({ q0: 'a' }), questionsOf('Old', 'New'), SIMPLE)).toMatchObject({
		Old: 'a',
		New: null,
	});
});

test('an answer to a deleted question has its own column, or that of a question with the same text', () => {
	const Answers = [
		{ QuestionToken: 'gone', QuestionText: 'Color', Answer: 'red' },
		{ QuestionToken: 'gone too', QuestionText: 'Size', Answer: 'L' },
		{ QuestionToken: 'gone also', QuestionText: 'Color', Answer: 'blue' },
		{ Answer: 1 },
	];
	expect(responseItem({ Answers }, questionsOf('Color'), SIMPLE)).toEqual({
		Color: 'red',
		Size: 'L',
		'Color (2)': 'blue',
		Question: 1,
	});
});

test('questions without tokens are matched by their texts', () => {
	const questions = [{ QuestionText: 'A?' }, { QuestionText: 'B?' }];
	const Answers = [
		{ QuestionText: 'B?', Answer: 2 },
		{ QuestionText: 'A?', Answer: 1 },
	];
	expect(responseItem({ Answers }, questions, SIMPLE)).toEqual({ 'A?': 1, 'B?': 2 });
});

test('a name is one line of at most 200 characters, and never empty', () => {
	const [first, second, third] = columns(
		answersTo({}),
		questionsOf(' How\n was  it? ', 'x'.repeat(300), ' '),
	);
	expect([first, second, third]).toEqual(['How was it?', 'x'.repeat(200), 'Question 3']);
});

test('several choices become one text; anything else is unchanged', () => {
	const answers = { q0: ['Tea', 'Cake'], q1: 4, q2: [{ other: 'Milk' }], q3: [] };
	expect(responseItem(answersTo(answers), questionsOf('A', 'B', 'C', 'D'), SIMPLE)).toMatchObject({
		A: 'Tea, Cake',
		B: 4,
		C: [{ other: 'Milk' }],
		D: '',
	});
});

test('a response without a list of answers has all columns', () => {
	expect(responseItem({ ResponseToken: 'r', Answers: null }, questionsOf('A'), SIMPLE)).toEqual({
		A: null,
		ResponseToken: 'r',
	});
});

test('a question named __proto__ is a column like any other', () => {
	const item = responseItem(answersTo({ q0: 1 }), questionsOf('__proto__'), SIMPLE);
	expect(JSON.stringify(item)).toContain('"__proto__":1');
});

test('without Simplify, a response is returned as the service sends it', () => {
	const response = answersTo({ q0: 'a' });
	expect(responseItem(response, questionsOf('A'), { simplify: false })).toBe(response);
});
