import { assignPages, questions } from '../../../nodes/SweepstakesSurvey/api/questions';

const messageFor = (more: object) =>
	questions.safeParse([{ QuestionText: 'Which?', FieldType: 'radio', ...more }]).error?.issues[0]!.message;

test.each([
	['two choices', undefined, { Options: ['a', 'b'] }],
	['one choice', 'must have at least 2 choices', { Options: ['a'] }],
	['no choices', 'must have at least 2 choices', {}],
	['null for its choices', 'must have at least 2 choices', { Options: null }],
	['the type text and no choices', undefined, { FieldType: 'text', Options: null }],
	[
		'the type text and choices',
		'must be empty for a question of the type text',
		{ FieldType: 'text', Options: ['a'] },
	],
])('if a question has %s, the refusal is %p', (_what, message, more) => {
	expect(messageFor(more)).toBe(message);
});

test('questions can be on at most 50 pages', () => {
	const isAccepted = (pages: number) => {
		const Questions = Array.from({ length: pages }, (_, n) => ({
			QuestionText: 'Which?',
			FieldType: 'text',
			Page: n + 1,
		}));
		const addIssue = jest.fn();
		assignPages({ Questions } as never, { addIssue } as never);
		return addIssue.mock.calls.length === 0;
	};
	expect([50, 51].map(isAccepted)).toEqual([true, false]);
});

test.each<[string, unknown]>([
	['questions', Array.from({ length: 251 }, () => null)],
	[
		'choices',
		[{ QuestionText: 'Which?', FieldType: 'radio', Options: Array.from({ length: 31 }, () => null) }],
	],
])('a list with too many %s is refused before any of them is read', (_what, value) => {
	expect(questions.safeParse(value).error?.issues.map(({ code }) => code)).toEqual(['too_big']);
});
