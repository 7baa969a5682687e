import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import { asRecords, isObject } from '../../nodes/shared/json';
import type { AddedRecord } from './added';

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

/**
 * @returns undefined if there is no such file
 * @throws Error if the file cannot be read
 */
export function readUnfinished(file = UNFINISHED_FILE): UnfinishedCheck | undefined {
	if (!existsSync(file)) return undefined;
	try {
		const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
		if (isObject(content) && typeof content.account === 'string')
			return { account: content.account, added: asRecords(content.added) as unknown as AddedRecord[] };
	} catch {
		// The error that is thrown below explains the failure.
	}
	throw new Error(
		`${file} cannot be read. It says what an earlier check left in an account. Look at it, then delete it.`,
	);
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
