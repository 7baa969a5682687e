import fc from 'fast-check';

import { CallLog } from '../../sandbox/calls';
import { RollingWindow } from '../../sandbox/window';

describe('The call log', () => {
	const call = (at: number, sent = '') => ({ method: 'POST', path: '/account/profile', at, sent });

	it('drops its oldest tenth beyond 250,000 calls', () => {
		const log = new CallLog();
		for (let at = 0; at <= 250_000; at++) log.open(call(at));
		const kept = log.recorded();
		expect(kept).toHaveLength(225_000);
		expect(kept[0]!.at).toBe(25_001);
		expect(kept.at(-1)!.at).toBe(250_000);
	});

	it('drops its oldest tenth beyond 256 million characters of bodies', () => {
		const log = new CallLog();
		const large = 'x'.repeat(2 ** 26);
		for (let at = 0; at < 6; at++) log.open(call(at, large));
		expect(log.recorded().map(({ at }) => at)).toEqual([2, 3, 4, 5]);
	});
});

describe('The rolling window', () => {
	it('counts the calls younger than its length, at any load', () => {
		const step = fc.record({ wait: fc.nat(2_000), calls: fc.nat(3_000) });
		fc.assert(
			fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
				const window = new RollingWindow(1_000);
				const arrivals: number[] = [];
				let now = 0;
				for (const { wait, calls } of steps) {
					now += wait;
					for (let call = 0; call < calls; call++) {
						window.add(now);
						arrivals.push(now);
					}
					expect(window.countAt(now)).toBe(arrivals.filter((at) => at > now - 1_000).length);
				}
			}),
			{ numRuns: 50 },
		);
	});
});
