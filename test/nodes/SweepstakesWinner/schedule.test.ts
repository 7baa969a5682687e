import type { Choice, Field } from '../../../nodes/shared/n8n/operation/field';
import { toDrawingItem } from '../../../nodes/SweepstakesWinner/items';
import { schedule } from '../../../nodes/SweepstakesWinner/operations/schedule';

const fields: readonly Field[] = schedule.fields;

const numbered = (field: string) =>
	(fields.find(({ name }) => name === field)!.options as Choice[])
		.filter(({ value }) => typeof value === 'number')
		.map(({ name, value }) => `${value} ${name}`);

test('the menus for frequencies, weeks and days have the contract’s numbers, because other numbers would draw at the wrong time', () => {
	expect(numbered('frequency')).toEqual(['1 Hourly', '2 Daily', '3 Weekly', '4 Monthly']);
	expect(numbered('weekOfTheMonth')).toEqual(['1 First', '2 Second', '3 Third', '4 Fourth']);
	const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
	expect(numbered('dayOfTheWeek')).toEqual(days.map((day, index) => `${index + 1} ${day}`));
});

test('a drawing shows its frequency and action in words, or as the service sends them if they are unknown', () => {
	expect(toDrawingItem({ Frequency: '3', Action: 9 })).toEqual({ Frequency: 'Weekly', Action: 9 });
	expect(toDrawingItem({ Frequency: 0 })).toMatchObject({ Frequency: 'Once' });
	// The drawing is scheduled, so an odd value must not be an error.
	const odd = { Frequency: { toString: 1, valueOf: 1 } };
	expect(toDrawingItem(odd)).toEqual(odd);
});
