import { listAllNotes, createNote, updateNote } from '../SweepstakesAccountNote/api';
import { getSweepstakes } from '../Sweepstakes/api';
import type { Draw } from './api/draw';
import { backups } from './fields';
import type { Client } from '../shared/client/client';
import { hasStatus, ServiceError } from '../shared/client/failures';
import { toIdKey, asText, type Json } from '../shared/json';
import { InputError } from '../shared/n8n/errors/node-errors';

/*
 * The service does not record who is a backup. A draw with backups takes two calls: one draws the winners, the other
 * draws the backups. So the node keeps an account note of who is who, which it writes before each call and after the
 * second call. From the note, every later run knows the backups, even if a run was stopped between the two calls.
 */

/** A person's role, as written in the note. */
export type Role = 'Winner' | 'Backup';

/** A draw that has begun, but whose outcome is not in the note yet. */
export interface BegunDraw {
	role: Role;
	count: number;
	group: Draw['group'];
	/** When the draw began, in ms since 1970. */
	startedAt: number;
	/** The ID of the process that drew (`Account.id`). */
	processId: string;
	/** The IDs of the people who had won before the draw, without those in `drawn`. */
	before: readonly string[];
}

/** The content of a sweepstakes’ note. */
export interface DrawNote {
	/** The note's ID, which is missing until the note is created. */
	noteToken?: string;
	/** The people from all draws with backups, in the order in which they were drawn. */
	drawn: ReadonlyArray<{ role: Role; token: string }>;
	begun?: BegunDraw;
}

/** The maximum length of a note, in characters (reference, notes/create). */
const MAX_NOTE_LENGTH = 100_000;

/** How many characters a person adds to a note: the line with the role and the ID. Both roles have six letters. */
const PERSON_LENGTH = '\nWinner: '.length + 36;

const toTitle = (sweepstakesToken: string) => `Winners and backups of ${sweepstakesToken}`;

const PERSON_LINES = /\b(Winner|Backup|Before): ([\da-fA-F-]{36})/g;
const BEGUN_LINE =
	/\bDrawing (\d{1,9}) × (Winner|Backup) from ([\da-zA-Z-]{1,36}) since (\d{1,15}) by ([\da-f-]{36})/;

/**
 * Reads the note of a sweepstakes.
 *
 * @param isNeeded whether to throw if the service does not let the account list notes; otherwise, undefined is returned
 * @throws {InputError} if the note is needed, but the service does not let the account list notes
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
	const people = [...text.matchAll(PERSON_LINES)].map(([, role, token]) => ({
		role: role!,
		token: toIdKey(token),
	}));
	const [, count, role, group, startedAt, processId] = BEGUN_LINE.exec(text) ?? [];
	const before = people.filter((one) => one.role === 'Before').map(({ token }) => token);
	const begun = {
		role: role as Role,
		count: Number(count),
		group: group!,
		startedAt: Number(startedAt),
		processId: processId!,
		before,
	};
	return {
		noteToken: asText(NoteToken),
		drawn: people.filter((one): one is { role: Role; token: string } => one.role !== 'Before'),
		begun: processId === undefined ? undefined : begun,
	};
}

/**
 * Checks, before a draw, whether a note that will be written during the draw can get too long.
 *
 * @param more how many more people the note may name by the time it is written
 * @throws {InputError} if the note could get too long
 */
export async function assertNoteFits(
	client: Client,
	sweepstakesToken: string,
	note: DrawNote,
	more: number,
): Promise<void> {
	const { length } = await toText(client, sweepstakesToken, note);
	if (length + more * PERSON_LENGTH > MAX_NOTE_LENGTH)
		throw new InputError(
			`Options › ${backups.displayName}`,
			'must be lower or removed, because the account note that says who is a backup has no room for all winners and backups of this sweepstakes. Nobody was drawn',
		);
}

/**
 * Writes the note of a sweepstakes. The caller must have called `assertNoteFits` before anybody was drawn.
 *
 * @returns the note, with its ID
 * @throws {InputError} if the service refuses to store notes
 * @throws {ServiceError} if the call fails
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
	const { Data } = await created.catch(async (error: unknown) => {
		if (hasStatus(error, 403)) throw createNotesRefusedError();
		const isRefused = error instanceof ServiceError && error.failure.code === 'refused';
		if (isRefused && (await readDrawNote(client, sweepstakesToken, true)))
			throw new ServiceError(error.failure);
		throw error;
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
					`Drawing ${begun.count} × ${begun.role} from ${begun.group} since ${begun.startedAt.toFixed()} by ${begun.processId}`,
					...begun.before.map((token) => `Before: ${token}`),
				]
			: []),
		...drawn.map(({ role, token }) => `${role}: ${token}`),
	];
	return lines.join('\n');
}
