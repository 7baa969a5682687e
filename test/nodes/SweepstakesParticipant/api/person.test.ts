import {
	listLookupKeys,
	normalizeKeys,
	PeopleByKey,
	type PersonKeys,
	withTenDigits,
} from '../../../../nodes/SweepstakesParticipant/api/person';

test.each([
	['(504) 621-8927', '5046218927'],
	['+1 504 621 8927', '5046218927'],
	['3005001234', '3005001234'],
	['0044 20 7946 0958', '442079460958'],
	['+44 (0)20 7946 0958', '442079460958'],
	['+49 30 123456', '+4930123456'],
	['+49 30 12345', '493012345'],
])('the phone number %s is compared as %s', (KeyPhoneNumber, key) => {
	expect(normalizeKeys({ KeyPhoneNumber })).toEqual([key]);
});

test('if an email address and a phone number belong to different people, the email address decides', () => {
	const people = new PeopleByKey<string>();
	people.set({ KeyPhoneNumber: '5046218927' }, 'Bob');
	people.set({ KeyEmail: 'ada@example.com' }, 'Ada');
	expect(people.get({ KeyEmail: 'Ada@example.com', KeyPhoneNumber: '(504) 621-8927' })).toBe('Ada');
});

test.each([
	['504-621-8927', '5046218927'],
	['1 (504) 621-8927', '5046218927'],
])('the phone number %s is changed to the ten digits %s', (typed, KeyPhoneNumber) => {
	expect(withTenDigits({ KeyPhoneNumber: typed })?.KeyPhoneNumber).toBe(KeyPhoneNumber);
});

test.each(['2.02555E+09', '2.0255501e+09', '2.0255501E+9'])(
	'nobody is recognized by the shortened number %s, because other numbers look the same',
	(KeyPhoneNumber) => {
		expect(normalizeKeys({ KeyPhoneNumber })).toEqual([]);
	},
);

test.each(['+44 20 7946 0958', '+49 30 12345678', '104-621-8927', '5046218927', '2.0255501E+09'])(
	'the phone number %s is not changed to ten digits',
	(KeyPhoneNumber) => {
		expect(withTenDigits({ KeyPhoneNumber })).toBeUndefined();
	},
);

test.each<[PersonKeys, PersonKeys[]]>([
	[{ KeyEmail: 'jane@example.com' }, [{ KeyEmail: 'jane@example.com' }]],
	[{ KeyEmail: 'Jane@Example.com' }, [{ KeyEmail: 'Jane@Example.com' }, { KeyEmail: 'jane@example.com' }]],
	[{ KeyPhoneNumber: '+1 202-555-0123' }, [{ KeyPhoneNumber: '2025550123' }]],
	[{ KeyPhoneNumber: '+44 20 7946 0958' }, [{ KeyPhoneNumber: '+44 20 7946 0958' }]],
	[{ KeyEmail: 'Jane@example.com', KeyPhoneNumber: '+1 202-555-0123' }, [{ KeyEmail: 'Jane@example.com' }]],
])('before a search, %j is looked up by %j', (person, keys) => {
	expect(listLookupKeys(person)).toEqual(keys);
});
