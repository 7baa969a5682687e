import { z } from 'zod';
import { dateTime } from '../clock';
import { endpoint } from '../endpoint';
import { filledText, flag } from '../fields';
import { invalid } from '../refusal';
import { newToken } from '../token';

/* Reference, "Notes"; the contract does not show these operations. */

const create = endpoint({
	method: 'POST',
	path: '/notes/create',
	status: 201,
	request: z.object({
		Title: filledText.max(100).describe('unique in the account'),
		Note: filledText.max(100_000),
		Pinned: flag.default(false),
	}),
	carryOut({ Title, Note, Pinned }, { store, account: { UserToken }, now }) {
		if (store.notes.of(UserToken).some((note) => note.Title === Title)) {
			throw invalid(`Title: there is already a note with the title “${Title}”.`);
		}
		const NoteToken = newToken();
		const CreationDate = dateTime(now);
		return store.notes.insert({ NoteToken, UserToken, Title, Note, Pinned, CreationDate });
	},
	answer: ({ NoteToken, Title, CreationDate, Pinned }) => ({
		Message: 'Note created.',
		Data: { NoteToken, Title, CreationDate, Pinned },
	}),
});

const fetch = endpoint({
	method: 'POST',
	path: '/notes/fetch',
	carryOut: (_, { store, account }) => [...store.notes.of(account.UserToken)].reverse(),
	answer: (notes) => ({
		Data: {
			TotalNotes: notes.length,
			Notes: notes.map(({ UserToken: _, ...note }) => ({
				...note,
				Views: 0,
				Status: true,
				CreatedByAdmin: false,
			})),
		},
	}),
});

export const noteEndpoints = [create, fetch];
