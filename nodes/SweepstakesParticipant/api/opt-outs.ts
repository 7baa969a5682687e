import type { Client } from '../../shared/client/client';
import { isEqual } from '../../shared/api/filters';
import { undefinedIfRefused } from '../../shared/client/failures';
import { isBlank, toIdKey, type Json } from '../../shared/json';
import { countParticipants, findParticipant, participants } from './participants';

/** The reason why a person who has opted out is skipped, in the form of the service's own reasons. */
export const OPTED_OUT = 'OptedOut';

/**
 * Whether a person has opted out. An entry among the opt-outs means yes, even if the person has other entries: the
 * service may send messages to such a person.
 */
export function hasOptedOut(entries: readonly Json[]): boolean {
	return entries.some(
		({ Collection, OptOutDate }) => isEqual(Collection, 'OptOuts') === true || !isBlank(OptOutDate),
	);
}

/** Knows who has opted out of a sweepstakes. */
export interface OptOuts {
	/** Whether it is certain that nobody has opted out, so that a person need not be looked up. */
	readonly isEmpty: boolean;
	has(ParticipantToken: string): Promise<boolean>;
}

/**
 * Returns who has opted out of a sweepstakes. An execution counts the opt-outs once. If there are any, it reads the list
 * of participants once, or looks up each person, whichever takes fewer calls.
 *
 * @param lookups the number of people whom this execution may look up
 */
export async function getOptOuts(
	client: Client,
	SweepstakesToken: string,
	lookups: number,
): Promise<OptOuts> {
	return await client.memory.getOrCreate(`opt-outs ${SweepstakesToken}`, async () => {
		const tokens = await listOptOuts(client, SweepstakesToken, lookups);
		return {
			isEmpty: tokens?.size === 0,
			async has(ParticipantToken: string) {
				if (tokens) return tokens.has(toIdKey(ParticipantToken));
				const found = await findParticipant(client, { SweepstakesToken, ParticipantToken });
				return hasOptedOut(found?.Entries ?? []);
			},
		};
	});
}

/**
 * Returns the people who have opted out, as IDs in `toIdKey` form, or undefined if the list does not show all of them or
 * takes more calls than `lookups`.
 */
async function listOptOuts(
	client: Client,
	SweepstakesToken: string,
	lookups: number,
): Promise<ReadonlySet<string> | undefined> {
	const counting = client.call(countParticipants, { SweepstakesToken, FilterType: 'optouts' });
	const { Data } = (await counting.catch(undefinedIfRefused)) ?? {};
	const count = Data?.Counts.OptOuts;
	if (count === 0) return new Set();
	if (count === undefined) return undefined;
	const optedOut: string[] = [];
	await participants.readInsteadOf(client, lookups, { sweepstakesToken: SweepstakesToken }, (records) => {
		for (const entry of records) if (hasOptedOut([entry])) optedOut.push(toIdKey(entry.ParticipantToken));
		return optedOut.length === count;
	});
	// An opt-out without an ID does not show who has opted out.
	return optedOut.length === count && !optedOut.includes('') ? new Set(optedOut) : undefined;
}
