import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../support/constants';
import { named, type Scenario } from './scenario';

export const winners = [
	{
		title: 'Nobody wins twice, and a draw of too many people is refused',
		steps: [
			{ call: '/winners/draw', status: 400, reply: { 'Help.EligibleParticipants': 0 } },
			{
				call: '/_sandbox/participants/fill',
				send: { SweepstakesToken: named('SweepstakesToken'), count: 6 },
			},
			{
				call: '/winners/draw',
				send: { howManyWinnersToPick: 7 },
				status: 400,
				reply: { 'Help.EligibleParticipants': 6, 'Help.ExpectedBody.group': /required/ },
			},
			{ call: '/winners/draw', send: { howManyWinnersToPick: 6 }, reply: { 'Winners.length': 6 } },
			{ call: '/winners/draw', status: 400, reply: { 'Help.EligibleParticipants': 0 } },
		],
	},
	{
		title: 'A draw is refused while the sweepstakes is paused or archived',
		steps: [
			{ entry: {} },
			{ call: '/sweepstakes/pause' },
			{ call: '/winners/draw', status: 400, reply: { Message: /paused/ } },
			{ call: '/sweepstakes/unpause' },
			{ call: '/_sandbox/archive', send: { SweepstakesToken: named('SweepstakesToken') } },
			{ call: '/winners/draw', status: 400, reply: { Message: /archived/ } },
		],
	},
	{
		title: 'A draw can be limited to one group of the sweepstakes',
		steps: [
			{ entry: {} },
			{ call: '/groups/create' },
			{ entry: { GroupToken: named('GroupToken') }, reply: { ParticipantToken: named('inside') } },
			{
				call: '/winners/draw',
				send: { howManyWinnersToPick: 9 },
				status: 400,
				reply: { 'Help.EligibleParticipants': 2 },
			},
			{
				call: '/winners/draw',
				send: { howManyWinnersToPick: 9, group: named('GroupToken') },
				status: 400,
				reply: { 'Help.EligibleParticipants': 1 },
			},
			{
				call: '/winners/draw',
				send: { group: named('GroupToken') },
				reply: { Winners: [{ ParticipantToken: named('inside') }] },
			},
			{ call: '/winners/draw', send: { group: named('nobody') }, status: 404 },
			{ call: '/sweepstakes/create' },
			{ call: '/winners/draw', send: { group: named('GroupToken') }, status: 404 },
		],
	},
	{
		title: 'Opt-outs, spam and incomplete entries win only if the request includes them',
		steps: [
			{
				entry: { Fields: { First_Name: 'Ada', Last_Name: 'Lovelace' } },
				reply: { ParticipantToken: named('usual') },
			},
			{
				entry: {
					Fields: { First_Name: 'Bob', Last_Name: 'Dylan' },
					Collections: ['Participants', 'OptOuts'],
				},
				reply: { ParticipantToken: named('optOut') },
			},
			{
				entry: { Fields: { First_Name: 'Cyd', Last_Name: 'Charisse' }, Spam: true },
				reply: { ParticipantToken: named('spam') },
			},
			{ entry: {}, reply: { ParticipantToken: named('incomplete') } },
			{
				call: '/winners/draw',
				send: { howManyWinnersToPick: 9 },
				status: 400,
				reply: { 'Help.EligibleParticipants': 2 },
			},
			{
				call: '/winners/draw',
				send: { completedEntries: true },
				reply: { Winners: [{ ParticipantToken: named('usual') }] },
			},
			{ call: '/winners/draw', reply: { Winners: [{ ParticipantToken: named('incomplete') }] } },
			{
				call: '/winners/draw',
				send: { includeOptedOutParticipants: true },
				reply: { Winners: [{ ParticipantToken: named('optOut') }] },
			},
			{
				call: '/winners/draw',
				send: { doNotIncludeSpamParticipants: false },
				reply: { Winners: [{ ParticipantToken: named('spam') }] },
			},
		],
	},
	{
		title: 'Bonus entries raise the chance to win',
		steps: [
			{ entry: {}, times: 9 },
			{ entry: { BonusEntries: 1_000_000_000 } },
			{ call: '/winners/draw', reply: { Winners: [{ ParticipantToken: named('ParticipantToken') }] } },
		],
	},
	{
		title: 'A participant in two collections counts once in a draw',
		steps: [
			{ entry: { Collections: ['ParticipantsAmoe'] } },
			{ entry: { Collections: ['Participants', 'ParticipantsAmoe'] } },
			{
				call: '/winners/draw',
				send: { howManyWinnersToPick: 9 },
				status: 400,
				reply: { 'Help.EligibleParticipants': 2 },
			},
		],
	},
	{
		title: 'A draw without a number or a group can pick spam, and its refusal counts the eligible people',
		dialect: 'reference',
		steps: [
			{ entry: { KeyPhoneNumber: '2025550111', Spam: true } },
			{
				call: '/winners/draw',
				reply: { Winners: [{ ParticipantToken: named('ParticipantToken'), PhoneNumber: '2025550111' }] },
			},
			{
				call: '/winners/draw',
				status: 400,
				reply: { Code: 400, Help: { EligibleParticipants: 0 }, 'Help.ExpectedBody': undefined },
			},
		],
	},
	{
		title: 'Winners are paged, newest draw first, and can be found by email address and phone number',
		steps: [
			{
				call: '/_sandbox/participants/fill',
				send: { SweepstakesToken: named('SweepstakesToken'), count: 25 },
			},
			{ call: '/winners/draw', send: { howManyWinnersToPick: 20 } },
			{ wait: HOUR_MS },
			{ call: '/winners/draw', send: { howManyWinnersToPick: 5 } },
			{
				call: '/winners/fetch',
				reply: {
					'Winners.length': 10,
					'Winners.4.DrawDateTime': '2030-01-15T13:00:00.000Z',
					'Winners.5.DrawDateTime': '2030-01-15T12:00:00.000Z',
				},
			},
			{ call: '/winners/fetch', send: { page: 2 }, reply: { 'Winners.length': 10 } },
			{ call: '/winners/fetch', send: { page: 3 }, reply: { 'Winners.length': 5 } },
			{ call: '/winners/fetch', send: { page: 4 }, reply: { Winners: [] } },
			{ call: '/winners/fetch', send: { page: 2, itemsPerPage: 20 }, reply: { 'Winners.length': 5 } },
			{ call: '/winners/fetch', send: { search: 'participant7@' }, reply: { TotalWinners: 1 } },
			{ call: '/winners/fetch', send: { search: '5552000009' }, reply: { TotalWinners: 1 } },
			{ call: '/winners/fetch', send: { search: 'EXAMPLE.com' }, reply: { TotalWinners: 25 } },
			{ call: '/winners/fetch', send: { search: 'nobody' }, reply: { TotalWinners: 0 } },
		],
	},
	{
		title: 'A winner has the fields of the entry',
		steps: [
			{
				entry: {
					KeyEmail: 'ada@example.com',
					KeyPhoneNumber: '+15550111',
					BonusEntries: 3,
					Fields: { First_Name: 'Ada', Last_Name: 'Lovelace', Zip_Code: '90210' },
				},
			},
			{ call: '/winners/draw' },
			{
				call: '/_sandbox/winners',
				send: {
					SweepstakesToken: named('SweepstakesToken'),
					ParticipantToken: named('ParticipantToken'),
					WasNotify: true,
				},
			},
			{
				call: '/winners/fetch',
				reply: {
					Winners: [
						{
							KeyEmail: 'ada@example.com',
							KeyPhoneNumber: '+15550111',
							BonusEntries: 3,
							IsAmoe: false,
							WasNotify: true,
							EntryPagesFields: {
								First_Name: 'Ada',
								Last_Name: 'Lovelace',
								Zip_Code: '90210',
								Email: 'ada@example.com',
								Mobile_Number: '+15550111',
							},
						},
					],
				},
			},
		],
	},
	{
		title: 'A drawing must be scheduled for the future, with no more winners than eligible people',
		steps: [
			{
				call: '/_sandbox/participants/fill',
				send: { SweepstakesToken: named('SweepstakesToken'), count: 20 },
			},
			{ call: '/winners/schedule', send: { endDate: '2030-01-14' }, status: 400 },
			{ call: '/winners/schedule', send: { howManyWinnersToPick: 21 }, status: 400 },
			{ call: '/winners/schedule', send: { howManyWinnersToPick: 20 } },
			{ call: '/winners/schedule', send: { group: named('nobody') }, status: 404 },
			{
				call: '/winners/schedule',
				send: {
					scheduleMode: 'settime',
					frequency: 3,
					dayOfTheWeek: 2,
					deliveryTime: '13:00',
					endDate: '2030-01-20',
				},
				status: 400,
			},
		],
	},
	{
		title: 'Drawings are listed newest first, and each creates a calendar event only if requested',
		steps: [
			{
				call: '/_sandbox/participants/fill',
				send: { SweepstakesToken: named('SweepstakesToken'), count: 20 },
			},
			{ call: '/winners/schedule', send: { message: 'Hello', selectedAction: 2 } },
			{
				call: '/winners/schedule',
				send: {
					scheduleMode: 'settime',
					frequency: 3,
					dayOfTheWeek: 7,
					deliveryTime: '18:00',
					endDate: '2030-03-01',
					addDrawingToCalendar: true,
				},
			},
			{
				call: '/winners/fetchscheduled',
				reply: {
					Drawings: [
						{
							ScheduleMode: 2,
							Frequency: 3,
							DayOfTheWeek: 7,
							Message: null,
							DeliveryTime: '18:00',
							DrawingDate: '2030-01-19',
							DrawingTime: '18:00',
							DrawingEndDate: '2030-03-01',
						},
						{
							ScheduleMode: 1,
							Frequency: 0,
							DayOfTheWeek: null,
							Message: 'Hello',
							Action: 2,
							DrawingDate: '2030-02-15',
							DrawingTime: '20:00',
							DrawingEndDate: null,
							Status: 0,
						},
					],
				},
			},
			{ call: '/calendar/fetch', reply: { Events: [{ EventStartDate: '2030-01-19T18:00:00.000Z' }] } },
			{
				call: '/winners/fetchscheduled',
				send: { sweepstakesToken: 'x' },
				status: 400,
				reply: { 'Help.ExpectedBody.sweepstakesToken': /required/ },
			},
		],
	},
	{
		title: 'A drawing can be deleted until it is due',
		steps: [
			{
				call: '/_sandbox/participants/fill',
				send: { SweepstakesToken: named('SweepstakesToken'), count: 20 },
			},
			{ call: '/winners/schedule', send: { endDate: '2030-01-15', endTime: '13:00' } },
			{ call: '/winners/fetchscheduled', reply: { Drawings: [{ ScheduleToken: named('ScheduleToken') }] } },
			{ call: '/sweepstakes/create' },
			{ call: '/winners/deletescheduled', status: 404 },
			{ call: '/winners/deletescheduled', send: { sweepstakesToken: named('first') } },
			{ wait: 2 * HOUR_MS },
			{ call: '/winners/fetch', send: { sweepstakesToken: named('first') }, reply: { Winners: [] } },
			{
				call: '/winners/schedule',
				send: { sweepstakesToken: named('first'), endDate: '2030-01-15', endTime: '15:00' },
			},
			{ wait: 59 * MINUTE_MS },
			{ call: '/winners/fetch', send: { sweepstakesToken: named('first') }, reply: { Winners: [] } },
			{ wait: MINUTE_MS },
			{
				call: '/winners/fetch',
				send: { sweepstakesToken: named('first') },
				reply: { Winners: [{ WasNotify: false }] },
			},
			{
				call: '/winners/fetchscheduled',
				send: { sweepstakesToken: named('first') },
				reply: { Drawings: [{ ScheduleToken: named('done'), Status: 1, StatusDescription: 'Completed' }] },
			},
			{
				call: '/winners/deletescheduled',
				send: { sweepstakesToken: named('first'), scheduledToken: named('done') },
				status: 400,
			},
		],
	},
	{
		title: 'A drawing that is not repeated takes place only once, and notifies the winners if requested',
		steps: [
			{
				call: '/_sandbox/participants/fill',
				send: { SweepstakesToken: named('SweepstakesToken'), count: 20 },
			},
			{
				call: '/winners/schedule',
				send: { endDate: '2030-01-15', endTime: '13:00', frequency: 1, selectedAction: 2 },
			},
			{
				call: '/winners/schedule',
				send: { endDate: '2030-01-15', endTime: '14:00', scheduleMode: 'settime' },
			},
			{ wait: 40 * DAY_MS },
			{ call: '/winners/fetch', reply: { Winners: [{ WasNotify: false }, { WasNotify: true }] } },
			{ call: '/winners/fetchscheduled', reply: { Drawings: [{ Status: 1 }, { Status: 1 }] } },
		],
	},
	{
		title: 'A drawing is repeated each hour until its period ends',
		steps: [
			{
				call: '/_sandbox/participants/fill',
				send: { SweepstakesToken: named('SweepstakesToken'), count: 20 },
			},
			{
				call: '/winners/schedule',
				send: {
					scheduleMode: 'settime',
					frequency: 1,
					deliveryTime: '13:00',
					endDate: '2030-01-15',
					endTime: '15:00',
				},
			},
			{ wait: 2 * HOUR_MS },
			{ call: '/winners/fetch', reply: { TotalWinners: 2 } },
			{ call: '/winners/fetchscheduled', reply: { Drawings: [{ Status: 0 }] } },
			{ wait: 24 * HOUR_MS },
			{ call: '/winners/fetch', reply: { TotalWinners: 3 } },
			{ call: '/winners/fetchscheduled', reply: { Drawings: [{ Status: 1 }] } },
		],
	},
	{
		title: 'A drawing is repeated each day or each week',
		steps: [
			{
				call: '/_sandbox/participants/fill',
				send: { SweepstakesToken: named('SweepstakesToken'), count: 20 },
			},
			{
				call: '/winners/schedule',
				send: {
					scheduleMode: 'settime',
					frequency: 2,
					deliveryTime: '13:00',
					endDate: '2030-01-18',
					endTime: '14:00',
				},
			},
			{
				call: '/winners/schedule',
				send: { scheduleMode: 'settime', frequency: 3, deliveryTime: '13:00', endDate: '2030-12-01' },
			},
			{ wait: 73 * HOUR_MS },
			{ call: '/winners/fetch', reply: { TotalWinners: 5 } },
			{ wait: 18 * DAY_MS },
			{ call: '/winners/fetch', reply: { TotalWinners: 8 } },
		],
	},
	{
		title:
			'A scheduled drawing fails if the sweepstakes is paused or archived when it is due, and is deleted with the sweepstakes',
		steps: [
			{
				call: '/_sandbox/participants/fill',
				send: { SweepstakesToken: named('SweepstakesToken'), count: 20 },
			},
			{ call: '/winners/schedule', send: { endDate: '2030-01-15', endTime: '13:00' } },
			{ call: '/sweepstakes/pause' },
			{ wait: HOUR_MS },
			{ call: '/winners/fetchscheduled', reply: { Drawings: [{ Status: 2, StatusDescription: 'Failed' }] } },
			{ call: '/winners/schedule', send: { endDate: '2030-01-15', endTime: '14:00' } },
			{ call: '/sweepstakes/unpause' },
			{ call: '/_sandbox/archive', send: { SweepstakesToken: named('SweepstakesToken') } },
			{ wait: HOUR_MS },
			{ call: '/winners/fetchscheduled', reply: { Drawings: [{ Status: 2 }, { Status: 2 }] } },
			{ call: '/winners/fetch', reply: { Winners: [] } },
			{ call: '/winners/schedule', send: { endDate: '2030-01-15', endTime: '15:00' } },
			{ call: '/sweepstakes/delete' },
			{ wait: HOUR_MS },
			{ call: '/winners/fetch', status: 404 },
		],
	},
	{
		title:
			'A scheduled drawing picks from the entries at the time of the drawing, without opt-outs, spam and earlier winners',
		steps: [
			{
				call: '/_sandbox/participants/fill',
				send: { SweepstakesToken: named('SweepstakesToken'), count: 2 },
			},
			{
				call: '/winners/schedule',
				send: {
					scheduleMode: 'settime',
					frequency: 1,
					deliveryTime: '13:00',
					endDate: '2030-02-01',
					howManyWinnersToPick: 2,
				},
			},
			{ wait: 2 * HOUR_MS },
			{ call: '/winners/fetch', reply: { TotalWinners: 2 } },
			{ entry: {}, reply: { ParticipantToken: named('usual') } },
			{ entry: { Collections: ['OptOuts'] } },
			{ entry: { Spam: true } },
			{ wait: HOUR_MS },
			{ call: '/winners/fetch', reply: { TotalWinners: 3, 'Winners.0.ParticipantToken': named('usual') } },
		],
	},
] satisfies Scenario[];
