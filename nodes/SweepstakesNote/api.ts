import type { Caller } from '../shared/client/endpoint';
import type { Json } from '../shared/json';
import { z } from '../shared/zod';
import {
	acknowledgement,
	dataReply,
	endpoint,
	noRequest,
	listReply,
	safe,
	safeDelete,
	unsafe,
} from '../shared/api/endpoint';
import { uuid } from '../shared/api/formats';
import { confirmNamedCreation } from '../shared/api/ledger';

/** The notes of the account (reference, "Notes"). The contract names them only. */

/** The longest title and text of a note. */
const title = z.string().max(100);
const text = z.string().max(100_000);

/** Notes with a password are left out by the service. */
export const fetchNotes = endpoint({
	call: 'POST /notes/fetch',
	request: noRequest,
	reply: listReply('Notes', 'NoteToken'),
	tells: 'which notes there are',
	retry: safe,
});

/** A note of the account. */
export type Note = Json & { NoteToken: string };

/** @throws {ServiceError} if the service cannot be asked. */
export async function allNotes(service: Caller): Promise<Note[]> {
	return (await service.call(fetchNotes, undefined)).Data.Notes;
}

const oneNote = z.object({ NoteToken: uuid });

export const fetchNote = endpoint({
	call: 'POST /notes/single',
	request: oneNote,
	reply: dataReply,
	tells: 'what the note says',
	retry: safe,
});

const noteToCreate = z.object({ Title: title, Note: text, Pinned: z.boolean() });

export const createNote = endpoint({
	call: 'POST /notes/create',
	request: noteToCreate,
	reply: dataReply,
	expects: 'No other note of the account may have the title.',
	// The title is unique, but a second attempt would be refused and hide that the first succeeded.
	retry: unsafe({
		check: 'Before you create it again, check with Note › Get Many whether the note is there.',
		confirm: confirmNamedCreation<z.output<typeof noteToCreate>>({
			id: 'NoteToken',
			nameOf: ({ Title }) => Title,
			nameIn: ({ Title }) => Title,
			listed: allNotes,
		}),
	}),
});

/** At least one of the optional fields is required. */
export const updateNote = endpoint({
	call: 'POST /notes/update',
	request: oneNote.extend({
		Title: title.optional(),
		Note: text.optional(),
		Pinned: z.boolean().optional(),
	}),
	reply: dataReply,
	expects: 'No other note of the account may have the title.',
	// The second time sets the same values.
	retry: safe,
});

export const deleteNote = endpoint({
	call: 'POST /notes/delete',
	request: oneNote,
	reply: acknowledgement,
	retry: safeDelete,
});
