import { createRecord, deletion, item, namedIn, once, row, type Row } from './row';
import { byId, type World } from './world';

const titled = namedIn('events', 'EventTitle');

async function createEvent(world: World, EventTitle: string): Promise<string> {
	const body = { EventTitle, EventStartDate: '2090-06-01', EventEndDate: '2090-06-01' };
	return await createRecord(
		world,
		'/calendar/create',
		{ ...body, SweepstakesToken: world.main },
		'EventToken',
	);
}

const START = { EventStartDate: '2090-06-01', EventStartTime: '09:30' };
const TIMES = { ...START, EventEndDate: '2090-06-02', EventEndTime: '10:30' };

const DETAILS = {
	EventDescription: 'On the stage',
	EventURL: 'https://example.com',
	EventColor: '#FF0000',
	EventLocation: 'Main Hall',
	Latitude: '25.7617',
	Longitude: '-80.1918',
	EventAllDay: true,
	EventStatus: true,
	Completed: true,
	PrivateEvent: false,
	SMSNotification: true,
};

const DATES: Row['dates'] = {
	EventStartDate: 'date',
	EventStartTime: 'time',
	EventEndDate: 'date',
	EventEndTime: 'time',
};

export const calendarEvent: Row[] = [
	once('create', 'POST /calendar/create', {
		parameters: ({ main }, { n }) => ({
			EventTitle: `New event ${n}`,
			...TIMES,
			sweepstakes: byId(main),
			options: DETAILS,
		}),
		dates: DATES,
		output: ({ n }) => item({ EventToken: expect.any(String), EventTitle: `New event ${n}` }),
		stored: titled('New event'),
	}),
	row('get', 'POST /calendar/single', {
		parameters: async (world, { n }) => ({ event: byId(await createEvent(world, `Read event ${n}`)) }),
		output: ({ n }) => item({ EventTitle: `Read event ${n}`, EventStartTime: '00:00' }),
	}),
	row('getMany', 'POST /calendar/fetch', {
		parameters: async (world, { n }) => {
			await createEvent(world, `Listed event ${n}`);
			return { sweepstakes: byId(world.main), limit: 1 };
		},
		output: (_, { main }) => item({ EventToken: expect.any(String), SweepstakesToken: main }),
	}),
	row('update', 'PUT /calendar/update', {
		parameters: async (world, { n }) => ({
			event: byId(await createEvent(world, `Old event ${n}`)),
			updateFields: { EventTitle: `Changed event ${n}`, ...TIMES, ...DETAILS },
		}),
		dates: DATES,
		output: ({ n }) => item({ EventTitle: `Changed event ${n}`, EventColor: '#FF0000' }),
		stored: titled('Changed event'),
	}),
	deletion('DELETE /calendar/delete', 'EventToken', titled('Deleted event'), async (world, { n }) => ({
		event: byId(await createEvent(world, `Deleted event ${n}`)),
	})),
];
