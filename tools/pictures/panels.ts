import type { INodeParameters } from 'n8n-workflow';

/** The node panels in the documentation, each with its parameters. */
export const PANELS: Array<[type: string, parameters: INodeParameters]> = [
	[
		'sweepstakes',
		{
			operation: 'create',
			SweepstakesName: 'Summer Giveaway 2027',
			Handler: 'SUMMER2027',
			StartDate: '2027-06-01T00:00:00',
			EndDate: '2027-06-30T00:00:00',
		},
	],
	[
		'sweepstakesParticipant',
		{
			operation: 'add',
			KeyEmail: '={{ $json.email }}',
			KeyPhoneNumber: '={{ $json.phone }}',
			Fields: {
				mappingMode: 'defineBelow',
				value: { First_Name: '={{ $json.first_name }}', Last_Name: '={{ $json.last_name }}' },
			},
		},
	],
	['sweepstakesWinner', { operation: 'draw', howManyWinnersToPick: 3, whenWinnersExist: 'return' }],
	['sweepstakesGroup', { operation: 'create', groupName: 'VIP' }],
	[
		'sweepstakesInvoice',
		{
			operation: 'create',
			Name: '={{ $json.FirstName }} {{ $json.LastName }}',
			Email: '={{ $json.Email }}',
			titleToFind: 'Your ticket',
			items: { item: [{ Description: 'Concert ticket', Quantity: 1, Rate: 25 }] },
		},
	],
	['sweepstakesCode', { operation: 'generate', options: { Prefix: 'SUN-' } }],
	[
		'sweepstakesOfficialRules',
		{
			operation: 'create',
			Title: 'Official Rules',
			DocumentContent: '<h1>Official Rules</h1>\n<p>No purchase necessary.</p>',
		},
	],
	['sweepstakesEntryPage', { operation: 'getFields' }],
	[
		'sweepstakesMessage',
		{
			operation: 'send',
			participant: { __rl: true, mode: 'id', value: '={{ $json.Email }}' },
			Subject: '=You have won, {{ $json.FirstName }}!',
			Message: '=Dear {{ $json.FirstName }},\n\ncongratulations: you have won!',
		},
	],
	['sweepstakesCampaign', { operation: 'getReport' }],
	[
		'sweepstakesAccountNote',
		{ operation: 'create', Title: 'Call the printer', Note: '500 flyers and 20 posters by Friday' },
	],
	['sweepstakesReferenceData', { operation: 'getZipCodes', search: '={{ $json.zip }}' }],
	[
		'sweepstakesCalendarEvent',
		{
			operation: 'create',
			EventTitle: 'Winners are announced',
			EventStartDate: '2027-07-01T00:00:00',
			EventStartTime: '18:00',
			EventEndDate: '2027-07-01T00:00:00',
			EventEndTime: '19:00',
		},
	],
	[
		'sweepstakesSupportTicket',
		{
			operation: 'create',
			Title: 'The winners of SUMMER2027 were not emailed',
			Description: 'The draw was at 18:00, and no winner got a message.',
			Priority: 3,
		},
	],
	['sweepstakesSurvey', { operation: 'getResponses', filters: { Completed: true } }],
	['sweepstakesAccountFile', { operation: 'upload', file: 'data', Filename: 'official-rules.pdf' }],
	[
		'sweepstakesAdministratorToDo',
		{ operation: 'create', Title: 'Check the rules of SUMMER2027', Priority: 2 },
	],
	['sweepstakesAccountBilling', { operation: 'getTransactions', returnAll: true }],
	['sweepstakesAccount', { operation: 'getPlan' }],
	[
		'sweepstakesApiCall',
		{ path: '/notes/create', body: '{\n  "Title": "Call the printer",\n  "Note": "Flyers and posters"\n}' },
	],
	['sweepstakesTrigger', { event: 'newParticipant' }],
];
