import type { Store } from '../../sandbox/store';
import { countOf, deletion, item, type Row } from './row';
import { byId, type World } from './world';

const titled =
	(prefix: string) =>
	({ notes }: Store, { n }: { n: number }) =>
		countOf(notes.all(), ({ Title }) => Title === `${prefix} ${n}`);

async function createNote({ api }: World, Title: string): Promise<string> {
	const { Data } = await api<{ Data: { NoteToken: string } }>('/notes/create', { Title, Note: 'Flyers' });
	return Data.NoteToken;
}

export const note: Row[] = [
	{
		operation: 'create',
		endpoint: 'POST /notes/create',
		parameters: (_, { n }) => ({ Title: `New note ${n}`, Note: 'Flyers', options: { Pinned: true } }),
		output: ({ n }) => item({ NoteToken: expect.any(String), Title: `New note ${n}`, Pinned: true }),
		withoutReply: 'confirms',
		stored: titled('New note'),
	},
	{
		operation: 'get',
		endpoint: 'POST /notes/single',
		parameters: async (world, { n }) => ({ NoteToken: byId(await createNote(world, `Read note ${n}`)) }),
		output: ({ n }) => item({ Title: `Read note ${n}`, Note: 'Flyers' }),
	},
	{
		operation: 'getMany',
		endpoint: 'POST /notes/fetch',
		parameters: async (world, { n }) => {
			await createNote(world, `Listed note ${n}`);
			return { limit: 1 };
		},
		output: () => item({ NoteToken: expect.any(String), Note: expect.any(String) }),
	},
	{
		operation: 'update',
		endpoint: 'POST /notes/update',
		parameters: async (world, { n }) => ({
			NoteToken: byId(await createNote(world, `Old note ${n}`)),
			updateFields: { Title: `Changed note ${n}`, Note: 'Posters', Pinned: true },
		}),
		output: ({ n }) => item({ Title: `Changed note ${n}`, Pinned: true }),
		stored: titled('Changed note'),
	},
	{
		operation: 'delete',
		endpoint: 'POST /notes/delete',
		parameters: async (world, { n }) => ({ NoteToken: byId(await createNote(world, `Deleted note ${n}`)) }),
		...deletion('NoteToken'),
		stored: (store, unique) => 1 - titled('Deleted note')(store, unique),
	},
];
