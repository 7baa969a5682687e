import fc from 'fast-check';

import { findNewWinners, toWinnerFingerprint } from '../../../nodes/SweepstakesTrigger/new-winner';

const winner = (ParticipantToken: string, more: object = {}) => ({ ParticipantToken, ...more });
const list = (tokens: string) => [...tokens].map((token) => winner(token));
const seen = (tokens: string) => list(tokens).map(toWinnerFingerprint);
const tokens = (winners: object[]) =>
	(winners as Array<{ ParticipantToken: string }>).map((one) => one.ParticipantToken).join('');

describe('the trigger for new winners', () => {
	test.each([
		['one was drawn again', 'aba', 'ba', 'a'],
		['one was removed', 'ab', 'abc', ''],
		['one was removed and one drawn', 'dab', 'abc', 'd'],
	])(
		'finds the winners that it did not know before (%s): list %j, known %j, new %j',
		(_name, now, before, expected) => {
			expect(tokens(findNewWinners(list(now), seen(before)))).toBe(expected);
		},
	);

	test('returns the new record of a winner who is drawn again', () => {
		const again = [winner('a', { DrawDate: 2 }), winner('a', { DrawDate: 1 })];
		expect(findNewWinners(again, [toWinnerFingerprint(again[1]!)])).toEqual([again[0]]);
	});

	test('does not return a winner again if the winner’s record changes', () => {
		const before = [winner('a', { Notified: false })];
		expect(findNewWinners([winner('a', { Notified: true })], before.map(toWinnerFingerprint))).toEqual([]);
	});

	test('distinguishes winners without an ID by the content of their records, in any order of the fields', () => {
		const before = [{ Email: 'a@example.com', FirstName: 'A' }];
		const now = [
			{ FirstName: 'A', Email: 'a@example.com' },
			{ FirstName: 'B', Email: 'a@example.com' },
		];
		expect(findNewWinners(now, before.map(toWinnerFingerprint))).toEqual([now[1]]);
	});

	test('returns exactly the winners drawn since the last poll, even from an unordered list with repetitions', () => {
		const many = fc.array(fc.constantFrom(...'abcdef'), { maxLength: 12 });
		/** Puts the winners in a random order. The tests also use the two orders in which the service may list them. */
		const shuffled = (all: string[], seed: number) =>
			all.toSorted((a, b) =>
				toWinnerFingerprint(winner(a + seed)).localeCompare(toWinnerFingerprint(winner(b + seed))),
			);
		fc.assert(
			fc.property(many, many, fc.integer(), (before, added, seed) => {
				const all = [...before, ...added];
				for (const [now, known] of [
					[all, before],
					[all.toReversed(), before.toReversed()],
					[shuffled(all, seed), before],
				]) {
					const found = tokens(findNewWinners(list(now!.join('')), seen(known!.join(''))));
					expect([...found].sort()).toEqual([...added].sort());
				}
			}),
		);
	});
});
