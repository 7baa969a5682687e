import { randomUUID } from 'node:crypto';

/**
 * A new UUID v4. Copied through a buffer: `randomUUID` returns its text as a tree of twenty pieces, and a row that
 * lives on would keep the whole tree, ten times the size of the text.
 */
export function newToken(): string {
	return Buffer.from(randomUUID(), 'latin1').toString('latin1');
}
