import { readShares } from '../../../nodes/SweepstakesAccountFile/shares';

const read = (share: object) => readShares({ SharedTo: [share] }, 'jane@example.com')![0]!;

test.each([
	['Email', true],
	['SharedWith', true],
	['RecipientBypass', true],
	['SenderEmail', undefined],
	['MailedBy', undefined],
	['Withdrawn', undefined],
])('whether an address under the key %s counts as the recipient’s address: %p', (key, isWithRecipient) => {
	expect(read({ [key]: 'Jane@example.com' })).toMatchObject({ isWithRecipient });
});

test.each([
	[{ 'jane@example.com': 1, 'john@example.com': 2 }, [true, false]],
	[{ 'jane@example.com': 1, Date: '2027-01-31' }, [true]],
])('an object is a list of emails only if each of its keys is an address: %j', (SharedTo, recipients) => {
	const shares = readShares({ SharedTo }, 'jane@example.com')!;
	expect(shares.map(({ isWithRecipient }) => isWithRecipient)).toStrictEqual(recipients);
});

test.each([
	['SharedAt', 'soon', true],
	['CreationDate', 'soon', true],
	['Seen', '2027-01-31 12:00', true],
	['Attachments', 'soon', false],
	['Note', 'until 2027-01-31', false],
])('whether, under the key %s, the text “%s” counts as a date: %p', (key, value, isDate) => {
	expect(read({ [key]: value }).dates).toEqual(isDate ? [value] : []);
});
