import { listReply } from '../../../../nodes/shared/api/replies';
import type { Json } from '../../../../nodes/shared/json';

test.each<[string, boolean, Json]>([
	['has other data', true, { Name: 'Spring' }],
	['has a count of 0', true, { TotalGroups: 0 }],
	['has a count of 0 as text', true, { TotalGroups: '0' }],
	['has a switch that is on', true, { HasDefaultGroup: true }],
	['has a count', false, { TotalGroups: 2 }],
	['has a count as text', false, { TotalGroups: '2' }],
	['has another list', false, { Teams: [] }],
	['has nothing', false, {}],
])('if a reply lacks its list and %s, the list counts as empty: %p', (_what, isEmpty, Data) => {
	expect(listReply('Groups').safeParse({ Data }).success).toBe(isEmpty);
});
