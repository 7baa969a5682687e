import { listReply } from '../../../../nodes/shared/api/replies';
import type { Json } from '../../../../nodes/shared/json';

test.each<[string, Json, boolean]>([
	['has other data', { Name: 'Spring' }, true],
	['has a count of 0', { TotalGroups: 0 }, true],
	['has a count of 0 as text', { TotalGroups: '0' }, true],
	['has a switch that is on', { HasDefaultGroup: true }, true],
	['has a count', { TotalGroups: 2 }, false],
	['has a count as text', { TotalGroups: '2' }, false],
	['has another list', { Teams: [] }, false],
	['has nothing', {}, false],
])('whether a missing list counts as empty if the reply %s', (_what, Data, isEmpty) => {
	expect(listReply('Groups').safeParse({ Data }).success).toBe(isEmpty);
});
