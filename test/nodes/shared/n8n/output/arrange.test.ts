import { createArranger } from '../../../../../nodes/shared/n8n/output/arrange';

const arrange = () => createArranger(['FirstName', 'KeyEmail', 'Status']);
const keysOf = (item: object) => Object.keys(arrange()(item));

test('in an output item, fields that people read come first, then facts, dates, nested values and IDs', () => {
	const record = {
		UserToken: 'u',
		NotificationId: 'n',
		CreationDate: '2027-01-01',
		Collections: ['Participants'],
		LastLogin: null,
		BonusEntries: 2,
		Timezone: 'UTC',
		TokenCount: 3,
		Active: true,
		Status: 'open',
		KeyEmail: 'jane@example.com',
		FirstName: 'Jane',
	};
	expect(keysOf(record).join(' ')).toBe(
		'FirstName KeyEmail Status BonusEntries Timezone TokenCount Active CreationDate LastLogin Collections UserToken NotificationId',
	);
});

test('in an output item, fields of the same kind keep their order', () => {
	const record = { b: 1, a: 2, sentAt: '', c: 3, BToken: '', AToken: '' };
	expect(keysOf(record).join(' ')).toBe('b a c sentAt BToken AToken');
});

test('in an output item, a field named __proto__ is treated like any other', () => {
	const record = JSON.parse('{"__proto__":1,"a":2}') as object;
	expect(JSON.stringify(arrange()(record))).toBe('{"__proto__":1,"a":2}');
});

test('each output item of a list is arranged by its own fields and values', () => {
	const items = [
		{ UserToken: 'u', Wins: 1, FirstName: 'Jane' },
		{ UserToken: 'v', Wins: 2, FirstName: 'Tim' },
		{ UserToken: 'w', Wins: { Total: 3 }, FirstName: true },
		{ UserToken: 'x', FirstName: 'Ida' },
	];
	expect(items.map(arrange()).map((item) => JSON.stringify(item))).toEqual([
		'{"FirstName":"Jane","Wins":1,"UserToken":"u"}',
		'{"FirstName":"Tim","Wins":2,"UserToken":"v"}',
		'{"FirstName":true,"Wins":{"Total":3},"UserToken":"w"}',
		'{"FirstName":"Ida","UserToken":"x"}',
	]);
});
