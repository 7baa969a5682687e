import { asText, isObject } from '../../nodes/shared/json';
import { toUnexpected, type Guess } from './guesses';
import { isSuccess, type Attempt } from './recorder';

const ADD = 'POST /participants/add';

/**
 * Returns the attempts to add a person, except those without a reply. `isSecond` is whether the same email was sent
 * before.
 */
function additions(attempts: readonly Attempt[]) {
	const tried: string[] = [];
	return attempts.flatMap((attempt) => {
		if (attempt.call !== ADD || attempt.status === 0) return [];
		const keys = isObject(attempt.request.entryPageFields) ? attempt.request.entryPageFields : {};
		const email = asText(keys.KeyEmail);
		const isSecond = tried.includes(email);
		tried.push(email);
		const hasColumns = Object.values(isObject(keys.Fields) ? keys.Fields : {}).includes(email);
		return [{ ...attempt, isSecond, hasColumns, isTyped: /\D/.test(asText(keys.KeyPhoneNumber)) }];
	});
}

const isTaken = (attempt: Attempt): boolean => isSuccess(attempt) && attempt.body?.Response === true;

const toRefusal = ({ status }: Attempt): string => `a refusal (${status})`;

const readTaken = (attempt: Attempt): string => (isTaken(attempt) ? 'taken' : 'refused');

/**
 * Whether a reply refuses a duplicate. A new person gets this reply, too, if somebody else has the same phone number.
 */
const isDuplicate = ({ body }: Attempt): boolean => /duplicated|already exists/i.test(asText(body?.Message));

/**
 * Finds out how the service refuses a second entry. The API documents show different replies, and the nodes recognize a
 * duplicate by the words in them.
 */
function duplicateAnswer(attempt: Attempt) {
	if (isTaken(attempt)) return 'a second entry';
	return isDuplicate(attempt)
		? `${attempt.status}, in words that the nodes know`
		: toUnexpected(`${toRefusal(attempt)}, in other words`);
}

/** The questions that only writing can answer. */
export const WRITING_GUESSES: readonly Guess[] = [
	{
		question: 'A participant with the email and phone columns in Fields is',
		expected: 'taken',
		means:
			'Participant › Add sends entries in this form, so it is refused for everybody. Tell us before you import.',
		answers: (attempts) =>
			additions(attempts)
				.filter(({ isSecond, hasColumns, isTyped }) => !isSecond && hasColumns && !isTyped)
				.filter((attempt) => !isDuplicate(attempt))
				.map((attempt) => (isTaken(attempt) ? 'taken' : toUnexpected(toRefusal(attempt)))),
	},
	{
		question: 'A participant without these columns is',
		expected: 'taken or refused',
		means: 'The nodes work with either.',
		answers: (attempts) =>
			additions(attempts)
				.filter(({ hasColumns }) => !hasColumns)
				.map(readTaken),
	},
	{
		question: 'The same participant again is answered with',
		expected: 'a second entry, or a refusal in words that the nodes know',
		means:
			'“Skip” does not recognize people who have entered before: these items fail instead of being skipped.',
		answers: (attempts) =>
			additions(attempts)
				.filter(({ isSecond }) => isSecond)
				.map(duplicateAnswer),
	},
	{
		question: 'A phone number such as +1 (202) 555-0123 is',
		expected: 'taken or refused',
		means: 'The nodes work with either.',
		answers: (attempts) =>
			additions(attempts)
				.filter(({ isTyped }) => isTyped)
				.map(readTaken),
	},
	{
		question: 'The reply to participants/add has the ParticipantToken',
		expected: 'yes or no',
		means: 'The nodes work with either.',
		answers: (attempts) =>
			additions(attempts)
				.filter(isTaken)
				.map(({ body }) => (isObject(body?.Data) && 'ParticipantToken' in body.Data ? 'yes' : 'no')),
	},
	...['groups', 'notes'].map((kind) => ({
		question: `A name of ${kind} that is taken is refused with`,
		expected: '400 or 409',
		means: 'A name that is taken may look like another error, so “Return Existing” may fail.',
		answers: (attempts: readonly Attempt[]) =>
			attempts
				.filter(({ call, status }) => call === `POST /${kind}/create` && status >= 400)
				.map(({ status }) =>
					status === 400 || status === 409 ? String(status) : toUnexpected(String(status)),
				),
	})),
];
