/** The one door to zod: the build bundles it here, so that the package has no run-time dependency. */
export { z } from 'zod';
export type { ZodError, ZodIssue, ZodTypeAny } from 'zod';
