import { RecentMap } from '../../../../nodes/shared/history/recent';

const KEEP_MS = 1_000;

let now: jest.SpyInstance<number>;
const wait = (ms: number) => now.mockReturnValue(performance.now() + ms);

beforeEach(() => {
	now = jest.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(() => now.mockRestore());

test('an old entry is forgotten, even if nothing was set since', () => {
	const map = new RecentMap<string, number>(KEEP_MS);
	map.set('one', 1);
	wait(KEEP_MS);
	expect(map.get('one')).toBe(1);
	wait(1);
	expect(map.get('one')).toBeUndefined();
	expect(map.forgottenAt).toBe(0);
});

test('the age of an entry counts from the last time it was set', () => {
	const map = new RecentMap<string, number>(KEEP_MS);
	map.set('one', 1);
	wait(KEEP_MS);
	map.set('one', 2);
	wait(KEEP_MS);
	expect(map.get('one')).toBe(2);
});

test('if there are too many entries, the oldest is forgotten', () => {
	const map = new RecentMap<string, number>(KEEP_MS, 2);
	for (const key of ['one', 'two', 'three']) map.set(key, 1);
	expect(['one', 'two', 'three'].map((key) => map.get(key))).toEqual([undefined, 1, 1]);
});
