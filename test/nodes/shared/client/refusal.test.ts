import { readRefusal } from '../../../../nodes/shared/client/refusal';

test.each([
	['in a zone', '2027-01-31T15:04:05+01:00', '2027-01-31, 14:04 UTC'],
	['in an unknown zone', '2027-01-31T15:04:05', '2027-01-31, 15:04'],
	['without a time', '2027-01-31', '2027-01-31'],
	['that cannot be read', 'last Sunday', 'last Sunday'],
])(
	'a refusal tells the moment when a code was redeemed as far as it is known: %s',
	(_what, date, redeemed) => {
		expect(readRefusal({ Data: { RedemptionDate: date } })).toMatchObject({ redeemed });
	},
);
