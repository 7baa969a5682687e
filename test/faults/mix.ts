import type { INodeParameters } from 'n8n-workflow';

import { endpoint, safe } from '../../nodes/shared/api/endpoint';
import { anyReply } from '../../nodes/shared/api/replies';
import { z } from '../../nodes/shared/zod';
import { isAmbiguous, ServiceError } from '../../nodes/shared/client/failures';
import { Account } from '../../nodes/shared/client/account';
import type { Client } from '../../nodes/shared/client/client';
import { describeFailure } from '../../nodes/shared/n8n/errors/failure-texts';
import { openSandbox, type DateForm, type Dialect } from '../../sandbox';
import type { Store } from '../../sandbox/store';
import { DRAWN_AT_ONCE, openWorld, rowsIn, type Entry, type UniqueValues, type World } from '../catalogue';
import { runRow } from '../support/engine/row-run';
import { withoutHttp, clientAt } from '../support/client';
import { FaultyWay, LAG_MS, passTime } from '../support/faulty';
import { Dice } from '../support/dice';

const CALLS_PER_MINUTE = 150;
const ITEMS_OF_A_RUN = 20;
const KEYS_OF_A_RUN = 8;
const RUNS_AT_ONCE = 2;

export type Outcome = 'done' | 'failed' | 'ambiguous';

interface Item {
	row: Entry;
	unique: UniqueValues;
	outcome: Outcome;
	items: object[];
	message?: string;
}

export interface MixResult {
	calls: number;
	faults: number;
	/** How many calls without a reply turned out to be processed. */
	confirmed: number;
	outcomes: Record<Outcome, number>;
	/** The records that are lost, duplicated or wrong, each described in one sentence. */
	wrong: string[];
	ambiguous: Record<string, number>;
}

interface MixOptions {
	seed: number;
	dialect: Dialect;
	dates: DateForm;
	/** The minimum number of calls to make. */
	calls: number;
	/** The probability of a fault per call. */
	probability: number;
}

/** Runs every operation of the catalogue in turn with faults, and then checks the sandbox's records. */
export async function runMix({ seed, dialect, dates, calls, probability }: MixOptions): Promise<MixResult> {
	const sandbox = openSandbox({
		dialect,
		dates,
		accounts: [{ plan: PLAN, administrator: true, entries: { duplicates: 'accept' } }],
	});
	const dice = new Dice(seed);
	const way = new FaultyWay(sandbox, dice, probability);
	const account = new Account();
	const connection = { account, callsPerMinute: CALLS_PER_MINUTE };
	const plain = clientAt(sandbox, { ...connection, transport: withoutHttp(sandbox) });
	const world = await openWorld(apiThrough(plain), sandbox, dialect);
	// A draw excludes earlier winners, so a long run needs many people.
	sandbox.fill(world.drawn, 10_000);
	const rows = rowsIn(dialect);
	const turns = dice.rounds(rows);
	const done: Item[] = [];
	let confirmed = 0;
	let started = 0;
	const runItems = async () => {
		const client = clientAt(sandbox, { ...connection, transport: way.transport });
		for (let item = 0; item < ITEMS_OF_A_RUN; item++) {
			const n = ++started;
			const row = turns.next().value;
			const email = `person${Math.floor(n / ITEMS_OF_A_RUN)}-${dice.pickBelow(KEYS_OF_A_RUN)}@example.com`;
			const parameters = await row.parameters(world, { n, email });
			// The lists must show the row's new records before the check.
			await passTime(LAG_MS);
			done.push({ row, unique: { n, email }, ...(await run(client, row, parameters)) });
		}
		confirmed += client.stats.confirmed;
	};
	try {
		while (way.calls < calls || done.length < rows.length)
			await Promise.all(Array.from({ length: RUNS_AT_ONCE }, runItems));
	} finally {
		await sandbox.close();
	}
	const { store } = sandbox;
	return {
		calls: way.calls,
		faults: way.faults,
		confirmed,
		outcomes: {
			done: done.filter(({ outcome }) => outcome === 'done').length,
			failed: done.filter(({ outcome }) => outcome === 'failed').length,
			ambiguous: done.filter(({ outcome }) => outcome === 'ambiguous').length,
		},
		wrong: [...done.flatMap((item) => judge(item, store, world)), ...judgeDraws(done, store, world)],
		ambiguous: tally(done.filter(({ outcome }) => outcome === 'ambiguous').map(({ row }) => row.title)),
	};
}

const PLAN = { MaxApiCallsPerMinute: CALLS_PER_MINUTE, MaxSweepstakesAllowed: 1_000_000 };

/** Makes calls without faults. */
function apiThrough(plain: Client): World['api'] {
	return async <Reply>(path: string, body?: object, method: 'POST' | 'GET' | 'DELETE' = 'POST') =>
		(await plain.call(
			endpoint({
				call: `${method} ${path as `/${string}`}`,
				request: z.record(z.unknown()).optional(),
				reply: anyReply,
				retry: safe,
			}),
			method === 'GET' ? undefined : { ...body },
		)) as Reply;
}

async function run(
	client: Client,
	row: Entry,
	given: INodeParameters,
): Promise<Pick<Item, 'outcome' | 'items' | 'message'>> {
	const { items, error } = await runRow(client, row, given);
	if (error === undefined) return { outcome: 'done', items };
	if (!(error instanceof ServiceError)) throw error;
	const { failure } = error;
	return { outcome: isAmbiguous(error) ? 'ambiguous' : 'failed', items, ...describeFailure(failure) };
}

/** Matches failures that the planned faults explain. After any other failure, the operation was not really tested. */
const BY_CHANCE = /Refused by chance|tried \d+ times|The service asks you to wait/;

function judge({ row, unique, outcome, items, message }: Item, store: Store, world: World): string[] {
	const name = `No. ${unique.n}, ${row.title}`;
	if (outcome === 'failed' && !BY_CHANCE.test(message ?? '')) return [`${name}: ${message}`];
	const expected = [row.output, row.outputAfterLostReply].flatMap((output) =>
		output ? [output(unique, world)] : [],
	);
	const differences = expected.map((output) => findDifference(items, output));
	const wrongOutput = outcome === 'done' && differences.every(Boolean) ? [differences[0]!] : [];
	return [...wrongOutput, ...wrongRecords()].map((what) => `${name}: ${what}`);

	function wrongRecords(): string[] {
		if (!row.stored || isShared(row)) return [];
		const times = row.stored(store, unique, world);
		// If the node repeats the row's ambiguous calls, an earlier attempt of a call that failed may have been processed.
		const mayBeThere = outcome === 'ambiguous' || row.withoutReply === 'repeats';
		const isRight = outcome === 'done' ? times === 1 : times === 0 || (times === 1 && mayBeThere);
		return isRight ? [] : [`${outcome}, and is stored ${times} times`];
	}
}

function findDifference(items: object[], expected: object[]): string | undefined {
	try {
		expect(items).toEqual(expected);
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

/** Whether a row draws from the sweepstakes that all draws share. */
const isShared = ({ operation, variant }: Entry) => operation === 'draw' && !variant;

/**
 * Compares the reported draws with the sandbox's records. Each reported draw must be recorded, and there must not be
 * more additional draws than ambiguous calls.
 */
function judgeDraws(done: readonly Item[], store: Store, { drawn }: World): string[] {
	const tokens = store.winners.of(drawn).map(({ record }) => record.ParticipantToken);
	const draws = Array.from({ length: tokens.length / DRAWN_AT_ONCE }, (_, index) =>
		sorted(tokens.slice(index * DRAWN_AT_ONCE, (index + 1) * DRAWN_AT_ONCE)),
	);
	const reported = done.filter(({ row }) => isShared(row));
	const wrong: string[] = [];
	for (const { unique, outcome, items } of reported) {
		if (outcome !== 'done') continue;
		const told = sorted(items.map((item) => (item as { ParticipantToken: string }).ParticipantToken));
		const at = draws.indexOf(told);
		if (at < 0) wrong.push(`No. ${unique.n}, draw: the sandbox has no such draw`);
		else draws.splice(at, 1);
	}
	const ambiguous = reported.filter(({ outcome }) => outcome === 'ambiguous').length;
	if (draws.length > ambiguous)
		wrong.push(`${draws.length} draws were not reported, but only ${ambiguous} were ambiguous`);
	return wrong;
}

const sorted = (tokens: readonly string[]) => [...tokens].sort().join(' ');

function tally(words: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
	return counts;
}
