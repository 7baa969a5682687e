import { Account } from '../../../nodes/shared/client/account';
import { Client } from '../../../nodes/shared/client/client';
import { add } from '../../../nodes/SweepstakesParticipant/operations/add';
import { runOperation } from '../../support/engine/row-run';
import { runs } from '../../support/runs';
import { SimulatedService, type ServiceOptions } from '../../support/simulation/service';
import { VirtualTime } from '../../support/simulation/virtual-time';

/* Several processes import the same people at the same moment, each with its own queue and its own memory. */

const NOW = Date.UTC(2026, 10, 23);
const ADD = '/participants/add';
const PEOPLE = 100;
const SEEDS = runs(1);

/**
 * How many people may be added twice. Processes share no lock, so a person is added twice if two processes reach that
 * person at the same time. Soon, one of them falls behind.
 */
const MAX_TWICE = 2;

interface Imports extends Pick<ServiceOptions, 'dialect' | 'queues' | 'busy' | 'callMs'> {
	processes: number;
	/** How a process finds out who has entered: from the whole list, or by looking up each person. */
	from: 'the list' | 'lookups';
	/** The plan's limit and the credential's, in calls per minute. 0 means no limit. */
	limit: number;
}

interface Result {
	entries: number;
	people: number;
	failed: number;
}

/** Lets each process import all the people, with “When Already Entered” set to “Skip”. */
async function importAtOnce({ processes, from, limit, ...style }: Imports, seed: number): Promise<Result> {
	const time = new VirtualTime();
	time.now = NOW;
	return await time.run(seed, async () => {
		const service = new SimulatedService(time, {
			...style,
			wayMs: 1.5,
			write: ADD,
			account: {
				plan: { MaxApiCallsPerMinute: limit || 1_000_000 },
				entries: { strictForm: false, duplicates: 'accept' },
			},
		});
		const { Data } = service.api<{ Data: { SweepstakesToken: string } }>('/sweepstakes/create', {
			SweepstakesName: 'Spring',
			Handler: 'SPRING',
			SweepstakesType: 2,
			StartDate: '2026-11-24',
			StartTime: '00:00',
			EndDate: '2090-12-31',
			EndTime: '23:59',
		});
		let failed = 0;
		const importAll = async () => {
			const { transport } = service;
			const client = new Client({ baseUrl: '', transport, account: new Account(), callsPerMinute: limit });
			// A run with few items looks up each person.
			const itemCount = from === 'the list' ? PEOPLE : 1;
			for (let row = 0; row < PEOPLE; row++) {
				const { error } = await runOperation(add, client, personOf(row, Data.SweepstakesToken), itemCount);
				if (error) failed++;
			}
		};
		await Promise.all(Array.from({ length: processes }, importAll));
		const emails = [...service.store.entries.all()].map(({ KeyEmail }) => KeyEmail);
		return { entries: emails.length, people: new Set(emails).size, failed };
	});
}

const personOf = (row: number, sweepstakes: string) => ({
	sweepstakes,
	whenAlreadyEntered: 'skip',
	KeyEmail: `row${row}@example.com`,
	KeyPhoneNumber: String(2_025_550_000 + row),
	Fields: { values: {}, columns: [], timezone: 'UTC', problems: [] },
	options: {},
});

const STYLES = [
	{ dialect: 'contract', queues: 'one', busy: 'its own 503' },
	{ dialect: 'reference', queues: 'one for each operation', busy: 'a bare 503' },
] as const;

const CASES = STYLES.flatMap((style) =>
	(['the list', 'lookups'] as const).flatMap((from) =>
		[2, 4].flatMap((processes) =>
			[0, 150].flatMap((limit) => [30, 200].map((callMs) => ({ ...style, from, processes, limit, callMs }))),
		),
	),
);

test.each(CASES)(
	`$processes processes that import the same people add at most ${MAX_TWICE} of them twice (dialect: $dialect, queues: $queues, existing people from: $from, limit: $limit/min, call: $callMs ms)`,
	async (imports) => {
		for (let seed = 1; seed <= SEEDS; seed++) {
			const { entries, people, failed } = await importAtOnce(imports, seed);
			expect({ people, failed }).toEqual({ people: PEOPLE, failed: 0 });
			expect(entries - people).toBeLessThanOrEqual(MAX_TWICE);
		}
	},
);
