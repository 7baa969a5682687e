import type { Draw } from './api/draw';
import { winners } from './api/winners';
import type { Caller } from '../shared/client/endpoint';
import { isSameId } from '../shared/api/ids';
import { collect } from '../shared/api/pages';
import { asText, type Json } from '../shared/json';
import { InputError } from '../shared/n8n/errors/nodeErrors';
import type { Field } from '../shared/n8n/operation/field';
import { plural } from '../shared/plural';
import { ALL_GROUPS } from '../SweepstakesGroup/api';

export const onlyIfNoneDrawn = {
	displayName: 'Only If None Drawn Yet',
	name: 'onlyIfNoneDrawn',
	type: 'boolean',
	default: true,
	description:
		'Whether to draw only if nobody has won yet: in the group that is chosen, or in any group. Otherwise the first winners so far are returned, at most as many as asked for, and a hint says how many there are. The service may not say which group its winners are in. Then a draw from a group fails, and nobody is drawn. Sets existed to true or false.',
} as const satisfies Field;

interface EarlierWinners {
	/** Those in the group to draw from. The first drawn come first, so a later draw does not change the first ones. */
	inGroup: Json[];
	/** How many winners the other groups have. */
	others: number;
}

/**
 * Reads the winners of earlier draws. A hint says how many there are in the group. Its winners may also come from a draw from all
 * groups: the service does not say which draw a winner is from.
 *
 * @throws {InputError} if there may be winners in the group, but no record says so.
 */
export async function readEarlierWinners(
	service: Caller,
	{ sweepstakesToken, group, howManyWinnersToPick }: Draw,
): Promise<EarlierWinners> {
	const all = await collect(winners.read(service, { sweepstakesToken }, Infinity));
	const isAny = group === ALL_GROUPS;
	const inGroup = all.filter(({ GroupToken }) => isAny || isSameId(GroupToken, group));
	const unknown = isAny ? 0 : all.filter(({ GroupToken }) => asText(GroupToken) === '').length;
	if (inGroup.length > 0) {
		const counts = { found: inGroup.length, wanted: howManyWinnersToPick, unknown };
		service.memory.notices.add(toHint(counts));
	} else if (unknown > 0) {
		const reason = `the service does not say the group of ${plural(unknown, 'earlier winner')}`;
		throw new InputError(onlyIfNoneDrawn.displayName, `is on, and ${reason}. Nobody was drawn`);
	}
	return { inGroup: firstDrawnFirst(inGroup), others: all.length - inGroup.length };
}

function toHint({ found, wanted, unknown }: Record<'found' | 'wanted' | 'unknown', number>): string {
	const returned = `Nobody was drawn: ${plural(Math.min(found, wanted), 'earlier winner')} returned`;
	const sentences = [
		found < wanted ? `${returned}, although ${wanted} were asked for.` : `${returned}.`,
		found > wanted && `There are ${found - wanted} more, which Winner › Get Many returns.`,
		unknown > 0 && `The service does not say the group of ${plural(unknown, 'other winner')}.`,
	];
	return sentences.filter(Boolean).join(' ');
}

/** Where records have no time of the draw, the list is taken to be newest first (reference, POST /winners/fetch). */
function firstDrawnFirst(newestFirst: readonly Json[]): Json[] {
	const oldestFirst = newestFirst.toReversed();
	const readTime = ({ DrawDateTime }: Json) => Date.parse(asText(DrawDateTime));
	const isDated = oldestFirst.every((winner) => !Number.isNaN(readTime(winner)));
	return isDated ? oldestFirst.sort((one, other) => readTime(one) - readTime(other)) : oldestFirst;
}
