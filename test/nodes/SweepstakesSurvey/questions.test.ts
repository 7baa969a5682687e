import { assignPages, questions } from '../../../nodes/SweepstakesSurvey/api/questions';

const messageFor = (more: object) =>
	questions.safeParse([{ QuestionText: 'Which?', FieldType: 'radio', ...more }]).error?.issues[0]!.message;

test.each([
	['two choices', { Options: ['a', 'b'] }, undefined],
	['one choice', { Options: ['a'] }, 'must have at least 2 choices'],
	['no choices', {}, 'must have at least 2 choices'],
	['null for its choices', { Options: null }, 'must have at least 2 choices'],
	['the type text and no choices', { FieldType: 'text', Options: null }, undefined],
	[
		'the type text and choices',
		{ FieldType: 'text', Options: ['a'] },
		'must be empty for a question of the type text',
	],
])('if a question has %s, the refusal is %p', (_what, more, message) => {
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
