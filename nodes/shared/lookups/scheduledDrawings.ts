import { isObject, type Json } from '../client/json';

/**
 * The records in the answer of GET /winners/fetchscheduled: "a JSON object listing the scheduled drawings (its inner
 * shape: not shown)". So the first list in it is taken for the drawings, wherever it stands.
 *
 * @returns undefined where there is no list.
 */
export function scheduledDrawings(answer: Json): Json[] | undefined {
	return listIn(answer)?.filter(isObject);
}

/** An answer of thousands of levels would end in an overflow of the stack. */
const DEEPEST = 10;

function listIn(value: unknown, depth = 0): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (!isObject(value) || depth > DEEPEST) return undefined;
	for (const inner of Object.values(value)) {
		const list = listIn(inner, depth + 1);
		if (list) return list;
	}
	return undefined;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tokens of other things that a drawing's record may carry. */
const OF_OTHERS = /^(sweepstakes|user|group|participant)token$/i;

/** The token of a drawing: `scheduledToken` as in its deletion, or the one ID that is not another thing's. */
export function tokenOfDrawing(drawing: Json): string | undefined {
	const ids = Object.entries(drawing).filter(
		(entry): entry is [string, string] => typeof entry[1] === 'string' && ID.test(entry[1]),
	);
	const named = ids.find(([key]) => /^schedul.*token$/i.test(key));
	const own = named ?? ids.find(([key]) => /token$|^_?id$/i.test(key) && !OF_OTHERS.test(key));
	return own?.[1];
}
