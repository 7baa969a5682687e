import { describeOthers, InputError } from '../../../../../nodes/shared/n8n/errors/node-errors';
import { Problems } from '../../../../../nodes/shared/n8n/errors/problems';

const thrownBy = (problems: Problems): InputError | undefined => {
	try {
		problems.throwIfAny();
		return undefined;
	} catch (error) {
		return error as InputError;
	}
};

const refusing = (error: Error) => () => {
	throw error;
};

test('one error lists all fields with a problem, each with its first problem', () => {
	const problems = new Problems();
	expect(thrownBy(problems)).toBeUndefined();
	expect(problems.collect(() => 7)).toBe(7);
	problems.add([new InputError('Email', 'is required')]);
	expect(problems.collect(refusing(new InputError('Size', 'must be one of S, M')))).toBeUndefined();
	problems.collect(
		refusing(new InputError('Items', 'must be a list', [], [new InputError('Rate', 'is required')])),
	);
	problems.add([new InputError('Email', 'must be text')]);
	const error = thrownBy(problems);
	expect(error?.message).toBe('“Email” is required');
	expect(error?.others.map(({ message }) => message)).toEqual([
		'“Size” must be one of S, M',
		'“Items” must be a list',
		'“Rate” is required',
	]);
});

test('an error that is not about a field is thrown at once', () => {
	expect(() => new Problems().collect(refusing(new Error('broken')))).toThrow('broken');
});

test('one error lists the first 20 problems, and counts the others', () => {
	const problems = new Problems();
	const errors = Array.from({ length: 25 }, (_, n) => new InputError(`Field ${n}`, 'is required'));
	problems.add(errors, 199_980);
	const error = thrownBy(problems)!;
	expect(error.others).toHaveLength(19);
	expect(error.more).toBe(199_985);
	expect(describeOthers(error)).toMatch(/“Field 19” is required\. There are 199,985 more problems\.$/);
});
