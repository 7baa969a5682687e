import { flag, text, uuid } from '../kinds';
import { required, withDefault, type Table } from './table';

const NOTE = {
	NoteToken: 'UUID',
	Title: 'Flyers',
	Note: 'Print',
	Pinned: false,
	CreationDate: '2030-01-15T12:00:00.000Z',
	Views: 0,
	Status: true,
	CreatedByAdmin: false,
};

export const notes = {
	'/notes/create': {
		status: 201,
		request: {
			Title: required(text({ min: 1, max: 100 }), 'Title'),
			Note: required(text({ min: 1, max: 100_000 }), 'Note'),
			Pinned: withDefault(false, flag),
		},
		reply: {
			Message: '…',
			Data: { NoteToken: 'UUID', Title: 'Title', CreationDate: '2030-01-15T12:00:00.000Z', Pinned: false },
		},
	},
	'/notes/fetch': { reply: { Data: { TotalNotes: 1, Notes: [NOTE] } } },
	'/notes/single': { request: { NoteToken: required(uuid) }, reply: { Data: NOTE } },
	'/notes/delete': {
		request: { NoteToken: required(uuid) },
		reply: { Message: '…', Data: { NoteToken: 'UUID' } },
	},
	'/notes/update': {
		request: {
			NoteToken: required(uuid),
			Title: text({ min: 1, max: 100 }),
			Note: text({ min: 1, max: 100_000 }),
			Pinned: flag,
		},
		reply: {
			Message: '…',
			Data: { NoteToken: 'UUID', Title: 'Flyers', CreationDate: '2030-01-15T12:00:00.000Z', Pinned: true },
		},
	},
} satisfies Table;
