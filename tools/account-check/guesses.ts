import { EMPTY, NULL } from './format';
import type { Finding } from './meaning';
import { ASKED, countHolders, type Shape } from './shape';

/** A question that the documents leave open or answer in two ways. A comment with `@guess` marks the code about it. */
interface Guess {
	question: string;
	operation: string;
	/** The key whose formats answer the question, or several keys, of which those that are filled answer it. */
	keys: readonly string[];
	/** The only formats that count as answers. */
	among?: readonly string[];
	/** What an answer that differs from the sandboxes’ means for workflows. */
	means: string;
}

/** An account's answer to an open question. */
export interface AnsweredGuess {
	question: string;
	answer: string;
	finding?: Finding;
}

export const GUESSES: readonly Guess[] = [
	{
		question: 'The end of a sweepstakes is in its settings as',
		operation: 'Sweepstakes › Get Many',
		keys: ['Data[].Settings.ExpirationDate', 'Data[].Settings.EndDate'],
		means: 'Winner › Draw cannot tell whether the entry period is over, and refuses to draw.',
	},
	{
		question: 'The name of a participant is in',
		operation: 'Participant › Get Many',
		keys: ['Participants[].FirstName', 'Participants[].EntryPagesFields'],
		means: 'The columns with the name are empty, and so are greetings that use them.',
	},
	{
		question: 'Phone numbers of participants are stored as',
		operation: 'Participant › Get Many',
		keys: ['Participants[].KeyPhoneNumber'],
		means: 'A participant may not be found by phone number. Use the email address or the ID.',
	},
	{
		question: 'An opt-out has its date under',
		operation: 'Participant › Get Many',
		keys: ['Participants[].OptOutDate', 'Participants[].CreationDate'],
		means: 'The trigger cannot tell when somebody opted out, and misses them.',
	},
	{
		question: 'Scheduled drawings are asked for by',
		operation: 'Winner › Get Scheduled Drawings',
		keys: [ASKED],
		among: ['GET', 'POST'],
		means: 'Scheduled drawings cannot be listed or canceled from a workflow.',
	},
	{
		question: 'The token of a scheduled drawing is called',
		operation: 'Winner › Get Scheduled Drawings',
		keys: ['Drawings[].ScheduleToken', 'Drawings[].scheduledToken'],
		means: 'Scheduled drawings cannot be canceled from a workflow.',
	},
	{
		question: 'The case number of a ticket is asked for as',
		operation: 'Support Ticket › Get',
		keys: [ASKED],
		among: ['caseNumber', 'CaseNumber'],
		means: 'Support Ticket › Get finds no tickets.',
	},
	{
		question: 'The status of a ticket comes as',
		operation: 'Support Ticket › Get',
		keys: ['Data.Status'],
		means: 'A Switch or If node on the status of a ticket can take the wrong path.',
	},
	{
		question: 'The priority of a ticket comes as',
		operation: 'Support Ticket › Get',
		keys: ['Data.Priority'],
		means: 'A Switch or If node on the priority of a ticket can take the wrong path.',
	},
	{
		question: 'The reply to participants/add has the ParticipantToken',
		operation: 'Participant › Add',
		keys: ['Data.ParticipantToken', 'ParticipantToken'],
		means: 'The output of Participant › Add lacks the ID. The next node can use the email address instead.',
	},
];

/** Answers the open questions about an operation. */
export function readGuesses(operation: string, shape: Shape, claims: readonly Shape[]): AnsweredGuess[] {
	return GUESSES.filter((one) => one.operation === operation).flatMap((guess) => {
		const answers = answer(guess, shape);
		if (!answers) return [];
		const expected = [...new Set(claims.flatMap((claim) => answer(guess, claim) ?? []))];
		const { question, means } = guess;
		const found = answers.join(' and ');
		const isExpected = answers.every((one) => expected.includes(one));
		if (isExpected) return [{ question, answer: found }];
		const finding = { about: `(${question})`, expected: expected.join(' or '), found, means };
		return [{ question, answer: found, finding }];
	});
}

/** Returns undefined if no reply answers the question. */
function answer({ keys, among }: Guess, shape: Shape): string[] | undefined {
	const isFilled = (key: string) => listFormats(shape, key).length > 0;
	const isAsked = keys.some((key) => countHolders(shape, key) > 0);
	const [only, ...more] = keys as [string, ...string[]];
	const all =
		more.length > 0 ? keys.filter(isFilled).map((key) => key.split('.').at(-1)!) : listFormats(shape, only);
	const found = among ? all.filter((one) => among.includes(one)) : all;
	return found.length > 0 ? found : isAsked ? ['nowhere'] : undefined;
}

const listFormats = ({ keys }: Shape, key: string): string[] =>
	[...(keys.get(key)?.formats.keys() ?? [])].filter((format) => format !== NULL && format !== EMPTY);
