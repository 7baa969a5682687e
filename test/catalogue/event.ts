import type { Store } from '../../sandbox/store';
import { countOf, deletion, item, type Row } from './row';
import { byId, type World } from './world';

const titled =
	(prefix: string) =>
	({ events }: Store, { n }: { n: number }) =>
		countOf(events.all(), ({ EventTitle }) => EventTitle === `${prefix} ${n}`);

async function createEvent({ api, main }: World, EventTitle: string): Promise<string> {
	const { Data } = await api<{ Data: { EventToken: string } }>('/calendar/create', {
		EventTitle,
		EventStartDate: '2090-06-01',
		EventEndDate: '2090-06-01',
		SweepstakesToken: main,
	});
	return Data.EventToken;
}

const TIMES = {
	EventStartDate: '2090-06-01',
	EventStartTime: '09:30',
	EventEndDate: '2090-06-02',
	EventEndTime: '10:30',
};

const DETAILS = {
	EventAllDay: true,
	EventColor: '#FF0000',
	Completed: true,
	EventDescription: 'On the stage',
	Latitude: '25.7617',
	EventURL: 'https://example.com',
	EventLocation: 'Main Hall',
	Longitude: '-80.1918',
	PrivateEvent: false,
	SMSNotification: true,
};

const DATES = {
	EventStartDate: 'date',
	EventStartTime: 'time',
	EventEndDate: 'date',
	EventEndTime: 'time',
} as const;

export const event: Row[] = [
	{
		operation: 'create',
		endpoint: 'POST /calendar/create',
		parameters: ({ main }, { n }) => ({
			EventTitle: `New event ${n}`,
			...TIMES,
			sweepstakes: byId(main),
			options: DETAILS,
		}),
		dates: DATES,
		output: ({ n }) => item({ EventToken: expect.any(String), EventTitle: `New event ${n}` }),
		withoutReply: 'confirms',
		stored: titled('New event'),
	},
	{
		operation: 'get',
		endpoint: 'POST /calendar/single',
		parameters: async (world, { n }) => ({ event: byId(await createEvent(world, `Read event ${n}`)) }),
		output: ({ n }) => item({ EventTitle: `Read event ${n}`, EventStartTime: '00:00' }),
	},
	{
		operation: 'getMany',
		endpoint: 'POST /calendar/fetch',
		parameters: async (world, { n }) => {
			await createEvent(world, `Listed event ${n}`);
			return { sweepstakes: byId(world.main), limit: 1 };
		},
		output: (_, { main }) => item({ EventToken: expect.any(String), SweepstakesToken: main }),
	},
	{
		operation: 'update',
		endpoint: 'PUT /calendar/update',
		parameters: async (world, { n }) => ({
			event: byId(await createEvent(world, `Old event ${n}`)),
			updateFields: { EventTitle: `Changed event ${n}`, ...TIMES, ...DETAILS },
		}),
		dates: DATES,
		output: ({ n }) => item({ EventTitle: `Changed event ${n}`, EventColor: '#FF0000' }),
		stored: titled('Changed event'),
	},
	{
		operation: 'delete',
		endpoint: 'DELETE /calendar/delete',
		parameters: async (world, { n }) => ({ event: byId(await createEvent(world, `Deleted event ${n}`)) }),
		...deletion('EventToken'),
		stored: (store, unique) => 1 - titled('Deleted event')(store, unique),
	},
];
