import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import { asRecords, isObject } from '../../nodes/shared/json';
import type { Added } from './added';

/** What a check may have left in an account when it was killed. */
export interface Unfinished {
	/** A hash of base URL and token. */
	account: string;
	added: Added[];
}

/** The file that survives a kill. It holds our own marks and the ID of the sweepstakes, and neither token nor people. */
export const UNFINISHED_FILE = 'account-check-unfinished.json';

export function accountKey(baseUrl: string, token: string): string {
	return createHash('sha256').update(`${baseUrl} ${token}`).digest('hex').slice(0, 32);
}

/** @returns undefined if there is none. @throws Error if the file cannot be read */
export function readUnfinished(file = UNFINISHED_FILE): Unfinished | undefined {
	if (!existsSync(file)) return undefined;
	try {
		const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
		if (isObject(content) && typeof content.account === 'string')
			return { account: content.account, added: asRecords(content.added) as unknown as Added[] };
	} catch {
		// Said below.
	}
	throw new Error(
		`${file} cannot be read. It says what an earlier check left in an account. Look at it, then delete it.`,
	);
}

/** Replaces the file in one step, so that a kill leaves the old or the new one. Without records, there is none. */
export function keepUnfinished({ account, added }: Unfinished, file = UNFINISHED_FILE): void {
	if (added.length === 0) return rmSync(file, { force: true });
	writeFileSync(`${file}.new`, `${JSON.stringify({ account, added }, null, 2)}\n`);
	renameSync(`${file}.new`, file);
}
