import { text, uuid } from '../kinds';
import { required, type Changes, type Table } from './table';

const IN_REFERENCE = {
	GroupToken: 'UUID',
	SweepstakesToken: 'UUID',
	GroupName: 'Guests',
	Primary: false,
	Locked: false,
	CreationDate: '2030-01-15T12:00:00.000Z',
};

const GROUP = { ...IN_REFERENCE, UserToken: 'UUID' };

export const groups = {
	'/groups/create': {
		isInContract: true,
		request: { sweepstakesToken: required(uuid), groupName: required(text({ min: 1 }), 'Guests') },
		reply: { Message: '…', Data: GROUP },
	},
	'/groups/fetch': {
		isInContract: true,
		request: { sweepstakesToken: required(uuid) },
		reply: {
			Data: [
				{ ...GROUP, GroupName: 'VIP' },
				{ ...GROUP, GroupName: 'Primary', Primary: true },
			],
			Count: 2,
		},
	},
	'/groups/update': {
		isInContract: true,
		request: {
			sweepstakesToken: required(uuid),
			groupToken: required(uuid),
			groupName: required(text({ min: 1 }), 'Guests'),
		},
		reply: { Message: '…' },
	},
	'/groups/delete': {
		isInContract: true,
		request: { sweepstakesToken: required(uuid), groupToken: required(uuid) },
		reply: { Message: '…' },
	},
} satisfies Table;

export const groupsInReference = {
	'/groups/update': { reply: { Message: '…', Data: IN_REFERENCE } },
} satisfies Changes;
