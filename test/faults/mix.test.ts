import { SERVICES } from '../support/services';
import { fakeClock, settle } from '../support/client';
import { runMix, type MixResult } from './mix';
import { FIRST_SEED } from '../support/dice';
import { IS_RELEASE } from '../support/runs';

const PROBABILITIES = [0.1, 0.3, 0.5, 0.7];
/** How many calls each mix makes. FAULTS_CALLS sets the total for a dialect. */
const CALLS = Number(process.env['FAULTS_CALLS'] ?? (IS_RELEASE ? 5_000 : 2_000)) / PROBABILITIES.length;

beforeEach(fakeClock);
afterEach(() => jest.useRealTimers());

const MIXES = SERVICES.flatMap((service) =>
	PROBABILITIES.map((probability) => ({ ...service, probability, seed: FIRST_SEED + probability * 10 })),
);

describe.each(MIXES)(
	'in the dialect $dialect, with $dates dates and a fault probability of $probability',
	({ dialect, dates, probability, seed }) => {
		test(`no record is lost or duplicated, and ambiguous calls are reported (seed ${seed}, ${CALLS} calls)`, async () => {
			const running = runMix({ seed, dialect, dates, calls: CALLS, probability });
			await settle(running);
			const { wrong, ...figures } = await running;
			process.stdout.write(`${dialect}, ${dates}: ${toSentence(seed, figures)}\n`);
			expect(wrong).toEqual([]);
		});
	},
);

function toSentence(
	seed: number,
	{ calls, faults, confirmed, outcomes, ambiguous }: Omit<MixResult, 'wrong'>,
) {
	const kinds = Object.entries(ambiguous).map(([kind, count]) => `${kind} ${count}`);
	return `Seed ${seed}: ${calls} calls, ${faults} faults; ${outcomes.done} done, ${confirmed} of them confirmed, ${outcomes.failed} failed, ${outcomes.ambiguous} ambiguous (${kinds.join(', ')})`;
}
