import { isObject } from '../json';
import { z, type ZodRawShape, type ZodTypeAny } from '../zod';

/**
 * The schema of an object that a person writes in a JSON field. An unknown key is refused, because it may be
 * misspelled, and the service might ignore it silently.
 *
 * @param id a key that only the service's records have. An object with this key was read from the service, so it may
 *   have any other keys.
 */
export function writtenObject<Shape extends ZodRawShape>(shape: Shape, id: string) {
	const known = Object.keys(shape);
	return z
		.unknown()
		.superRefine((value, context) => {
			const keys = isObject(value) && !(id in value) ? Object.keys(value) : [];
			const unknown = keys.filter((key) => !known.includes(key));
			if (unknown.length === 0) return;
			const message = `must have only the keys ${known.join(', ')}`;
			context.addIssue({ code: 'unrecognized_keys', keys: unknown, message });
		})
		.pipe(z.object(shape));
}

/**
 * The schema of a list that a person writes in a JSON field. A list that is too long is refused before any element
 * is read, because a stranger may have written it.
 */
export function writtenList<Entry extends ZodTypeAny>(entry: Entry, maximum: number) {
	return z
		.unknown()
		.superRefine((value, context) => {
			if (!Array.isArray(value) || value.length <= maximum) return;
			context.addIssue({ code: 'too_big', type: 'array', maximum, inclusive: true, fatal: true });
		})
		.pipe(z.array(entry));
}
