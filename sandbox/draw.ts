import { randomFillSync } from 'node:crypto';
import { dateTime } from './clock';
import type { Entry, ScheduledDrawing, Winner } from './records';
import type { Store } from './store';
import { newToken } from './token';

/** Who takes part in a draw and how many win. */
export type DrawRules = Pick<
	ScheduledDrawing,
	'group' | 'howManyWinnersToPick' | 'includeOptedOutParticipants' | 'doNotIncludeSpamParticipants'
> & { completedEntries: boolean };

/** Draws from a sweepstakes and keeps the winners. Where fewer are eligible than asked for, all of them win. */
export function drawWinners(store: Store, sweepstakesToken: string, rules: DrawRules, now: number): Winner[] {
	const eligible = eligibleParticipants(store.entries.of(sweepstakesToken), rules);
	return pickWeighted(eligible, rules.howManyWinnersToPick, (entry) => 1 + entry.BonusEntries).map((entry) =>
		store.winners.insert({
			WinnerToken: newToken(),
			SweepstakesToken: sweepstakesToken,
			ParticipantToken: entry.ParticipantToken,
			FirstName: entry.FirstName,
			LastName: entry.LastName,
			Email: entry.KeyEmail,
			PhoneNumber: entry.KeyPhoneNumber,
			DrawDate: dateTime(now),
		}),
	);
}

/** One entry for each participant who may win: a person entered in two collections has one chance, not two. */
function eligibleParticipants(entries: readonly Entry[], rules: DrawRules): Entry[] {
	const optedOut = new Set<string>();
	if (!rules.includeOptedOutParticipants) {
		for (const { Collection, ParticipantToken } of entries) {
			if (Collection === 'OptOuts') optedOut.add(ParticipantToken);
		}
	}
	const eligible = new Map<string, Entry>();
	for (const entry of entries) {
		const { GroupToken, spam, completed } = entry.hidden;
		const isEligible =
			!optedOut.has(entry.ParticipantToken) &&
			(rules.group === 'allgroups' || rules.group === GroupToken) &&
			!(spam && rules.doNotIncludeSpamParticipants) &&
			(completed || !rules.completedEntries);
		if (isEligible) eligible.set(entry.ParticipantToken, entry);
	}
	return [...eligible.values()];
}

/**
 * Picks at random without repetition, an item of weight 2 twice as likely as one of weight 1 at every pick. Each item
 * is given an exponentially distributed arrival time with its weight as the rate; the first to arrive win.
 */
export function pickWeighted<Item>(
	items: readonly Item[],
	howMany: number,
	weightOf: (item: Item) => number,
): Item[] {
	const random = randomFillSync(new Uint32Array(items.length * 2));
	return items
		.map((item, index) => ({
			item,
			arrival: -Math.log(uniform(random[2 * index]!, random[2 * index + 1]!)) / weightOf(item),
		}))
		.sort((a, b) => a.arrival - b.arrival)
		.slice(0, howMany)
		.map(({ item }) => item);
}

/** A number above 0 and up to 1 from 53 random bits. */
function uniform(high: number, low: number): number {
	return ((high >>> 5) * 2 ** 26 + (low >>> 6) + 1) / 2 ** 53;
}
