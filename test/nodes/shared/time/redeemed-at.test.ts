import { readRedeemedAt } from '../../../../nodes/shared/time/redeemed-at';

test.each([
	['the exact moment', '2027-01-31T15:04:05.678Z', '15:04 pm', '2027-01-31T15:04:05.678Z', true],
	[
		'a day stored at midnight, and a time',
		'2027-01-31T00:00:00.000Z',
		'15:04 pm',
		'2027-01-31T15:04:00.000Z',
		true,
	],
	['a day and the time', '2027-01-31', '9:04 am', '2027-01-31T09:04:00.000Z', true],
	['a moment without a zone', '2027-01-31T15:04:05', '15:04 pm', '2027-01-31T15:04:05.000Z', false],
	['a day alone', '2027-01-31', null, '2027-01-31T00:00:00.000Z', false],
	[
		'a day with a time that cannot be read',
		'2027-01-31T00:00:00Z',
		'noon',
		'2027-01-31T00:00:00.000Z',
		false,
	],
])(
	'the time when a code was redeemed is read from %s',
	(_what, RedemptionDate, RedemptionTime, expected, hasZone) => {
		const instant = readRedeemedAt({ RedemptionDate, RedemptionTime })!;
		expect([instant.toISOString(), instant.hasZone]).toEqual([expected, hasZone]);
	},
);

test('a code that was not redeemed has no redemption time', () => {
	expect(readRedeemedAt({ RedemptionDate: null, RedemptionTime: '15:04 pm' })).toBeUndefined();
});
