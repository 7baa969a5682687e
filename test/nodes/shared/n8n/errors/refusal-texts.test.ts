import { readRedemption } from '../../../../../nodes/shared/n8n/errors/refusal-texts';

test.each([
	[
		'a day and a time',
		'2027-01-31, 15:04 UTC',
		{ RedemptionDate: '2027-01-31T00:00:00.000Z', RedemptionTime: '15:04 pm' },
	],
	['a day alone', '2027-01-31', { RedemptionDate: '2027-01-31', RedemptionTime: null }],
	['a day and an unreadable time', '2027-01-31', { RedemptionDate: '2027-01-31', RedemptionTime: 'noon' }],
	['a time without a day', undefined, { RedemptionDate: null, RedemptionTime: '15:04 pm' }],
	['a moment in a known time zone', '2027-01-31, 14:04 UTC', { RedemptionDate: '2027-01-31T15:04:05+01:00' }],
	['a moment in an unknown time zone', '2027-01-31, 15:04', { RedemptionDate: '2027-01-31T15:04:05' }],
	['a text that cannot be read', 'last Sunday', { RedemptionDate: 'last Sunday' }],
])('if the service’s refusal has %s, the redemption time read from it is %p', (_what, expected, Data) => {
	expect(readRedemption({ body: { Response: false, Data } })).toBe(expected);
});
