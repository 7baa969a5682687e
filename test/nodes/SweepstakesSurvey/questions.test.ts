import { assignPages, questions } from '../../../nodes/SweepstakesSurvey/api/questions';

const messageFor = (more: object) =>
	questions.safeParse([{ QuestionText: 'Which?', FieldType: 'radio', ...more }]).error?.issues[0]!.message;

test.each([
	['a choice between two', { Options: ['a', 'b'] }, undefined],
	['a choice of one', { Options: ['a'] }, 'must have at least 2 choices'],
	['a choice of none', {}, 'must have at least 2 choices'],
	['choices that are null', { Options: null }, 'must have at least 2 choices'],
	['a text', { FieldType: 'text', Options: null }, undefined],
	[
		'a text with choices',
		{ FieldType: 'text', Options: ['a'] },
		'must be empty for a question of the type text',
	],
])('a question for %s is refused: %p', (_what, more, message) => {
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
