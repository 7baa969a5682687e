import { readPickedName } from '../../../../nodes/shared/n8n/picked-name';

test.each([
	['Spring Giveaway (SPRING), until 2027-05-31', 'Spring Giveaway (SPRING)'],
	['Spring Giveaway (SPRING), paused', 'Spring Giveaway (SPRING)'],
	['The war, ended at last (PEACE), archived', 'The war, ended at last (PEACE)'],
	['The war, ended at last (PEACE)', 'The war, ended at last (PEACE)'],
])('the picked name “%s” is shown as “%s”, without any status', (cachedResultName, name) => {
	expect(readPickedName({ mode: 'list', value: 'token', cachedResultName })).toBe(name);
	expect(readPickedName({ mode: 'id', value: 'token', cachedResultName })).toBe('');
});
