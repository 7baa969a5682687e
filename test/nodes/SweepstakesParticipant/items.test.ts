import { toParticipantItem, toPersonItem, withFormFields } from '../../../nodes/SweepstakesParticipant/items';

const KEPT = { simplify: true };

test('a participant’s item has the fields of the entry form on the same level as the person’s fields', () => {
	const entry = {
		UserToken: 'u',
		KeyEmail: 'jane@example.com',
		EntryPagesFields: { First_Name: 'Jane', Shirt_Size: 'M' },
	};
	const person = { FirstName: 'Jane', LastName: '', Email: 'jane@example.com', PhoneNumber: '' };
	expect(toParticipantItem(entry, KEPT)).toEqual({ ...person, Shirt_Size: 'M' });
});

test('a form field named like one of the person’s fields is in the item only if its value differs', () => {
	const form = { first_name: 'Jane', Firstname: '', 'First Name': 'Janet' };
	expect(withFormFields({ FirstName: 'Jane' }, form)).toEqual({ FirstName: 'Jane', 'First Name': 'Janet' });
});

test('a value of the entry form is kept even if a field of the record has the same name', () => {
	const entry = {
		KeyEmail: 'jane@example.com',
		Status: true,
		Collection: 'Participants',
		Handler: 'SPRING',
		GroupName: 'Primary',
		BonusEntries: 3,
		EntryPagesFields: {
			Status: 'Student',
			Collection: ['Coins', 'Stamps'],
			Handler: 'Bob',
			Group_Name: 'The Beatles',
			BonusEntries: '3',
		},
	};
	const { EntryPagesFields: answers, ...record } = entry;
	const { BonusEntries: _, Group_Name, ...taken } = answers;
	const expected = { ...record, Group_Name, EntryPagesFields: taken };
	const { KeyEmail: __, ...others } = expected;
	expect(toParticipantItem(entry, KEPT)).toMatchObject(others);
	expect(toPersonItem(entry)).toMatchObject(others);
});

test.each([null, ''])(
	'a person’s field that is %j in the record takes its value from the entry form',
	(empty) => {
		const entry = {
			FirstName: empty,
			LastName: 'Smith',
			City: empty,
			EntryPagesFields: { First_Name: 'Jane', Last_Name: 'Miller', City: 'Miami' },
		};
		expect(toParticipantItem(entry, KEPT)).toMatchObject({ FirstName: 'Jane', City: 'Miami' });
	},
);

test('entry form data that is not an object is returned unchanged', () => {
	const jane = { FirstName: 'Jane' };
	expect(withFormFields(jane, 'none')).toEqual({ ...jane, EntryPagesFields: 'none' });
});

test('a participant’s item has one email address and one phone number, and also the entry form’s phone number if it differs', () => {
	const record = {
		KeyEmail: 'jane@example.com',
		KeyPhoneNumber: '2025550123',
		EntryPagesFields: { First_Name: 'Jane', Email: 'jane@example.com', Mobile_Number: '2025550199', Age: 30 },
	};
	const person = { FirstName: 'Jane', LastName: '', Email: 'jane@example.com', PhoneNumber: '2025550123' };
	expect(toPersonItem(record)).toEqual({ ...person, Mobile_Number: '2025550199', Age: 30 });
	expect(toPersonItem({ EntryPagesFields: null })).toMatchObject({ Email: '', EntryPagesFields: null });
});
