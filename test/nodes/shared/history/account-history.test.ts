import { HOUR_MS } from '../../../support/constants';
import { AccountHistory } from '../../../../nodes/shared/history/account-history';

/** The maximum number of keys that the history keeps. */
const KEYS = 5_000;

let queue: { hasNotedOthers: boolean };
let history: AccountHistory;
let now = 0;
beforeEach(() => {
	queue = { hasNotedOthers: false };
	history = new AccountHistory(queue);
	now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const write = (key: string, at: number) => {
	now = at;
	history.noteWrite([key]);
};
const isSince = (key: string, moment: number) => history.isWrittenSince([key], moment);

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
])('after %s, a write is forgotten, and any key counts as written at that time', (_what, forget) => {
	write('a', 10);
	forget();
	expect(isSince('unknown', 10)).toBe(true);
	expect(isSince('unknown', 11)).toBe(false);
});

test('while another process uses the account, the history says that any key may have been written', () => {
	expect(history.mayBeWrittenSince(['a'], 0)).toBe(false);
	queue.hasNotedOthers = true;
	expect(history.mayBeWrittenSince(['a'], 0)).toBe(true);
	expect(history.isWrittenSince(['a'], 0)).toBe(false);
});
