import { fakeClock, settle } from '../nodes/shared/client/support';
import { runMix, type MixResult } from './mix';
import { FIRST_SEED } from './random';

const CALLS = 2_500;

beforeEach(fakeClock);
afterEach(() => jest.useRealTimers());

describe.each([0.1, 0.3, 0.5, 0.7])('with a fault in %f of all calls', (probability) => {
	const seed = FIRST_SEED + probability * 10;

	test(`nothing is lost or duplicated, and ambiguous calls are reported (seed ${seed}, ${CALLS} calls)`, async () => {
		const running = runMix({ seed, calls: CALLS, probability });
		await settle(running);
		const { wrong, ...figures } = await running;
		process.stdout.write(`${sentenceOf(seed, figures)}\n`);
		expect(wrong).toEqual([]);
	});
});

function sentenceOf(seed: number, { calls, faults, confirmed, outcomes, inDoubt }: Omit<MixResult, 'wrong'>) {
	const kinds = Object.entries(inDoubt).map(([kind, count]) => `${kind} ${count}`);
	return `Seed ${seed}: ${calls} calls, ${faults} faults; ${outcomes.done} done, ${confirmed} of them confirmed, ${outcomes.failed} failed, ${outcomes['in doubt']} in doubt (${kinds.join(', ')})`;
}
