import { clearKeys } from '../../../../../nodes/shared/n8n/input/clear';

const OPTIONS = {
	options: [
		{ name: 'Start Date', value: 'StartDate' },
		{ name: 'End Date', value: 'EndDate' },
		{ name: 'Link', value: 'Link' },
	],
};

test('a cleared key gets the value null', () => {
	expect(clearKeys('Clear', OPTIONS, ['StartDate', 'Link'], { EndDate: '2027-01-31' })).toEqual({
		StartDate: null,
		Link: null,
	});
});

test('the error about keys that are both cleared and filled names the first such key', () => {
	const filled = { EndDate: '2027-01-31', Link: 'https://example.com' };
	expect(() => clearKeys('Clear', OPTIONS, ['Link', 'EndDate'], filled)).toThrow(
		'“Clear” must not include “End Date” while that field has a value: remove one of the two',
	);
});
