import { z } from '../shared/zod';

/** No name begins with a dot, so none is "." or "..". */
const NAMES = /^(\/[A-Za-z0-9_~-][A-Za-z0-9_~.-]*)+\/?$/;

/**
 * A path under the Base URL, with or without a slash before it. Only plain names between slashes are allowed, so that the
 * API token goes to no other place than the one that the credential names: no address, query or fragment, no dots that
 * lead upwards, and nothing that decodes to one of these.
 */
export const path = z
	.string()
	.transform((text) => `/${text.replace(/^\//, '')}` as const)
	.refine((text) => NAMES.test(text), {
		message:
			'must be a path such as /notes/create, with only letters, digits, “-”, “_”, “~” and “.” between single slashes, and without an address, “?”, “#”, “..” or “%”',
	});
