import { dataListReply, listReply } from '../../../../nodes/shared/api/replies';
import type { Json } from '../../../../nodes/shared/json';

test.each<[string, boolean, Json]>([
	['other data', true, { Name: 'Spring' }],
	['a count of 0', true, { TotalGroups: 0 }],
	['a count of 0 as text', true, { TotalGroups: '0' }],
	['a switch that is on', true, { HasDefaultGroup: true }],
	['a count of 2', false, { TotalGroups: 2 }],
	['a count of 2 as text', false, { TotalGroups: '2' }],
	['another list', false, { Teams: [] }],
	['no data', false, {}],
])('whether a missing list counts as empty if the reply has %s: %p', (_what, isEmpty, Data) => {
	expect(listReply('Groups').safeParse({ Data }).success).toBe(isEmpty);
});

test.each<[string, boolean, Json]>([
	['an empty list', true, { Data: [], Count: 0 }],
	['no list', true, { Data: null, Count: '0' }],
	['neither a list nor a count', true, {}],
	['an empty list, but a count of 2', true, { Data: [], Count: 2 }],
	['no list, but a count of 2 as text', false, { Data: {}, Count: '2' }],
	['a list, and a larger count', true, { Data: [{}], Count: 2 }],
])('whether a reply with %s is accepted: %p', (_what, isAccepted, reply) => {
	expect(dataListReply().safeParse(reply).success).toBe(isAccepted);
});
