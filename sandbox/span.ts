import { z } from 'zod';

/** A number of calls, or a period in ms. */
export const span = z.union([
	z.object({ calls: z.number().int().min(1) }).strict(),
	z.object({ ms: z.number().min(0).max(600_000) }).strict(),
]);

export type Span = z.output<typeof span>;
