import { z } from 'zod';
import { dateTime } from '../clock';
import { endpoint } from '../endpoint';
import { filledText, flag, text } from '../fields';
import type { Note } from '../records';
import { newToken } from '../token';

/* The specification names the category and does not show its operations: these two are the sandbox's own. */

const create = endpoint({
	method: 'POST',
	path: '/notes/create',
	request: z.object({ Title: filledText.max(100), Body: text.default(''), Pinned: flag.default(false) }),
	carryOut({ Title, Body, Pinned }, { store, account, now }) {
		const note = store.notes.insert({
			NoteToken: newToken(),
			UserToken: account.UserToken,
			Title,
			Body,
			Pinned,
			CreationDate: dateTime(now),
		});
		return { Message: 'Note created.', Data: shown(note) };
	},
});

const fetch = endpoint({
	method: 'POST',
	path: '/notes/fetch',
	carryOut(_, { store, account }) {
		const notes = store.notes.of(account.UserToken);
		return { Data: notes.map(shown), Count: notes.length };
	},
});

export const noteEndpoints = [create, fetch];

const shown = ({ UserToken: _, ...note }: Note) => note;
