import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../support/constants';
import { named, type Scenario } from './scenario';

export const controls = [
	{
		title: 'Control routes answer 404 for records that do not exist',
		steps: [
			{
				call: '/_sandbox/archive',
				send: { SweepstakesToken: named('nobody') },
				status: 404,
				reply: { Response: false, Code: 404 },
			},
			{
				call: '/_sandbox/participants/fill',
				send: { SweepstakesToken: named('nobody'), count: 1 },
				status: 404,
			},
			{ call: '/_sandbox/groups', send: { GroupToken: named('nobody'), Locked: true }, status: 404 },
			{ call: '/_sandbox/tickets', send: { CaseNumber: named('nobody'), Locked: true }, status: 404 },
			{ call: '/_sandbox/codes', send: { CouponToken: named('nobody'), Status: 'voided' }, status: 404 },
			{ call: '/_sandbox/invoices', send: { InvoiceToken: named('nobody') }, status: 404 },
			{
				call: '/_sandbox/winners',
				send: {
					SweepstakesToken: named('SweepstakesToken'),
					ParticipantToken: named('nobody'),
					WasNotify: true,
				},
				status: 404,
			},
			{ call: '/_sandbox/nothing', status: 404 },
		],
	},
	{
		title: 'Control routes move a participant to groups and collections',
		steps: [
			{ entry: { KeyEmail: 'a@example.com' } },
			{ call: '/_sandbox/participants', send: { SweepstakesToken: named('SweepstakesToken') }, status: 400 },
			{
				call: '/_sandbox/participants',
				send: { SweepstakesToken: named('SweepstakesToken'), ParticipantToken: named('nobody') },
				status: 404,
			},
			{
				call: '/_sandbox/participants',
				send: {
					SweepstakesToken: named('SweepstakesToken'),
					KeyEmail: 'a@example.com',
					Collections: ['Spam'],
				},
				status: 400,
			},
			{
				call: '/_sandbox/participants',
				send: { SweepstakesToken: named('SweepstakesToken'), KeyEmail: 'a@example.com', Collections: [] },
				status: 400,
			},
			{
				call: '/_sandbox/participants',
				send: {
					SweepstakesToken: named('SweepstakesToken'),
					KeyEmail: 'a@example.com',
					GroupToken: named('nobody'),
				},
				status: 404,
			},
			{
				call: '/participants/count',
				reply: { Counts: { Participants: 1, AmoeParticipants: 0, OptOuts: 0 } },
			},
			{
				call: '/_sandbox/participants',
				send: {
					SweepstakesToken: named('SweepstakesToken'),
					KeyEmail: 'a@example.com',
					Collections: ['ParticipantsAmoe', 'OptOuts'],
				},
			},
			{
				call: '/participants/count',
				reply: { Counts: { Participants: 0, AmoeParticipants: 1, OptOuts: 1 } },
			},
		],
	},
	{
		title: 'Control routes archive and unarchive a sweepstakes',
		steps: [
			{ call: '/_sandbox/archive', send: { SweepstakesToken: named('SweepstakesToken') } },
			{ call: '/sweepstakes/fetch', reply: [{ Archived: true }] },
			{ call: '/_sandbox/archive', send: { SweepstakesToken: named('SweepstakesToken'), Archived: false } },
			{ call: '/sweepstakes/fetch', reply: [{ Archived: false }] },
		],
	},
	{
		title: 'Control routes refuse invalid bodies',
		steps: [
			{
				call: '/_sandbox/suppressions',
				send: { Channel: 'sms', Address: 'nowhere', Reason: 'stop' },
				status: 400,
			},
			{ call: '/_sandbox/drips', send: { Title: 'No name' }, status: 400 },
			{ call: '/_sandbox/clock', send: { advanceMs: -1 }, status: 400 },
			{ call: '/_sandbox/clock', send: { advanceMs: 1.5 }, status: 400 },
			{ call: '/_sandbox/clock', send: { advanceMs: '1' }, status: 400 },
			{ call: '/_sandbox/clock', send: { advanceMs: 1_000_000_000_000_000 }, status: 400 },
			{ call: '/_sandbox/clock', send: { advanceMs: 3_600_000 }, reply: { now: 1_894_712_400_000 } },
		],
	},
	{
		title: 'Faults apply to calls of their path in order, each as many times as requested',
		steps: [
			{
				call: '/_sandbox/faults',
				send: [
					{ path: '/account/plan', times: 2, status: 500 },
					{ path: '/account/plan', status: 502 },
					{ path: '/tools/nothing', body: { Response: true } },
				],
			},
			{ call: '/account/profile' },
			{ call: '/account/plan', status: 500, times: 2, reply: { Response: false, Code: 500, Message: /./ } },
			{ call: '/account/plan', status: 502 },
			{ call: '/account/plan' },
			{ call: '/tools/nothing' },
			{ call: '/tools/nothing', status: 404 },
		],
	},
	{
		title: 'A fault can hide the records that the last calls created',
		steps: [
			{ call: '/_sandbox/faults', send: [{ path: '/notes/fetch', times: 2, lag: { calls: 2 } }] },
			{ call: '/notes/create', send: { Title: 'One' } },
			{ call: '/notes/create', send: { Title: 'Two' } },
			{ call: '/notes/fetch', reply: { TotalNotes: 0, Notes: [] } },
			{ call: '/notes/fetch', reply: { TotalNotes: 1, Notes: [{ Title: 'One' }] } },
			{ call: '/notes/fetch', reply: { TotalNotes: 2, Notes: [{ Title: 'Two' }, { Title: 'One' }] } },
		],
	},
	{
		title: 'A fault can hide the records of the last second, even from requests that name them by ID or code',
		steps: [
			{ wait: MINUTE_MS },
			{
				call: '/_sandbox/faults',
				send: [
					{ path: '/codes/single', times: 2, lag: { ms: 1_000 } },
					{ path: '/notes/single', times: 2, lag: { ms: 1_000 } },
				],
			},
			{ call: '/codes/create', send: { Codes: ['A'] } },
			{ call: '/notes/create' },
			{
				call: '/codes/single',
				send: { SweepstakesToken: named('SweepstakesToken'), CouponCode: 'A' },
				status: 404,
			},
			{ call: '/notes/single', status: 404 },
			{ wait: 1_000 },
			{ call: '/codes/single', send: { SweepstakesToken: named('SweepstakesToken'), CouponCode: 'A' } },
			{ call: '/notes/single' },
		],
	},
	{
		title: 'A fault can change the format of a stored title in several ways at once',
		steps: [
			{
				call: '/_sandbox/faults',
				send: [{ path: '/notes/create', kept: { texts: ['NFD', 'withoutTags', 'collapsed', 'trimmed'] } }],
			},
			{ call: '/notes/create', send: { Title: ' Aé  & <b>B</b> ', Note: ' A  & <b>B</b> ' } },
			{ call: '/notes/single', reply: { Title: 'Aé & B', Note: ' A  & <b>B</b> ' } },
			{ call: '/notes/create', send: { Title: ' Aé  & <b>B</b> ' } },
		],
	},
	{
		title: 'Invalid and contradictory faults are refused',
		steps: [
			{ call: '/_sandbox/faults', send: { path: '/a' }, status: 400, reply: { Response: false, Code: 400 } },
			{ call: '/_sandbox/faults', send: [{ status: 500 }], status: 400 },
			{ call: '/_sandbox/faults', send: [{ path: 'account/plan' }], status: 400 },
			{ call: '/_sandbox/faults', send: [{ path: '/a', times: 0 }], status: 400 },
			{ call: '/_sandbox/faults', send: [{ path: '/a', drop: 'during' }], status: 400 },
			{ call: '/_sandbox/faults', send: [{ path: '/a', drop: 'after', status: 500 }], status: 400 },
			{ call: '/_sandbox/faults', send: [{ path: '/a', gateway: 'after', status: 500 }], status: 400 },
			{ call: '/_sandbox/faults', send: [{ path: '/a', late: { calls: 1 } }], status: 400 },
			{ call: '/_sandbox/faults', send: [{ path: '/a', lag: { calls: 1, ms: 1 } }], status: 400 },
			{ call: '/_sandbox/faults', send: [{ path: '/a', kept: { texts: ['shouted'] } }], status: 400 },
			{ call: '/_sandbox/faults', send: [{ path: '/a', delay: 5 }], status: 400 },
		],
	},
	{
		title: 'Calls are counted in any 60 seconds, not per calendar minute',
		account: { plan: { MaxApiCallsPerMinute: 3 } },
		steps: [
			{ wait: 59_998 },
			{ call: '/account/plan', times: 2 },
			{ wait: 1 },
			{ call: '/account/plan', status: 429 },
			{ wait: 1 },
			{ call: '/account/plan' },
			{ call: '/account/plan', status: 429 },
		],
	},
	{
		title:
			'Calls count toward the limit whatever the reply, except calls of unknown paths and calls that get a 429',
		account: { plan: { MaxApiCallsPerMinute: 3 } },
		steps: [
			{ call: '/nowhere', status: 404, times: 5 },
			{ call: '/account/plan', by: 'nobody', status: 403 },
			{ call: '/groups/fetch', send: { sweepstakesToken: 'x' }, status: 400 },
			{ call: '/account/plan' },
			{ wait: 30_000 },
			{ call: '/account/plan', status: 429, times: 3 },
			{ wait: 30_000 },
			{ call: '/account/plan', times: 3 },
		],
	},
	{
		title: 'The calls of a month are limited, not counting calls that exceed the limit per minute',
		account: { plan: { MaxApiCallsPerMinute: 2, MaxApiCallsAllowed: 3 } },
		steps: [
			{ call: '/account/plan' },
			{ call: '/account/plan', status: 429 },
			{ wait: MINUTE_MS },
			{ call: '/account/plan' },
			{
				call: '/account/plan',
				status: 403,
				reply: { Response: false, Code: 403, Message: /MaxApiCallsAllowed/ },
			},
			{ wait: 16 * DAY_MS },
			{ call: '/account/plan', status: 403 },
			{ wait: 24 * HOUR_MS },
			{ call: '/account/plan' },
		],
	},
] satisfies Scenario[];
