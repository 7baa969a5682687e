import { randomFillSync } from 'node:crypto';
import { dateTime } from './time/clock';
import type { DrawingOrder, Entry, Sweepstakes, Winner } from './records';
import type { Store } from './store';
import { newToken } from './token';

export type Eligibility = Pick<
	DrawingOrder,
	'group' | 'includeOptedOutParticipants' | 'doNotIncludeSpamParticipants'
> & { completedEntries: boolean };

/**
 * Returns the entries of eligible participants. A participant in two collections has only one chance. Earlier winners
 * are not eligible (reference, Winners).
 */
export function eligibleEntries(store: Store, sweepstakesToken: string, rules: Eligibility): Entry[] {
	const entries = store.entries.of(sweepstakesToken);
	const excluded = new Set(store.winners.of(sweepstakesToken).map(({ record }) => record.ParticipantToken));
	if (!rules.includeOptedOutParticipants) {
		for (const { Collection, ParticipantToken } of entries) {
			if (Collection === 'OptOuts') excluded.add(ParticipantToken);
		}
	}
	const eligible = new Map<string, Entry>();
	for (const entry of entries) {
		const { GroupToken, spam, completed } = entry.hidden;
		const isEligible =
			!excluded.has(entry.ParticipantToken) &&
			(rules.group === 'allgroups' || rules.group === GroupToken) &&
			!(spam && rules.doNotIncludeSpamParticipants) &&
			(completed || !rules.completedEntries);
		if (isEligible) eligible.set(entry.ParticipantToken, entry);
	}
	return [...eligible.values()];
}

export interface Draw {
	eligible: readonly Entry[];
	howMany: number;
	at: number;
	isNotified: boolean;
}

/** Draws winners at random and stores them. An entry's weight is 1 + BonusEntries. */
export function drawWinners(store: Store, sweepstakes: Sweepstakes, draw: Draw): Winner[] {
	return pickWeighted(draw.eligible, draw.howMany, (entry) => 1 + entry.BonusEntries).map((entry) =>
		store.winners.insert({
			WinnerToken: newToken(),
			SweepstakesToken: sweepstakes.SweepstakesToken,
			record: {
				ParticipantToken: entry.ParticipantToken,
				GroupToken: entry.hidden.GroupToken,
				GroupName: store.groups.get(entry.hidden.GroupToken)?.GroupName ?? '',
				OptInDate: entry.CreationDate,
				KeyPhoneNumber: entry.KeyPhoneNumber,
				KeyEmail: entry.KeyEmail,
				EntryPagesFields: {
					...entry.hidden.fields,
					First_Name: entry.FirstName,
					Last_Name: entry.LastName,
					Email: entry.KeyEmail,
					Mobile_Number: entry.KeyPhoneNumber,
				},
				BonusEntries: entry.BonusEntries,
				WinnerInfo: false,
				WasNotify: draw.isNotified,
				IsAmoe: entry.Collection === 'ParticipantsAmoe',
				Handler: sweepstakes.Handler,
				SweepsName: sweepstakes.SweepstakesName,
				DrawDateTime: dateTime(draw.at),
			},
		}),
	);
}

/**
 * Picks items at random, each at most once. An item of weight 2 is twice as likely to be picked next as an item of
 * weight 1: each item gets a random arrival time from an exponential distribution with its weight as the rate, and the
 * items that arrive first are picked.
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
			arrival: -Math.log(toUniform(random[2 * index]!, random[2 * index + 1]!)) / weightOf(item),
		}))
		.sort((a, b) => a.arrival - b.arrival)
		.slice(0, howMany)
		.map(({ item }) => item);
}

/** Combines two random 32-bit numbers into a random number above 0 and up to 1, using 53 of their bits. */
function toUniform(high: number, low: number): number {
	return ((high >>> 5) * 2 ** 26 + (low >>> 6) + 1) / 2 ** 53;
}
