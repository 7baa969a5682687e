import { shortenWaits } from '../support/waits';

afterEach(() => jest.restoreAllMocks());

test('calling `shortenWaits` twice is like calling it once: the clock advances by the whole wait, and random waits stay short', async () => {
	shortenWaits();
	shortenWaits();
	const before = performance.now();
	await new Promise((resolve) => setTimeout(resolve, 1_000));
	expect(performance.now() - before).toBeGreaterThanOrEqual(1_000);
	expect(Math.random()).toBeLessThan(0.001);
});
