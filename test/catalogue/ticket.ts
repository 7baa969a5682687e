import type { Store } from '../../sandbox/store';
import { countOf, deletion, item, type Row } from './row';
import { byId, type World } from './world';

const titled =
	(prefix: string, isClosed = false) =>
	({ tickets }: Store, { n }: { n: number }) =>
		countOf(
			tickets.all(),
			({ Subject, CloseDate }) => Subject === `${prefix} ${n}` && (CloseDate !== null) === isClosed,
		);

async function createTicket({ api }: World, Title: string): Promise<string> {
	const body = { Title, Description: 'No winner got a message.', Priority: 3 };
	return (await api<{ Data: { CaseNumber: string } }>('/tickets/create', body)).Data.CaseNumber;
}

export const ticket: Row[] = [
	{
		operation: 'create',
		endpoint: 'POST /tickets/create',
		parameters: (_, { n }) => ({
			Title: `New ticket ${n}`,
			Description: 'No winner got a message.',
			Priority: 3,
			options: { AssignTo: 'Robin Reyes', Platform: 'winners' },
		}),
		output: ({ n }) =>
			item({ CaseNumber: expect.any(String), Subject: `New ticket ${n}`, existed: false, Priority: 'high' }),
		withoutReply: 'confirms',
		stored: titled('New ticket'),
	},
	{
		operation: 'get',
		endpoint: 'POST /tickets/fetchSingleTicket',
		parameters: async (world, { n }) => ({ ticket: byId(await createTicket(world, `Read ticket ${n}`)) }),
		output: ({ n }) => item({ Subject: `Read ticket ${n}`, Status: 'open', Priority: 'high' }),
	},
	{
		operation: 'getMany',
		variant: 'open ones',
		endpoint: 'POST /tickets/fetchOpenTickets',
		parameters: async (world, { n }) => {
			await createTicket(world, `Listed ticket ${n}`);
			return { limit: 1, filters: { search: `Listed ticket ${n}`, platform: 'general', priority: 3 } };
		},
		output: ({ n }) => item({ Subject: `Listed ticket ${n}`, Status: 'open' }),
	},
	{
		operation: 'getMany',
		variant: 'closed ones',
		endpoint: 'POST /tickets/fetchClosedTickets',
		parameters: async (world, { n }) => {
			await world.api('/tickets/resolve', { CaseId: await createTicket(world, `Closed ticket ${n}`) });
			return {
				status: 'closed',
				limit: 1,
				filters: { search: `Closed ticket ${n}`, platform: 'general', priority: 3 },
			};
		},
		output: ({ n }) => item({ Subject: `Closed ticket ${n}`, Status: 'closed' }),
	},
	{
		operation: 'update',
		endpoint: 'POST /tickets/update',
		parameters: async (world, { n }) => ({
			ticket: byId(await createTicket(world, `Old ticket ${n}`)),
			updateFields: { Title: `Changed ticket ${n}`, Description: 'Solved for some.' },
		}),
		output: ({ n }) =>
			item({
				Subject: `Changed ticket ${n}`,
				Description: 'Solved for some.',
				Status: 'open',
				Priority: 'high',
			}),
		stored: titled('Changed ticket'),
	},
	{
		operation: 'resolve',
		endpoint: 'POST /tickets/resolve',
		parameters: async (world, { n }) => ({ ticket: byId(await createTicket(world, `Solved ticket ${n}`)) }),
		output: ({ n }) => item({ Subject: `Solved ticket ${n}`, Status: 'closed' }),
		withoutReply: 'confirms',
		stored: titled('Solved ticket', true),
	},
	{
		operation: 'delete',
		endpoint: 'POST /tickets/delete',
		parameters: async (world, { n }) => ({ ticket: byId(await createTicket(world, `Deleted ticket ${n}`)) }),
		...deletion('CaseNumber'),
		stored: (store, unique) => 1 - titled('Deleted ticket')(store, unique),
	},
];
