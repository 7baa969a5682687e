import { HOUR_MS, MINUTE_MS } from '../../support/constants';
import { named, numbered, type Scenario } from './scenario';

export const codes = [
	{
		title: 'New codes have the requested prefix, suffix and length',
		steps: [
			{ call: '/codes/generate', send: { Prefix: 'WIN-1', Suffix: '-END' }, status: 400 },
			{ call: '/codes/generate', send: { Prefix: 'WIN-', Suffix: '-END' } },
			{ call: '/codes/generate', send: { Prefix: ' W I N - ', Suffix: '-END' } },
			{
				call: '/codes/generate',
				send: { Prefix: ' W\ti ', Suffix: ' _x', Quantity: 1 },
				reply: { Codes: [{ CouponCode: /^Wi[0-9A-Z]{12}_x$/ }] },
			},
		],
	},
	{
		title: 'Codes can expire today at the earliest',
		steps: [
			{ call: '/codes/generate', send: { ExpirationDate: '2030-01-14' }, status: 400 },
			{ call: '/codes/generate', send: { ExpirationDate: '2030-01-15', Quantity: 1 } },
			{ call: '/codes/create', send: { ExpirationDate: '2030-01-14' }, status: 400 },
			{
				call: '/codes/update',
				send: { CouponToken: named('CouponToken'), ExpirationDate: '2030-01-14' },
				status: 400,
			},
		],
	},
	{
		title: 'Codes may use up to half of the possible combinations, including existing codes of any format',
		steps: [
			{ call: '/codes/generate', send: { Quantity: 4_999 } },
			{
				call: '/codes/generate',
				send: { Length: 4, Type: 'numeric', Quantity: 2 },
				status: 422,
				reply: { 'Data.Code': 'InsufficientSpace', Existing: 4_999, Message: /Length/ },
			},
			{ call: '/codes/generate', send: { Length: 4, Type: 'numeric', Quantity: 1 } },
			{ call: '/codes/generate', send: { Length: 4, Type: 'numeric', Quantity: 1 }, status: 422 },
			{ call: '/codes/generate', send: { Length: 5, Type: 'numeric', Quantity: 1 } },
		],
	},
	{
		title:
			'Up to 50,000 codes can be added in 24 hours, not counting duplicates, and a call beyond that adds none',
		steps: [
			{ call: '/codes/generate', send: { Quantity: 5_000 }, times: 9 },
			{ wait: 12 * HOUR_MS },
			{ call: '/codes/generate', send: { Quantity: 4_999 } },
			{
				call: '/codes/generate',
				send: { Quantity: 2 },
				status: 429,
				reply: { Code: 'DailyLimit', AddedToday: 49_999 },
			},
			{
				call: '/codes/create',
				send: { Codes: ['A', 'B'] },
				status: 429,
				reply: { Code: 'DailyLimit', AddedToday: 49_999 },
			},
			{ call: '/codes/create', send: { Codes: ['A'] }, reply: { Created: 1 } },
			{ call: '/codes/create', send: { Codes: ['A'] }, reply: { Created: 0, DuplicateCount: 1 } },
			{ call: '/sweepstakes/create', send: { StartDate: '2030-01-20' } },
			{ call: '/codes/generate', send: { Quantity: 1 } },
			{ wait: 43_199_999 },
			{ call: '/codes/generate', send: { SweepstakesToken: named('first'), Quantity: 1 }, status: 429 },
			{ wait: 1 },
			{ call: '/codes/generate', send: { SweepstakesToken: named('first'), Quantity: 5_000 } },
		],
	},
	{
		title: 'The reply to /codes/create lists duplicates and invalid codes',
		steps: [
			{ call: '/codes/create', send: { Codes: ['OLD'] } },
			{
				call: '/codes/create',
				send: { Codes: ['NEW', ' N E W ', 'OLD', 'new', 'no.dots', 'x'.repeat(50), ''], Value: 5 },
				reply: {
					Received: 7,
					Created: 2,
					Codes: [{ CouponCode: 'NEW', CouponToken: named('new') }, { CouponCode: 'new' }],
					Duplicates: ['NEW', 'OLD'],
					DuplicateCount: 2,
					Invalid: ['no.dots', 'x'.repeat(40), ''],
					InvalidCount: 3,
				},
			},
			{
				call: '/codes/single',
				send: { CouponToken: named('new') },
				reply: { 'Code.Value': '5', 'Code.Description': null },
			},
		],
	},
	{
		title: 'The reply to /codes/create lists up to 100 codes of each kind',
		steps: [
			{ call: '/codes/create', send: { Codes: numbered('OLD#', 150) } },
			{
				call: '/codes/create',
				send: { Codes: [...numbered('OLD#', 150), ...numbered('NEW#', 150), ...numbered('no.#', 150)] },
				reply: {
					Created: 150,
					'Codes.length': 100,
					'Duplicates.length': 100,
					DuplicateCount: 150,
					'Invalid.length': 100,
					InvalidCount: 150,
				},
			},
		],
	},
	{
		title: 'Page numbers and page sizes of codes are clamped, and pages neither repeat nor skip a code',
		steps: [
			{ call: '/codes/create', send: { Codes: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] } },
			{
				call: '/codes/fetch',
				send: { Page: 0, ItemsPerPage: 3, SortBy: 'CouponCode' },
				reply: { Page: 1, Codes: [{ CouponCode: 'A' }, {}, { CouponCode: 'C' }] },
			},
			{
				call: '/codes/fetch',
				send: { Page: 2, ItemsPerPage: 3, SortBy: 'CouponCode' },
				reply: { Page: 2, Codes: [{ CouponCode: 'D' }, {}, { CouponCode: 'F' }] },
			},
			{
				call: '/codes/fetch',
				send: { Page: 9, ItemsPerPage: 3, SortBy: 'CouponCode' },
				reply: { Page: 3, Codes: [{ CouponCode: 'G' }] },
			},
			{ call: '/codes/fetch', send: { ItemsPerPage: 501 }, reply: { ItemsPerPage: 500 } },
			{ call: '/codes/fetch', send: { ItemsPerPage: 0 }, reply: { ItemsPerPage: 1, TotalPages: 7 } },
		],
	},
	{
		title: 'Codes are sorted by a key, and codes with equal keys stay newest first',
		steps: [
			{ call: '/codes/create', send: { Codes: ['B'], ExpirationDate: '2031-01-01' } },
			{ call: '/codes/create', send: { Codes: ['A'], ExpirationDate: '2031-01-02' } },
			{ call: '/codes/fetch', send: { SortBy: 'CouponCode' }, reply: { 'Codes.0.CouponCode': 'A' } },
			{
				call: '/codes/fetch',
				send: { SortBy: 'CouponCode', SortDesc: true },
				reply: { 'Codes.0.CouponCode': 'B' },
			},
			{ call: '/codes/fetch', send: { SortBy: 'ExpirationDate' }, reply: { 'Codes.0.CouponCode': 'B' } },
			{
				call: '/codes/fetch',
				send: { SortBy: 'ExpirationDate', SortDesc: true },
				reply: { 'Codes.0.CouponCode': 'A' },
			},
			{
				call: '/codes/fetch',
				send: { SortBy: 'Status', SortDesc: true },
				reply: { 'Codes.0.CouponCode': 'A' },
			},
		],
	},
	{
		title: 'Codes are filtered and counted by state, and can be found by their participant',
		steps: [
			{
				call: '/codes/generate',
				send: { Quantity: 5 },
				reply: {
					Codes: [
						{ CouponToken: named('held') },
						{ CouponToken: named('used') },
						{ CouponToken: named('both') },
						{ CouponToken: named('gone') },
						{},
					],
				},
			},
			{ entry: { KeyEmail: 'ada@example.com', KeyPhoneNumber: '+1 (202) 555-0111' } },
			{ call: '/codes/assign', send: { CouponToken: named('held') } },
			{ entry: { KeyEmail: 'bob@example.com', KeyPhoneNumber: '+12025550112' } },
			{ call: '/codes/assign', send: { CouponToken: named('both') } },
			{ call: '/codes/redeem', send: { CouponToken: named('both') } },
			{ wait: MINUTE_MS },
			{ call: '/codes/redeem', send: { CouponToken: named('used') } },
			{ call: '/_sandbox/codes', send: { CouponToken: named('gone'), Status: 'voided' } },
			{ call: '/codes/fetch', send: { Filter: 'all' }, reply: { TotalResults: 5 } },
			{ call: '/codes/fetch', send: { Filter: 'assigned' }, reply: { TotalResults: 2 } },
			{ call: '/codes/fetch', send: { Filter: 'unassigned' }, reply: { TotalResults: 3 } },
			{
				call: '/codes/fetch',
				send: { Filter: 'redeemed', SortBy: 'RedemptionDate', SortDesc: true },
				reply: { Codes: [{ CouponToken: named('used') }, { CouponToken: named('both') }] },
			},
			{ call: '/codes/fetch', send: { Filter: 'not-redeemed' }, reply: { TotalResults: 2 } },
			{ call: '/codes/fetch', send: { Filter: 'voided' }, reply: { TotalResults: 1 } },
			{ call: '/codes/fetch', send: { Filter: 'available' }, reply: { TotalResults: 1 } },
			{
				call: '/codes/fetch',
				send: { Search: 'ADA@' },
				reply: { Codes: [{ CouponToken: named('held'), AssignedTo: 'ada@example.com' }] },
			},
			{
				call: '/codes/fetch',
				send: { Search: '2025550112' },
				reply: { Codes: [{ CouponToken: named('both') }] },
			},
			{
				call: '/codes/fetch',
				send: { Search: '555-0111' },
				reply: { Codes: [{ CouponToken: named('held') }] },
			},
			{
				call: '/codes/stats',
				reply: { Total: 5, Assigned: 2, Unassigned: 3, Redeemed: 2, Voided: 1, Available: 1 },
			},
		],
	},
	{
		title: 'A search for codes ignores case, and covers all codes and up to 2,000 participants',
		steps: [
			{ call: '/codes/create', send: { Codes: ['SUN-1', 'SUN-2', 'RAIN-1'] } },
			{ call: '/codes/fetch', send: { Search: 'sun-' }, reply: { TotalResults: 2, SearchTruncated: false } },
			{ call: '/codes/fetch', send: { Search: 'S.N' }, reply: { TotalResults: 0, TotalPages: 0 } },
			{
				call: '/_sandbox/participants/fill',
				send: { SweepstakesToken: named('SweepstakesToken'), count: 2_001 },
			},
			{ call: '/codes/fetch', send: { Search: 'example.com' }, reply: { SearchTruncated: true } },
			{ call: '/codes/fetch', reply: { SearchTruncated: false } },
		],
	},
	{
		title: 'A code is found by its exact text, ignoring white space',
		steps: [
			{
				call: '/codes/create',
				send: { Codes: ['Abc1'] },
				reply: { Codes: [{ CouponToken: named('code') }] },
			},
			{
				call: '/codes/single',
				send: { SweepstakesToken: named('SweepstakesToken'), CouponCode: ' Ab c1 ' },
				reply: { 'Code.CouponToken': named('code') },
			},
			{
				call: '/codes/single',
				send: { SweepstakesToken: named('SweepstakesToken'), CouponCode: 'abc1' },
				status: 404,
			},
			{ call: '/codes/single', send: { SweepstakesToken: named('nobody'), CouponCode: 'Abc1' }, status: 404 },
			{ call: '/codes/single', send: { CouponToken: named('nobody') }, status: 404 },
			{ call: '/codes/single', send: { CouponCode: 'Abc1' }, status: 400 },
			{ call: '/codes/single', status: 400 },
			{
				call: '/codes/single',
				send: {
					CouponToken: named('code'),
					CouponCode: 'wrong',
					SweepstakesToken: named('SweepstakesToken'),
				},
			},
		],
	},
	{
		title: 'Until it is redeemed, a code can be renamed to a name that no other code has',
		steps: [
			{
				call: '/codes/create',
				send: { Codes: ['TAKEN', 'NAMED'] },
				reply: { 'Codes.1.CouponToken': named('code') },
			},
			{ call: '/codes/update', send: { CouponToken: named('code'), CouponCode: 'RENAMED' } },
			{ call: '/codes/single', send: { SweepstakesToken: named('SweepstakesToken'), CouponCode: 'RENAMED' } },
			{
				call: '/codes/single',
				send: { SweepstakesToken: named('SweepstakesToken'), CouponCode: 'NAMED' },
				status: 404,
			},
			{
				call: '/codes/update',
				send: { CouponToken: named('code'), CouponCode: 'TAKEN' },
				status: 409,
				reply: { Code: 'DuplicateCode' },
			},
			{ call: '/codes/redeem', send: { CouponToken: named('code') } },
			{
				call: '/codes/update',
				send: { CouponToken: named('code'), CouponCode: 'AGAIN' },
				status: 409,
				reply: { Code: 'CodeInUse' },
			},
			{ call: '/codes/update', send: { CouponToken: named('code'), CouponCode: 'RENAMED' } },
		],
	},
	{
		title: 'An available code can be assigned to an entry without a code',
		steps: [
			{
				call: '/codes/generate',
				send: { Quantity: 2 },
				reply: { Codes: [{ CouponToken: named('held') }, { CouponToken: named('free') }] },
			},
			{ entry: { KeyEmail: 'held@example.com' }, reply: { ParticipantToken: named('holder') } },
			{ call: '/codes/assign', send: { CouponToken: named('held') } },
			{
				call: '/codes/single',
				send: { CouponToken: named('held') },
				reply: { Code: { ParticipantToken: named('holder'), AssignedTo: 'held@example.com' } },
			},
			{
				call: '/codes/assign',
				send: { CouponToken: named('free') },
				status: 409,
				reply: { Code: 'ParticipantHasCode', CouponToken: named('held') },
			},
			{ entry: {}, reply: { ParticipantToken: named('optOut') } },
			{
				call: '/codes/assign',
				send: { CouponToken: named('held') },
				status: 409,
				reply: { Code: 'CodeNotAvailable', Status: 'not-redeemed', Assigned: true },
			},
			{
				call: '/_sandbox/participants',
				send: {
					SweepstakesToken: named('SweepstakesToken'),
					ParticipantToken: named('ParticipantToken'),
					Collections: ['OptOuts'],
				},
			},
			{ call: '/codes/assign', send: { CouponToken: named('free') }, status: 404 },
			{
				call: '/_sandbox/participants',
				send: {
					SweepstakesToken: named('SweepstakesToken'),
					ParticipantToken: named('ParticipantToken'),
					Collections: ['ParticipantsAmoe'],
				},
			},
			{ call: '/codes/assign', send: { CouponToken: named('free') } },
		],
	},
	{
		title: 'Unassigning a code also undoes its redemption, and is refused if the code is voided',
		steps: [
			{ call: '/codes/generate', send: { Quantity: 1 } },
			{ entry: {} },
			{ call: '/codes/assign' },
			{ call: '/codes/redeem', send: { CouponToken: named('CouponToken') } },
			{ call: '/codes/unassign', reply: { PreviousParticipantToken: named('ParticipantToken') } },
			{
				call: '/codes/single',
				send: { CouponToken: named('CouponToken') },
				reply: { Code: { Status: 'not-redeemed', RedemptionDate: null, AssignedTo: null } },
			},
			{ call: '/codes/unassign', status: 409, reply: { Status: 'not-redeemed' } },
			{ call: '/codes/assign' },
			{ call: '/_sandbox/codes', send: { CouponToken: named('CouponToken'), Status: 'voided' } },
			{ call: '/codes/unassign', status: 409, reply: { Status: 'voided' } },
		],
	},
	{
		title: 'A code can be redeemed once, by its token or its text, and then unredeemed',
		steps: [
			{ call: '/codes/create', send: { Codes: ['MUG'] } },
			{ wait: 184 * MINUTE_MS },
			{
				call: '/codes/redeem',
				send: { SweepstakesToken: named('SweepstakesToken'), CouponCode: 'MUG' },
				reply: {
					Code: {
						Status: 'redeemed',
						RedemptionDate: '2030-01-15T15:04:00.000Z',
						RedemptionTime: '15:04 pm',
					},
				},
			},
			{
				call: '/codes/redeem',
				send: { CouponToken: named('CouponToken') },
				status: 409,
				reply: {
					Code: 'AlreadyRedeemed',
					RedemptionDate: '2030-01-15T15:04:00.000Z',
					RedemptionTime: '15:04 pm',
				},
			},
			{ call: '/codes/unredeem' },
			{ call: '/codes/unredeem', status: 409, reply: { Status: 'not-redeemed' } },
			{ wait: 1_195 * MINUTE_MS },
			{
				call: '/codes/redeem',
				send: { CouponToken: named('CouponToken') },
				reply: { Code: { RedemptionTime: '10:59 am' } },
			},
			{ call: '/_sandbox/codes', send: { CouponToken: named('CouponToken'), Status: 'voided' } },
			{
				call: '/codes/redeem',
				send: { CouponToken: named('CouponToken') },
				status: 409,
				reply: { Code: 'CodeVoided' },
			},
		],
	},
	{
		title: 'Available codes are deleted, and all other codes are skipped',
		steps: [
			{
				call: '/codes/create',
				send: { Codes: ['FREE', 'HELD', 'USED'] },
				reply: {
					Codes: [
						{ CouponToken: named('free') },
						{ CouponToken: named('held') },
						{ CouponToken: named('used') },
					],
				},
			},
			{ entry: {} },
			{ call: '/codes/assign', send: { CouponToken: named('held') } },
			{ call: '/codes/redeem', send: { CouponToken: named('used') } },
			{
				call: '/codes/delete',
				send: { CouponTokens: [named('free'), named('free'), named('held'), named('used'), named('nobody')] },
				reply: {
					Requested: 4,
					Deleted: 1,
					Skipped: [named('held'), named('used'), named('nobody')],
					SkippedCount: 3,
				},
			},
			{ call: '/codes/delete', send: { CouponTokens: [named('free')] }, reply: { Deleted: 0 } },
			{ call: '/codes/create', send: { Codes: ['FREE'] }, reply: { Created: 1 } },
		],
	},
	{
		title: 'Code settings have defaults until they are saved, and are stored as numbers and plain text',
		steps: [
			{ call: '/codes/settings', reply: { Configured: false } },
			{ call: '/codes/update-settings', status: 400 },
			{
				call: '/codes/update-settings',
				send: { CouponCodeLength: '10', CouponRequestFieldLabel: 'Your <b>code' },
				reply: {
					Updated: ['CouponCodeLength', 'CouponRequestFieldLabel'],
					Settings: { CouponCodeLength: 10, CouponRequestFieldLabel: 'Your bcode' },
				},
			},
			{
				call: '/codes/update-settings',
				send: { CouponCodeLength: '10', CouponRequestFieldLabel: 'Your <b>code' },
				reply: { Updated: [] },
			},
			{
				call: '/codes/settings',
				reply: { Configured: true, Settings: { CouponCodeType: 1, CouponCodeLength: 10 } },
			},
		],
	},
	{
		title: 'A code is sent through each channel for which the participant has an address',
		steps: [
			{
				call: '/codes/generate',
				send: { Quantity: 2 },
				reply: { Codes: [{ CouponToken: named('mail') }, { CouponToken: named('abroad') }] },
			},
			{ entry: { KeyEmail: 'ada@example.com' } },
			{ call: '/codes/assign', send: { CouponToken: named('mail') } },
			{
				call: '/codes/send',
				send: { CouponToken: named('mail'), Channel: 'both' },
				reply: {
					Channels: [
						{ Channel: 'email', Status: 'queued' },
						{ Channel: 'sms', Status: 'skipped', Reason: 'NoAddress' },
					],
				},
			},
			{
				call: '/codes/send',
				send: { CouponToken: named('abroad') },
				status: 409,
				reply: { Code: 'NotAssigned' },
			},
			{ entry: { KeyPhoneNumber: '+442079460000' } },
			{ call: '/codes/assign', send: { CouponToken: named('abroad') } },
			{
				call: '/codes/send',
				send: { CouponToken: named('abroad'), Channel: 'sms' },
				status: 422,
				reply: { Channels: [{ Status: 'skipped', Reason: 'UnsupportedCountry' }] },
			},
		],
	},
	{
		title: 'A code is not sent a second time with the same idempotency key',
		steps: [
			{ call: '/codes/generate', send: { Quantity: 1 } },
			{ entry: { KeyEmail: 'ada@example.com' } },
			{ call: '/codes/assign' },
			{
				call: '/codes/send',
				send: { IdempotencyKey: 'only-once' },
				reply: { Channels: [{ MessageToken: named('message') }] },
			},
			{
				call: '/codes/send',
				send: { IdempotencyKey: 'only-once' },
				reply: {
					Duplicate: true,
					Channels: [{ Channel: 'email', Status: 'delivered', MessageToken: named('message') }],
				},
			},
			{ call: '/codes/send', send: { IdempotencyKey: 'another-one' }, reply: { Duplicate: false } },
			{ call: '/codes/send', reply: { Duplicate: false } },
		],
	},
] satisfies Scenario[];
