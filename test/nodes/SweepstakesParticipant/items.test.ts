import { withFormFields, participantItem } from '../../../nodes/SweepstakesParticipant/items';
import { winnerItem } from '../../../nodes/SweepstakesWinner/items';

const KEPT = { simplify: true };

test('the fields of the entry form stand beside those of the person', () => {
	const entry = {
		UserToken: 'u',
		KeyEmail: 'jane@example.com',
		EntryPagesFields: { First_Name: 'Jane', Shirt_Size: 'M' },
	};
	expect(participantItem(entry, KEPT)).toEqual({
		FirstName: 'Jane',
		KeyEmail: 'jane@example.com',
		Shirt_Size: 'M',
	});
});

test('a form field that the person has under another spelling comes out once', () => {
	expect(withFormFields({ FirstName: 'Jane' }, { first_name: 'Janet' })).toEqual({ FirstName: 'Jane' });
});

test.each([null, ''])('what is %j beside the form comes out with the value of the form', (empty) => {
	const entry = {
		FirstName: empty,
		LastName: 'Smith',
		City: empty,
		EntryPagesFields: { First_Name: 'Jane', Last_Name: 'Miller', City: 'Miami' },
	};
	expect(participantItem(entry, KEPT)).toEqual({ FirstName: 'Jane', LastName: 'Smith', City: 'Miami' });
});

test('a form that is no object stays as it is', () => {
	expect(withFormFields({ FirstName: 'Jane' }, 'none')).toEqual({
		FirstName: 'Jane',
		EntryPagesFields: 'none',
	});
});

test('a winner has email and phone number once, and another phone number beside them', () => {
	const record = {
		KeyEmail: 'jane@example.com',
		KeyPhoneNumber: '2025550123',
		EntryPagesFields: { First_Name: 'Jane', Email: 'jane@example.com', Mobile_Number: '2025550199', Age: 30 },
	};
	expect(winnerItem(record)).toEqual({
		FirstName: 'Jane',
		LastName: '',
		Email: 'jane@example.com',
		PhoneNumber: '2025550123',
		Mobile_Number: '2025550199',
		Age: 30,
	});
	expect(winnerItem({ EntryPagesFields: null })).toMatchObject({ Email: '', EntryPagesFields: null });
});
