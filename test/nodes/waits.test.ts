import { shortenWaits } from '../support/waits';

afterEach(() => jest.restoreAllMocks());

test('if waits are shortened twice, long waits stay as they are', async () => {
	shortenWaits();
	shortenWaits();
	const before = performance.now();
	await new Promise((resolve) => setTimeout(resolve, 1_000));
	expect(performance.now() - before).toBeGreaterThanOrEqual(1_000);
	expect(Math.random()).toBeLessThan(0.001);
});
