import { z } from 'zod';
import { dateTime } from '../time/clock';
import { endpoint, requireOwn, type Call } from '../endpoint';
import { filledText, flag, uuid } from '../fields';
import type { Note } from '../records';
import { invalid } from '../refusal';
import { newToken } from '../token';

const title = filledText.max(100).describe('unique in the account');
const body = filledText.max(100_000);
const oneNote = z.object({ NoteToken: uuid });

const create = endpoint({
	method: 'POST',
	path: '/notes/create',
	status: 201,
	request: z.object({ Title: title, Note: body, Pinned: flag.default(false) }),
	carryOut({ Title, Note, Pinned }, call) {
		refuseTakenTitle(call, Title);
		const { store, account, now } = call;
		const CreationDate = dateTime(now);
		const { UserToken } = account;
		return store.notes.insert({ NoteToken: newToken(), UserToken, Title, Note, Pinned, CreationDate });
	},
	answer: (note) => ({ Message: 'Note created.', Data: shortNote(note) }),
});

const fetch = endpoint({
	method: 'POST',
	path: '/notes/fetch',
	carryOut: (_, { store, account }) => [...store.notes.of(account.UserToken)].reverse(),
	answer: (notes) => ({ Data: { TotalNotes: notes.length, Notes: notes.map(toReply) } }),
});

const single = endpoint({
	method: 'POST',
	path: '/notes/single',
	request: oneNote,
	carryOut: ({ NoteToken }, call) => requireOwnNote(call, NoteToken),
	answer: (note) => ({ Data: toReply(note) }),
});

const update = endpoint({
	method: 'POST',
	path: '/notes/update',
	request: oneNote.extend({ Title: title.optional(), Note: body.optional(), Pinned: flag.optional() }),
	carryOut({ NoteToken, ...changes }, call) {
		if (Object.keys(changes).length === 0) throw invalid('There is nothing to update.');
		const note = requireOwnNote(call, NoteToken);
		if (changes.Title !== undefined) refuseTakenTitle(call, changes.Title, note);
		return call.store.notes.update(note, changes);
	},
	answer: (note) => ({ Message: 'Note updated.', Data: shortNote(note) }),
});

const remove = endpoint({
	method: 'POST',
	path: '/notes/delete',
	request: oneNote,
	carryOut({ NoteToken }, call) {
		call.store.notes.remove(requireOwnNote(call, NoteToken));
		return { Message: 'Note deleted.', Data: { NoteToken } };
	},
});

export const noteEndpoints = [create, fetch, single, update, remove];

const requireOwnNote = (call: Call, token: string) => requireOwn(call, call.store.notes.get(token), 'Note');

function refuseTakenTitle({ store, account }: Call, wanted: string, renamed?: Note): void {
	const isTaken = store.notes.of(account.UserToken).some((note) => note !== renamed && note.Title === wanted);
	if (isTaken) throw invalid(`Title: there is already a note with the title “${wanted}”.`);
}

function shortNote({ NoteToken, Title, CreationDate, Pinned }: Note) {
	return { NoteToken, Title, CreationDate, Pinned };
}

function toReply({ UserToken: _, ...note }: Note) {
	return { ...note, Views: 0, Status: true, CreatedByAdmin: false };
}
