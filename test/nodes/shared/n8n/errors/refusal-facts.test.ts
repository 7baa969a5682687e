import { readRefusalFacts } from '../../../../../nodes/shared/n8n/errors/refusal-facts';

test.each([
	[
		'a day and a time',
		'2027-01-31, 15:04 UTC',
		{ RedemptionDate: '2027-01-31T00:00:00.000Z', RedemptionTime: '15:04 pm' },
	],
	['a day alone', '2027-01-31', { RedemptionDate: '2027-01-31', RedemptionTime: null }],
	['a day and an unreadable time', '2027-01-31', { RedemptionDate: '2027-01-31', RedemptionTime: 'noon' }],
	['a time without a day', undefined, { RedemptionDate: null, RedemptionTime: '15:04 pm' }],
])('if the service’s refusal has %s, the redemption time read from it is %p', (_what, expected, Data) => {
	expect(readRefusalFacts({ Response: false, Data }).redeemed).toBe(expected);
});

test.each([
	[
		'a reason for each channel',
		'email: NoAddress, sms: Suppressed',
		[
			{ Channel: 'email', Reason: 'NoAddress' },
			{ Channel: 'sms', Reason: 'Suppressed' },
		],
	],
	['a channel without a reason', 'email', [{ Channel: 'email' }]],
	['values that are not channels', undefined, ['email', null]],
	['a channel that is not in a list', undefined, { Channel: 'email' }],
	['an empty list of channels', undefined, []],
])(
	'if the service’s refusal has %s, the reason given for skipping the message is %p',
	(_what, expected, Channels) => {
		expect(readRefusalFacts({ Response: false, Data: { Channels } }).skips).toBe(expected);
	},
);

test.each([
	[1, 1],
	['1', 1],
	[' 250 ', 250],
	['many', undefined],
	[null, undefined],
])('if the service’s refusal gives a number as %j, it is read as %p', (value, expected) => {
	const Data = { ResponsesCount: value, AddedToday: value };
	expect(readRefusalFacts({ Response: false, Help: { EligibleParticipants: value }, Data })).toMatchObject({
		eligibleParticipants: expected,
		responses: expected,
		addedToday: expected,
	});
});

test.each([
	['in a known time zone', '2027-01-31T15:04:05+01:00', '2027-01-31, 14:04 UTC'],
	['in an unknown time zone', '2027-01-31T15:04:05', '2027-01-31, 15:04'],
	['without a time', '2027-01-31', '2027-01-31'],
	['as text that cannot be read', 'last Sunday', 'last Sunday'],
])(
	'a redemption time from the service’s refusal is shown only as exactly as it is known: %s',
	(_what, date, redeemed) => {
		expect(readRefusalFacts({ Data: { RedemptionDate: date } })).toMatchObject({ redeemed });
	},
);
