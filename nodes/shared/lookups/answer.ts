import { ServiceError } from '../client/errors';
import type { Json } from '../client/json';
import type { z } from '../zod';

/**
 * What an answer holds.
 *
 * @param what completes "The service did not say …"
 * @throws {ServiceError} if the answer has another shape than the specification shows.
 */
export function readAnswer<Schema extends z.ZodTypeAny>(
	schema: Schema,
	answer: Json,
	what: string,
): z.output<Schema> {
	const reading = schema.safeParse(answer);
	if (!reading.success) {
		throw new ServiceError({
			message: `The service did not say ${what}`,
			description: 'Its answer is not as the API documentation says. Contact the support of the service.',
		});
	}
	return reading.data as z.output<Schema>;
}
