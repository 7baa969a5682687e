import { listAllNotes, createNote, updateNote } from '../SweepstakesAccountNote/api';
import { getSweepstakes } from '../Sweepstakes/api';
import type { Draw } from './api/draw';
import { backups } from './fields';
import type { Client } from '../shared/client/client';
import { hasStatus } from '../shared/client/failures';
import { toIdKey, asText, type Json } from '../shared/json';
import { InputError } from '../shared/n8n/errors/node-errors';

/*
 * The service does not record who is a backup. So for a draw with backups, the node keeps an account note, which it
 * writes before each of its two calls and after the second. From the note, every later run knows who is a backup, even
 * if a run was stopped between the two calls.
 */

/** The roles, as the note calls them. */
export type Role = 'Winner' | 'Backup';

/** A draw that has begun, and whose outcome is not in the note yet. */
export interface BegunDraw {
	role: Role;
	count: number;
	group: Draw['group'];
	/** When the draw began, in ms since 1970. */
	since: number;
	/** The ID of the process that makes the draw. */
	by: string;
	/** The IDs of the people who had won before the draw, except the people whom the note names as drawn. */
	before: readonly string[];
}

/** The content of a sweepstakes’ note. */
export interface DrawNote {
	/** The note's ID, which is missing until the note is created. */
	noteToken?: string;
	/** The people of all draws with backups, in the order in which they were drawn. */
	drawn: ReadonlyArray<{ role: Role; token: string }>;
	begun?: BegunDraw;
}

export const NO_NOTE: DrawNote = { drawn: [] };

/** The maximum length of a note, in characters (reference, notes/create). */
const MAX_TEXT_LENGTH = 100_000;

/** How much longer a note becomes with each person. Both roles have six letters, so it is the same for both. */
const PERSON_LENGTH = '\nWinner: '.length + 36;

const toTitle = (sweepstakesToken: string) => `Winners and backups of ${toIdKey(sweepstakesToken)}`;

const PERSON = /\b(Winner|Backup|Before): ([\da-fA-F-]{36})/g;
const BEGUN =
	/\bDrawing (\d{1,9}) × (Winner|Backup) from ([\da-zA-Z-]{1,36}) since (\d{1,15}) by ([\da-f-]{36})/;

/**
 * Reads the note of a sweepstakes.
 *
 * @param isNeeded whether to fail if the service refuses to list notes
 * @throws {InputError} if the service refuses, and the note is needed
 */
export async function readDrawNote(
	client: Client,
	sweepstakesToken: string,
	isNeeded: boolean,
): Promise<DrawNote | undefined> {
	const notes = await listAllNotes(client).catch((error: unknown) => {
		if (!hasStatus(error, 403) && !hasStatus(error, 404)) throw error;
		if (isNeeded) throw createNotesRefusedError();
		return [];
	});
	const note = notes.find(({ Title }) => asText(Title) === toTitle(sweepstakesToken));
	return note && parse(note);
}

function createNotesRefusedError(): InputError {
	return new InputError(
		`Options › ${backups.displayName}`,
		'needs an account note to record who is a backup, but the service does not let this account use notes. Nobody was drawn',
	);
}

function parse({ NoteToken, Note }: Json): DrawNote {
	const text = asText(Note);
	const people = [...text.matchAll(PERSON)].map(([, role, token]) => ({
		role: role!,
		token: toIdKey(token),
	}));
	const [, count, role, group, since, by] = BEGUN.exec(text) ?? [];
	const before = people.filter((one) => one.role === 'Before').map(({ token }) => token);
	const begun = {
		role: role as Role,
		count: Number(count),
		group: group!,
		since: Number(since),
		by: by!,
		before,
	};
	return {
		noteToken: asText(NoteToken),
		drawn: people.filter((one): one is { role: Role; token: string } => one.role !== 'Before'),
		begun: by === undefined ? undefined : begun,
	};
}

/**
 * Checks the length of a note that is to be written before or after a draw.
 *
 * @param more how many people will be drawn before the note is written
 * @throws {InputError} if the note would be too long
 */
export async function assertNoteFits(
	client: Client,
	sweepstakesToken: string,
	note: DrawNote,
	more: number,
): Promise<void> {
	const { length } = await toText(client, sweepstakesToken, note);
	if (length + more * PERSON_LENGTH > MAX_TEXT_LENGTH)
		throw new InputError(
			`Options › ${backups.displayName}`,
			'must be lower or removed, because the account note that says who is a backup has no room for all winners and backups of this sweepstakes. Nobody was drawn',
		);
}

/**
 * Writes the note of a sweepstakes. `assertNoteFits` has checked its length before anybody was drawn.
 *
 * @returns the note as written
 * @throws {InputError} if the service refuses to store notes
 * @throws {ServiceError} also if another process has just created the note, because its title is unique in the account
 */
export async function writeDrawNote(
	client: Client,
	sweepstakesToken: string,
	note: DrawNote,
): Promise<DrawNote> {
	const Note = await toText(client, sweepstakesToken, note);
	if (note.noteToken !== undefined) {
		await client.call(updateNote, { NoteToken: note.noteToken, Note });
		return note;
	}
	const created = client.call(createNote, { Title: toTitle(sweepstakesToken), Note });
	const { Data } = await created.catch((error: unknown) => {
		throw hasStatus(error, 403) ? createNotesRefusedError() : error;
	});
	return { ...note, noteToken: asText(Data.NoteToken) };
}

async function toText(client: Client, sweepstakesToken: string, { drawn, begun }: DrawNote): Promise<string> {
	const { SweepstakesName } = await getSweepstakes(client, sweepstakesToken);
	const lines = [
		`People drawn with backups in “${asText(SweepstakesName)}”.`,
		'Winner › Draw in n8n reads this note, to tell winners from backups. Please leave it as it is.',
		...(begun
			? [
					`Drawing ${begun.count} × ${begun.role} from ${begun.group} since ${begun.since.toFixed()} by ${begun.by}`,
					...begun.before.map((token) => `Before: ${token}`),
				]
			: []),
		...drawn.map(({ role, token }) => `${role}: ${token}`),
	];
	return lines.join('\n');
}
