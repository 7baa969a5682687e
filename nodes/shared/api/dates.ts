import type { Json } from '../json';
import { parseInstant } from '../time/parse';

type Refinement = [test: (request: Json) => boolean, issue: { path: string[]; message: string }];

/** Arguments of `refine`: of two optional dates, the second must not be before the first. */
export function inOrder(first: string, second: string): Refinement {
	const isInOrder = ({ [first]: one, [second]: other }: Json) => {
		const [from, to] = [parseInstant(one), parseInstant(other)];
		return !from || !to || !to.isBefore(from);
	};
	return [isInOrder, { path: [second], message: `must not be before {${first}}` }];
}
