import type { Store } from '../../sandbox/store';
import { count, createRecord, deletion, item, once, row, type Row } from './row';
import { byId, type World } from './world';

const titled =
	(prefix: string, isClosed = false) =>
	({ tickets }: Store, { n }: { n: number }) =>
		count(
			tickets.all(),
			({ Subject, CloseDate }) => Subject === `${prefix} ${n}` && (CloseDate !== null) === isClosed,
		);

const NEW = { Description: 'No winner got a message.', Priority: 3 };
const SOLVED = { Description: 'Solved for some.' };

const createTicket = async (world: World, Title: string) =>
	await createRecord(world, '/tickets/create', { Title, ...NEW }, 'CaseNumber');

export const supportTicket: Row[] = [
	once('create', 'POST /tickets/create', {
		parameters: (_, { n }) => ({
			Title: `New ticket ${n}`,
			...NEW,
			options: { AssignTo: 'Robin Reyes', Platform: 'winners' },
		}),
		output: ({ n }) =>
			item({ CaseNumber: expect.any(String), Subject: `New ticket ${n}`, existed: false, Priority: 'high' }),
		stored: titled('New ticket'),
	}),
	row('get', 'POST /tickets/fetchSingleTicket', {
		parameters: async (world, { n }) => ({ ticket: byId(await createTicket(world, `Read ticket ${n}`)) }),
		output: ({ n }) => item({ Subject: `Read ticket ${n}`, Status: 'open', Priority: 'high' }),
	}),
	row('getMany, open ones', 'POST /tickets/fetchOpenTickets', {
		parameters: async (world, { n }) => {
			await createTicket(world, `Listed ticket ${n}`);
			return { limit: 1, filters: { search: `Listed ticket ${n}`, platform: 'general', priority: 3 } };
		},
		output: ({ n }) => item({ Subject: `Listed ticket ${n}`, Status: 'open' }),
	}),
	row('getMany, closed ones', 'POST /tickets/fetchClosedTickets', {
		parameters: async (world, { n }) => {
			await world.api('/tickets/resolve', { CaseId: await createTicket(world, `Closed ticket ${n}`) });
			return {
				status: 'closed',
				limit: 1,
				filters: { search: `Closed ticket ${n}`, platform: 'general', priority: 3 },
			};
		},
		output: ({ n }) => item({ Subject: `Closed ticket ${n}`, Status: 'closed' }),
	}),
	row('update', 'POST /tickets/update', {
		parameters: async (world, { n }) => ({
			ticket: byId(await createTicket(world, `Old ticket ${n}`)),
			updateFields: { Title: `Changed ticket ${n}`, ...SOLVED },
		}),
		output: ({ n }) => item({ Subject: `Changed ticket ${n}`, ...SOLVED, Status: 'open', Priority: 'high' }),
		stored: titled('Changed ticket'),
	}),
	once('resolve', 'POST /tickets/resolve', {
		parameters: async (world, { n }) => ({ ticket: byId(await createTicket(world, `Solved ticket ${n}`)) }),
		output: ({ n }) => item({ Subject: `Solved ticket ${n}`, Status: 'closed' }),
		stored: titled('Solved ticket', true),
	}),
	deletion('POST /tickets/delete', 'CaseNumber', titled('Deleted ticket'), async (world, { n }) => ({
		ticket: byId(await createTicket(world, `Deleted ticket ${n}`)),
	})),
];
