import { createGroup, GROUPS } from '../api';
import { findNamed } from '../../shared/api/confirm';
import { nameKey } from '../../shared/api/titles';
import type { Caller } from '../../shared/client/endpoint';
import { lookFirst } from '../../shared/n8n/run/look-first';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a group',
	description: 'Create a group for participants of a sweepstakes',
	fields: [
		sweepstakes,
		{
			displayName: 'Group Name',
			name: 'groupName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. VIP',
			description: 'The name of the group, which must be unique in the sweepstakes',
		},
		{
			displayName: 'When Name Exists',
			name: 'whenNameExists',
			type: 'options',
			options: [
				{ name: 'Error', value: 'error', description: 'The item fails' },
				{
					name: 'Return Existing',
					value: 'return',
					description: 'Returns the group that has this name',
				},
			],
			default: 'return',
			description:
				'What to do if the sweepstakes already has a group with this name. Return Existing makes one extra call to check, and sets “existed” to true or false.',
		},
	],
	request: createGroup.request,
	toRequest: ({ sweepstakes: sweepstakesToken, groupName: name }) => ({ sweepstakesToken, groupName: name }),
	async *run({ service, request, parameters, run }) {
		const create = async (caller: Caller) =>
			await caller.callForItems(createGroup, request, ({ Data }) => Data);
		if (parameters.whenNameExists === 'error') {
			yield* await create(service);
			return;
		}
		const key = nameKey('group', request.sweepstakesToken, request.groupName);
		yield* lookFirst(service, run, {
			keys: [key],
			like: key,
			reason: 'already created',
			find: async () => await findNamed(service, GROUPS, request),
			toItems: (group) => [group],
			write: async ({ service: informed }) => await create(informed),
		});
	},
});
