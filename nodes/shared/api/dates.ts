import type { Json } from '../json';
import { parseInstant } from '../time/parse';

type Refinement = [test: (request: Json) => boolean, issue: { path: string[]; message: string }];

/** Returns the arguments of zod's `refine` for two optional dates. The second date must not be before the first. */
export function inOrder(first: string, second: string): Refinement {
	const isInOrder = ({ [first]: one, [second]: other }: Json) => {
		const [from, to] = [parseInstant(one), parseInstant(other)];
		return !from || !to || !to.isBefore(from);
	};
	return [isInOrder, { path: [second], message: `must not be before {${first}}` }];
}

/**
 * Returns the arguments of zod's `refine` for two optional days and times. If both days are the same, the second time
 * must not be before the first.
 */
export function inOrderOnOneDay(
	days: readonly [string, string],
	times: readonly [string, string],
): Refinement {
	const isInOrder = (request: Json) => {
		const [day, lastDay] = days.map((key) => request[key]);
		const [from, to] = times.map((key) => request[key]);
		const isOneDay = day !== undefined && day === lastDay;
		return !isOneDay || typeof from !== 'string' || typeof to !== 'string' || from <= to;
	};
	return [isInOrder, { path: [times[1]], message: `must not be before {${times[0]}} on the same day` }];
}
