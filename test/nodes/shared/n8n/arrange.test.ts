import { arranged } from '../../../../nodes/shared/n8n/arrange';

const keysOf = (item: object) => Object.keys(arranged(item));

test('what a person reads first stands first, then facts, dates, what is nested, and tokens', () => {
	const record = {
		UserToken: 'u',
		NotificationId: 'n',
		CreationDate: '2027-01-01',
		Collections: ['Participants'],
		LastLogin: null,
		BonusEntries: 2,
		Active: true,
		Status: 'open',
		KeyEmail: 'jane@example.com',
		FirstName: 'Jane',
	};
	expect(keysOf(record)).toEqual([
		'FirstName',
		'KeyEmail',
		'Status',
		'BonusEntries',
		'Active',
		'CreationDate',
		'LastLogin',
		'Collections',
		'UserToken',
		'NotificationId',
	]);
});

test('fields of one kind keep the order of the record', () => {
	expect(keysOf({ b: 1, a: 2, sentAt: '', c: 3, BToken: '', AToken: '' })).toEqual([
		'b',
		'a',
		'c',
		'sentAt',
		'BToken',
		'AToken',
	]);
});

test('a key such as __proto__ is a field like any other', () => {
	const record = JSON.parse('{"__proto__":1,"a":2}') as object;
	expect(JSON.stringify(arranged(record))).toBe('{"__proto__":1,"a":2}');
});
