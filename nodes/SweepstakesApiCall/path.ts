import { z } from '../shared/zod';

/** No name in the path may begin with a dot, which excludes "." and "..". */
const NAMES = /^(\/[A-Za-z0-9_~-][A-Za-z0-9_~.-]*)+\/?$/;

/**
 * A path consists of plain names between slashes. Other characters could send the API token to a host other than the
 * credential's.
 */
export const path = z
	.string()
	.transform((text) => `/${text.replace(/^\//, '')}` as const)
	.superRefine((text, context) => {
		if (NAMES.test(text)) return;
		context.addIssue({
			code: 'custom',
			message: `must be a path such as /notes/create, ${describeLimits(text)}`,
		});
	});

function describeLimits(text: string): string {
	if (text.includes('://')) return 'without the address before it';
	if (text.includes('?')) return 'without “?” (enter what follows it under “Query Parameters”)';
	return 'with only letters, digits, “-”, “_”, “~” and “.” between single slashes';
}
