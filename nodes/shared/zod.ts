/** The only import of zod. The build bundles zod into this file, because the package has no dependencies. */
export { z } from 'zod';
export type { ZodError, ZodIssue, ZodNumber, ZodRawShape, ZodTypeAny } from 'zod';
