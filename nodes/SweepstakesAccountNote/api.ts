import type { Client } from '../shared/client/client';
import { z } from '../shared/zod';
import { endpoint, noRequest, reads, safe, safeDelete, unsafe } from '../shared/api/endpoint';
import { acknowledgement, dataReply, listReply } from '../shared/api/replies';
import { uuid } from '../shared/api/formats';
import { named } from '../shared/api/named';

const title = z.string().max(100);
const text = z.string().max(100_000);

/** The service's list leaves out notes with a password. */
export const fetchNotes = endpoint({
	call: 'POST /notes/fetch',
	request: noRequest,
	reply: listReply('Notes', 'NoteToken'),
	retry: reads('which notes there are'),
});

export async function listAllNotes(client: Client) {
	return (await client.call(fetchNotes, undefined)).Data.Notes;
}

const oneNote = z.object({ NoteToken: uuid });

export const fetchNote = endpoint({
	call: 'POST /notes/single',
	request: oneNote,
	reply: dataReply,
	retry: reads('what the note says'),
});

const noteToCreate = z.object({ Title: title, Note: text, Pinned: z.boolean().optional() });

export const createNote = endpoint({
	call: 'POST /notes/create',
	request: noteToCreate,
	creates: 'NoteToken',
	reply: dataReply,
	expects: 'The title must be unique within the account.',
	// The title is unique: the service would refuse a retry and so hide that the first attempt succeeded.
	retry: unsafe(
		'Before you create it again, use Account Note › Get Many to check whether the note is there.',
	),
	confirm: named<z.output<typeof noteToCreate>>({
		thing: 'note',
		isUnique: true,
		id: 'NoteToken',
		nameOf: ({ Title }) => Title,
		nameIn: ({ Title }) => Title,
		list: listAllNotes,
		// A reply to notes/create has only these keys.
		toReply: ({ NoteToken, Title, CreationDate, Pinned }) => ({
			Data: { NoteToken, Title, CreationDate, Pinned },
		}),
	}).confirm,
});

export const updateNote = endpoint({
	call: 'POST /notes/update',
	request: oneNote.merge(noteToCreate.partial()),
	reply: dataReply,
	expects: 'The title must be unique within the account.',
	retry: safe,
});

export const deleteNote = endpoint({
	call: 'POST /notes/delete',
	request: oneNote,
	reply: acknowledgement,
	retry: safeDelete,
});
