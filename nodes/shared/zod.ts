/** The only import of zod: the build bundles it into this file, because the package has no run-time dependencies. */
export { z } from 'zod';
export type { ZodError, ZodIssue, ZodNumber, ZodTypeAny } from 'zod';
