import type { Draw } from './api/draw';
import { backups } from './fields';
import { firstDrawnFirst, isOrderKnown, winners } from './api/winners';
import type { Client } from '../shared/client/client';
import { idKey, isSameId } from '../shared/api/ids';
import { collect } from '../shared/api/pages';
import { asText, type Json } from '../shared/json';
import { InputError } from '../shared/n8n/errors/node-errors';
import type { Field } from '../shared/n8n/operation/field';
import { plural } from '../shared/plural';
import { ALL_GROUPS } from '../SweepstakesGroup/api';

export const onlyIfNoneDrawn = {
	displayName: 'Only If None Drawn Yet',
	name: 'onlyIfNoneDrawn',
	type: 'boolean',
	default: true,
	description:
		'Whether to draw only if nobody in the group has won yet. If someone has, the earlier winners are returned instead, up to Number of Winners. Sets “existed” to true or false.',
} as const satisfies Field;

/** By sweepstakes and group: the winners that this execution drew. The service may not list them yet. */
const drawnBy = ({ run }: Client) => run.remember('drawn', () => new Map<string, readonly Json[]>());

const drawKey = ({ sweepstakesToken, group }: Draw) => `${idKey(sweepstakesToken)} ${idKey(group)}`;

/** Remembers the winners of a draw, in the order drawn. */
export function rememberDrawn(client: Client, draw: Draw, drawn: readonly Json[]): void {
	drawnBy(client).set(drawKey(draw), drawn);
}

interface EarlierWinners {
	/**
	 * The winners in the group to draw from. The first drawn come first, so a later draw does not change the
	 * start.
	 */
	inGroup: readonly Json[];
	/** Whether it is certain who was drawn first. */
	isInOrder: boolean;
	/** The winners in all groups, in the service's order. */
	all: readonly Json[];
}

/**
 * Reads the winners of earlier draws, and adds a hint about those in the group. They may also come from a
 * draw from all groups, because the service does not say which draw a winner is from.
 *
 * @param winnerCount how many of the people to draw are winners; the others are backups
 * @throws {InputError} if there may be winners in the group, but no record says so, or if winners and backups look
 * alike
 */
export async function readEarlierWinners(
	client: Client,
	draw: Draw,
	winnerCount: number,
): Promise<EarlierWinners> {
	const { sweepstakesToken, group, howManyWinnersToPick: wanted } = draw;
	const drawn = drawnBy(client).get(drawKey(draw));
	if (drawn) {
		client.run.hints.add(toHint({ found: drawn.length, wanted, unknown: 0 }));
		return { inGroup: drawn, isInOrder: true, all: drawn };
	}
	const all = (await collect(winners.read(client, { sweepstakesToken }, Infinity))).flat();
	const isAny = group === ALL_GROUPS;
	const inGroup = all.filter(({ GroupToken }) => isAny || isSameId(GroupToken, group));
	const unknown = isAny ? 0 : all.filter(({ GroupToken }) => asText(GroupToken) === '').length;
	const found = inGroup.length;
	const inOrder = firstDrawnFirst(inGroup);
	const lastAndFirstBackup = inOrder.slice(winnerCount - 1, Math.min(winnerCount + 1, wanted));
	if (!isOrderKnown(lastAndFirstBackup))
		throw new InputError(
			`Options › ${backups.displayName}`,
			'cannot tell the earlier winners from their backups, because the service does not say who was drawn first. Nobody was drawn. Use the output of the first run, or remove this option to get all of them',
		);
	if (found > 0) {
		client.run.hints.add(toHint({ found, wanted, unknown }));
	} else if (unknown > 0) {
		const reason = `the service does not name the group of ${plural(unknown, 'earlier winner')}`;
		throw new InputError(onlyIfNoneDrawn.displayName, `is on, and ${reason}. Nobody was drawn`);
	}
	return {
		inGroup: inOrder,
		isInOrder: isOrderKnown(inOrder.slice(0, wanted)),
		all,
	};
}

function toHint({ found, wanted, unknown }: Record<'found' | 'wanted' | 'unknown', number>): string {
	const returned = `Nobody was drawn: ${plural(Math.min(found, wanted), 'earlier winner')} returned`;
	const sentences = [
		found < wanted ? `${returned}, although ${wanted} were asked for.` : `${returned}.`,
		found > wanted &&
			`There ${found === wanted + 1 ? 'is' : 'are'} ${found - wanted} more, which Winner › Get Many returns.`,
		unknown > 0 && `The service does not name the group of ${plural(unknown, 'other winner')}.`,
	];
	return sentences.filter(Boolean).join(' ');
}
