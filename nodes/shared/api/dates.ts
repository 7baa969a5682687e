import type { Json } from '../json';
import { parseInstant } from '../time/parse';

type Refinement = [test: (request: Json) => boolean, issue: { path: string[]; message: string }];

/** Makes the arguments of zod's `refine` for two optional dates, of which the second must not be before the first. */
export function inOrder(first: string, second: string): Refinement {
	const isInOrder = ({ [first]: one, [second]: other }: Json) => {
		const [from, to] = [parseInstant(one), parseInstant(other)];
		return !from || !to || !to.isBefore(from);
	};
	return [isInOrder, { path: [second], message: `must not be before {${first}}` }];
}
