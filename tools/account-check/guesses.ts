/** A question that the documents leave open or answer in two ways. A comment with `@guess` marks the code about it. */
interface Guess {
	question: string;
	operation: string;
	/** The subject whose forms answer the question, or several subjects, of which those that are filled answer it. */
	subjects: readonly [string, ...string[]];
	/** What an answer that differs from the sandbox's means for workflows. */
	means: string;
}

export const GUESSES: readonly Guess[] = [
	{
		question: 'The end of a sweepstakes is in its settings as',
		operation: 'Sweepstakes › Get Many',
		subjects: ['Data[].Settings.ExpirationDate', 'Data[].Settings.EndDate'],
		means: 'Winner › Draw cannot tell whether the entry period is over, and refuses to draw.',
	},
	{
		question: 'The name of a participant is in',
		operation: 'Participant › Get Many',
		subjects: ['Participants[].FirstName', 'Participants[].EntryPagesFields'],
		means: 'The columns with the name are empty, and so are greetings that use them.',
	},
	{
		question: 'Phone numbers of participants are stored as',
		operation: 'Participant › Get Many',
		subjects: ['Participants[].KeyPhoneNumber'],
		means: 'A participant may not be found by phone number. Use the email address or the ID.',
	},
	{
		question: 'An opt-out has its date under',
		operation: 'Participant › Get Many',
		subjects: ['Participants[].OptOutDate', 'Participants[].CreationDate'],
		means: 'The trigger cannot tell when somebody opted out, and misses them.',
	},
	{
		question: 'Scheduled drawings are asked for by',
		operation: 'Winner › Get Scheduled Drawings',
		subjects: ['(the method)'],
		means: 'Scheduled drawings cannot be listed or canceled from a workflow.',
	},
	{
		question: 'The token of a scheduled drawing is called',
		operation: 'Winner › Get Scheduled Drawings',
		subjects: ['Drawings[].ScheduleToken', 'Drawings[].scheduledToken'],
		means: 'Scheduled drawings cannot be canceled from a workflow.',
	},
	{
		question: 'The case number of a ticket is asked for as',
		operation: 'Support Ticket › Get',
		subjects: ['(the request)'],
		means: 'Support Ticket › Get finds no tickets.',
	},
	{
		question: 'The status of a ticket comes as',
		operation: 'Support Ticket › Get',
		subjects: ['Data.Status'],
		means: 'A Switch or If node on the status of a ticket can take the wrong path.',
	},
	{
		question: 'The priority of a ticket comes as',
		operation: 'Support Ticket › Get',
		subjects: ['Data.Priority'],
		means: 'A Switch or If node on the priority of a ticket can take the wrong path.',
	},
	{
		question: 'The reply to participants/add has the ParticipantToken',
		operation: 'Participant › Add',
		subjects: ['Data.ParticipantToken', 'ParticipantToken'],
		means: 'The output of Participant › Add lacks the ID. The next node can use the email address instead.',
	},
];
