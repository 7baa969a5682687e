import { readDetails } from '../../../../../nodes/shared/n8n/errors/refusal';

test.each([
	[
		'a day and a time',
		{ RedemptionDate: '2027-01-31T00:00:00.000Z', RedemptionTime: '15:04 pm' },
		'2027-01-31, 15:04 UTC',
	],
	['a day alone', { RedemptionDate: '2027-01-31', RedemptionTime: null }, '2027-01-31'],
	['a time that cannot be read', { RedemptionDate: '2027-01-31', RedemptionTime: 'noon' }, '2027-01-31'],
	['nothing', { RedemptionDate: null, RedemptionTime: '15:04 pm' }, undefined],
])('the redemption time in a refusal is read from %s', (_what, Data, expected) => {
	expect(readDetails({ Response: false, Data }).redeemed).toBe(expected);
});

test.each([
	[
		'a reason for each channel',
		[
			{ Channel: 'email', Reason: 'NoAddress' },
			{ Channel: 'sms', Reason: 'Suppressed' },
		],
		'email: NoAddress, sms: Suppressed',
	],
	['a channel without a reason', [{ Channel: 'email' }], 'email'],
	['values that are not channels', ['email', null], undefined],
	['no list', { Channel: 'email' }, undefined],
	['an empty list', [], undefined],
])('the reason why a message was skipped is read from %s', (_what, Channels, expected) => {
	expect(readDetails({ Response: false, Data: { Channels } }).skips).toBe(expected);
});

test.each([
	[1, 1],
	['1', 1],
	[' 250 ', 250],
	['many', undefined],
	[null, undefined],
])('every number in a refusal is read, even as text: %j', (value, expected) => {
	const Data = { ResponsesCount: value, AddedToday: value };
	expect(readDetails({ Response: false, Help: { EligibleParticipants: value }, Data })).toMatchObject({
		eligibleParticipants: expected,
		responses: expected,
		addedToday: expected,
	});
});

test.each([
	['in a zone', '2027-01-31T15:04:05+01:00', '2027-01-31, 14:04 UTC'],
	['in an unknown zone', '2027-01-31T15:04:05', '2027-01-31, 15:04'],
	['without a time', '2027-01-31', '2027-01-31'],
	['with a time that cannot be read', 'last Sunday', 'last Sunday'],
])('the redemption time in a refusal is shown as exactly as it is known: %s', (_what, date, redeemed) => {
	expect(readDetails({ Data: { RedemptionDate: date } })).toMatchObject({ redeemed });
});
