import { HOUR_MS } from '../../../support/constants';
import { AccountHistory } from '../../../../nodes/shared/history/account-history';

/** The maximum number of keys that the history keeps. */
const KEYS = 5_000;

let others: { metAt: number };
let history: AccountHistory;
let now = 0;
beforeEach(() => {
	others = { metAt: -Infinity };
	history = new AccountHistory(others);
	now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const write = (key: string, at: number) => {
	now = at;
	history.noteWrite([key]);
};
const isSince = (key: string, moment: number) => history.mayBeWrittenSince(key, moment);

test('a key counts as written since a moment if the key’s last write was at that moment or later', () => {
	write('a', 10);
	expect([9, 10, 11].map((moment) => isSince('a', moment))).toEqual([true, true, false]);
	expect(isSince('b', 0)).toBe(false);
	write('a', 20);
	expect(isSince('a', 11)).toBe(true);
});

test.each<[string, () => void]>([
	[
		`${KEYS} later writes`,
		() => {
			for (let n = 0; n < KEYS; n++) write(String(n), 20);
		},
	],
	['an hour', () => write('b', 10 + HOUR_MS + 1)],
])(
	'after %s, the history forgets a write, and says that any key may have been written since the forgotten write',
	(_what, forget) => {
		write('a', 10);
		expect(history.knowsWritesSince(10)).toBe(true);
		forget();
		expect(history.knowsWritesSince(10)).toBe(false);
		expect(isSince('unknown', 10)).toBe(true);
		expect(isSince('unknown', 11)).toBe(false);
	},
);

test('for a minute after a sign of another process, the history says that any key may have been written', () => {
	now = 1_000;
	others.metAt = now;
	now += 59_999;
	expect(isSince('a', now)).toBe(true);
	now += 1;
	expect(isSince('a', now)).toBe(false);
});

test('a call cannot claim a record without an ID as its own', () => {
	history.claim([undefined, '', 'a']);
	expect([undefined, '', 'a'].map((id) => history.isClaimed(id))).toEqual([false, false, true]);
});

test('the history keeps a claimed record for 26 to 52 hours', () => {
	const claim = (...ids: string[]) => ids.forEach((id) => history.claim([id]));
	const claimed = () => ['a', 'b', 'c', 'd', 'e'].filter((id) => history.isClaimed(id)).join('');
	now = 26 * HOUR_MS + 1;
	claim('a', 'b', 'c');
	now += 26 * HOUR_MS + 1;
	claim('d');
	expect(claimed()).toBe('abcd');
	now += 26 * HOUR_MS + 1;
	claim('e');
	expect(claimed()).toBe('de');
});

test('a number that was replaced counts as out of date for ten seconds, even while newer numbers are written', () => {
	const writeNumber = (replaced: number, written: number, at: number) => {
		now = at;
		history.noteChange('a', replaced, written);
	};
	const readAt = (read: number, at: number) => {
		now = at;
		return history.withLastChange('a', read);
	};
	writeNumber(0, 1, 0);
	writeNumber(1, 3, 8_000);
	expect([0, 1, 2].map((read) => readAt(read, 10_000))).toEqual([3, 3, 2]);
	expect([0, 1, 2].map((read) => readAt(read, 10_001))).toEqual([0, 3, 2]);
	writeNumber(3, 4, 18_000);
	expect(readAt(0, 18_001)).toBe(0);
	history.noteChange('a', undefined, 3);
	expect(readAt(3, 18_002)).toBe(3);
});
