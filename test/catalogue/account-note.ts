import { createRecord, deletion, item, namedIn, once, row, type Row } from './row';
import { byId, type World } from './world';

const titled = namedIn('notes', 'Title');

const createNote = async (world: World, Title: string) =>
	await createRecord(world, '/notes/create', { Title, Note: 'Flyers' }, 'NoteToken');

export const accountNote: Row[] = [
	once('create', 'POST /notes/create', {
		parameters: (_, { n }) => ({ Title: `New note ${n}`, Note: 'Flyers', options: { Pinned: true } }),
		output: ({ n }) => item({ NoteToken: expect.any(String), Title: `New note ${n}`, Pinned: true }),
		stored: titled('New note'),
	}),
	row('get', 'POST /notes/single', {
		parameters: async (world, { n }) => ({ NoteToken: byId(await createNote(world, `Read note ${n}`)) }),
		output: ({ n }) => item({ Title: `Read note ${n}`, Note: 'Flyers' }),
	}),
	row('getMany', 'POST /notes/fetch', {
		parameters: async (world, { n }) => {
			await createNote(world, `Listed note ${n}`);
			return { limit: 1 };
		},
		output: () => item({ NoteToken: expect.any(String), Note: expect.any(String) }),
	}),
	row('update', 'POST /notes/update', {
		parameters: async (world, { n }) => ({
			NoteToken: byId(await createNote(world, `Old note ${n}`)),
			updateFields: { Title: `Changed note ${n}`, Note: 'Posters', Pinned: true },
		}),
		output: ({ n }) => item({ Title: `Changed note ${n}`, Pinned: true }),
		stored: titled('Changed note'),
	}),
	deletion('POST /notes/delete', 'NoteToken', titled('Deleted note'), async (world, { n }) => ({
		NoteToken: byId(await createNote(world, `Deleted note ${n}`)),
	})),
];
