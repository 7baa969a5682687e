import { text, uuid } from '../kinds';
import { required, type Changes, type Table } from './table';

export const groups = {
	'/groups/create': {
		isInContract: true,
		request: { sweepstakesToken: required(uuid), groupName: required(text({ min: 1 }), 'Guests') },
		reply: {
			Message: '…',
			Data: {
				GroupToken: 'UUID',
				UserToken: 'UUID',
				SweepstakesToken: 'UUID',
				GroupName: 'Guests',
				Primary: false,
				Locked: false,
				CreationDate: '2030-01-15T12:00:00.000Z',
			},
		},
	},
	'/groups/fetch': {
		isInContract: true,
		request: { sweepstakesToken: required(uuid) },
		reply: {
			Data: [
				{
					GroupToken: 'UUID',
					UserToken: 'UUID',
					SweepstakesToken: 'UUID',
					GroupName: 'VIP',
					Primary: false,
					Locked: false,
					CreationDate: '2030-01-15T12:00:00.000Z',
				},
				{
					GroupToken: 'UUID',
					UserToken: 'UUID',
					SweepstakesToken: 'UUID',
					GroupName: 'Primary',
					Primary: true,
					Locked: false,
					CreationDate: '2030-01-15T12:00:00.000Z',
				},
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
	'/groups/update': {
		reply: {
			Message: '…',
			Data: {
				GroupToken: 'UUID',
				SweepstakesToken: 'UUID',
				GroupName: 'Guests',
				Primary: false,
				Locked: false,
				CreationDate: '2030-01-15T12:00:00.000Z',
			},
		},
	},
} satisfies Changes;
