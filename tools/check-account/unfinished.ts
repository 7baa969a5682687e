import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import { z } from '../../nodes/shared/zod';
import type { AddedRecord } from './added';
import { KIND_OF, type Kind } from './kinds';

/** The records that a killed check may have left behind in an account. */
export interface UnfinishedCheck {
	/** A hash of the base URL and the token. */
	account: string;
	added: AddedRecord[];
}

/**
 * The file that a killed check leaves behind. It contains our own marks and the ID of the sweepstakes, but neither the
 * token nor data about people.
 */
export const UNFINISHED_FILE = 'account-check-unfinished.json';

export function accountKey(baseUrl: string, token: string): string {
	return createHash('sha256').update(`${baseUrl} ${token}`).digest('hex').slice(0, 32);
}

const count = z.number().int().min(0);

/** A record that a check added. The file may come from somebody else, so it must have a mark that a check gives. */
const addedRecord = z
	.object({
		kind: z.enum(Object.keys(KIND_OF) as [Kind, ...Kind[]]),
		mark: z.string(),
		sweepstakesToken: z.string(),
		sentAt: z.number(),
		unanswered: count,
		confirmed: count,
		found: z.array(z.string()),
		id: z.string().optional(),
	})
	.refine(({ kind, mark }) => KIND_OF[kind].mark.test(mark));

const unfinishedCheck = z.object({ account: z.string(), added: z.array(addedRecord) });

/**
 * @returns undefined if there is no such file
 * @throws Error if the file cannot be read, or lists anything that no check adds
 */
export function readUnfinished(file = UNFINISHED_FILE): UnfinishedCheck | undefined {
	if (!existsSync(file)) return undefined;
	try {
		return unfinishedCheck.parse(JSON.parse(readFileSync(file, 'utf8')));
	} catch {
		throw new Error(
			`${file} cannot be read, or lists something that no check adds. Nothing was removed. It should say what an earlier check left in an account. Look at it, then delete it.`,
		);
	}
}

/**
 * Replaces the file in a single step, so that a killed check leaves either the old or the new file. Removes the file if
 * there are no records.
 */
export function keepUnfinished({ account, added }: UnfinishedCheck, file = UNFINISHED_FILE): void {
	if (added.length === 0) return rmSync(file, { force: true });
	writeFileSync(`${file}.new`, `${JSON.stringify({ account, added }, null, 2)}\n`);
	renameSync(`${file}.new`, file);
}
