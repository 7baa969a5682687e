import { z } from '../shared/zod';

/** No name starts with a dot, which excludes "." and "..". */
const NAMES = /^(\/[A-Za-z0-9_~-][A-Za-z0-9_~.-]*)+\/?$/;

/** Plain names between slashes, so that the API token goes nowhere but to the credential's address. */
export const path = z
	.string()
	.transform((text) => `/${text.replace(/^\//, '')}` as const)
	.refine((text) => NAMES.test(text), {
		message:
			'must be a path such as /notes/create, with only letters, digits, “-”, “_”, “~” and “.” between single slashes, and without an address, “?”, “#”, “..” or “%”',
	});
