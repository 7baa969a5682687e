import { matchHeadings } from '../../../../../nodes/shared/n8n/input/headings';

const FIELDS = [
	['Email', 'E-mail'],
	['Mobile_Number', 'Mobile Number'],
	['First_Name', 'First Name'],
];

test('the headings KeyEmail and KeyPhoneNumber match the email and phone number fields', () => {
	const headings = ['KeyEmail', 'KeyPhoneNumber', 'FirstName'];
	expect(matchHeadings(FIELDS, headings)).toEqual(headings);
});

test.each(['phone1', 'Mobile Phone', 'Cell Phone'])(
	'the heading %s matches the phone number field, no matter what the form calls it',
	(heading) => {
		const fields = [['Reach_me_at', 'Reach me at']];
		expect(matchHeadings(fields, [heading, 'Home Phone'], ['KeyPhoneNumber'])).toEqual([heading]);
	},
);

test.each([
	['Mobile Number', 'Mobile Phone Number'],
	['Mobile Number', 'Cell Number'],
	['Mobile', 'Mobile Phone'],
	['Phone', 'Telephone Number'],
	['Phone', 'Phone Number 1'],
	['Email', 'E-Mail Address'],
	['Zip', 'Postal Code'],
	['Last Name', 'Surname'],
])('of several phone numbers, the field %s takes %s', (field, heading) => {
	expect(matchHeadings([[field]], [heading])).toEqual([heading]);
	const another = field === 'Phone' ? 'Mobile Number' : 'Phone';
	expect(matchHeadings([[field]], [another, heading], ['KeyPhoneNumber'])).toEqual([heading]);
});

test.each(['Email (parent)', 'Email (work)', 'Mobile Number (emergency contact)', 'First Name [spouse]'])(
	'the heading %s matches only a field with the same note, because it may be about somebody else',
	(heading) => {
		const purposes = ['KeyEmail', 'KeyPhoneNumber'];
		expect(matchHeadings(FIELDS, [heading], purposes)).toEqual(FIELDS.map(() => undefined));
		expect(matchHeadings([...FIELDS, [heading]], [heading.toUpperCase()], purposes)[3]).toBe(
			heading.toUpperCase(),
		);
	},
);

test.each([2, 5, 1_000])(
	'if %i headings match a field, none is chosen unless exactly one matches literally',
	(count) => {
		const headings = Array.from({ length: count }, (_, n) => `e${'-'.repeat(n)}MAIL`);
		expect(matchHeadings(FIELDS, headings)[0]).toBeUndefined();
		expect(matchHeadings(FIELDS, [...headings, 'Email'])[0]).toBe('Email');
		const others = [['Email'], ['e_mail'], ['EMAIL']];
		expect(matchHeadings(others, [...headings, 'EMAIL', 'e_mail'])).toEqual([undefined, 'e_mail', 'EMAIL']);
	},
);

test('headings that match literally get their fields first, and a similar heading gets the field that is left', () => {
	const fields = [['Email'], ['e_mail'], ['EMAIL']];
	expect(matchHeadings(fields, ['E-Mail', 'EMAIL', 'e_mail'])).toEqual(['E-Mail', 'e_mail', 'EMAIL']);
});
