import { randomUUID } from 'node:crypto';

let nextUuid: () => string = randomUUID;

/**
 * Returns a new UUID v4. The string that `randomUUID` returns consists of twenty parts in V8, and takes ten times the
 * memory of a flat string. Copying it through a buffer makes it flat.
 */
export function newToken(): string {
	return Buffer.from(nextUuid(), 'latin1').toString('latin1');
}

/** Returns a new ID of 24 hexadecimal characters. */
export const newHexId = () => newToken().replaceAll('-', '').slice(0, 24);

/**
 * Runs `create` with new tokens that are the same in every sandbox: in series 7, they are
 * 5a3b0007-0000-4000-8000-000000000001 and so on.
 */
export function withFixedTokens<Created>(series: number, create: () => Created): Created {
	const digits = (number: number, count: number) => String(number).padStart(count, '0');
	let made = 0;
	nextUuid = () => `5a3b${digits(series, 4)}-0000-4000-8000-${digits(++made, 12)}`;
	try {
		return create();
	} finally {
		nextUuid = randomUUID;
	}
}
