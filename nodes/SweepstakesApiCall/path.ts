import { z } from '../shared/zod';

/** No name begins with a dot, so that none is "." or "..". */
const NAMES = /^(\/[A-Za-z0-9_~-][A-Za-z0-9_~.-]*)+\/?$/;

/**
 * A path behind the base URL, with or without a slash before it. Only plain names between slashes: an address, a query,
 * a fragment, dots that lead upwards and whatever could be one of them once something decodes it are refused, so that
 * the API token goes to no other place than the one the credential names.
 */
export const path = z
	.string()
	.transform((text) => `/${text.replace(/^\//, '')}` as const)
	.refine((text) => NAMES.test(text), {
		message:
			'must be a path such as /notes/create, with only letters, digits, “-”, “_”, “~” and “.” between single slashes, and without an address, “?”, “#”, “..” or “%”',
	});
