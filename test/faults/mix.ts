import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { anyReply, endpoint, safe } from '../../nodes/shared/api/endpoint';
import { jsonObject } from '../../nodes/shared/api/formats';
import { ServiceError } from '../../nodes/shared/client/failures';
import { Gate } from '../../nodes/shared/client/gate';
import type { Service } from '../../nodes/shared/client/service';
import { describeFailure } from '../../nodes/shared/n8n/nodeErrors';
import { RunState } from '../../nodes/shared/n8n/runState';
import { startSandbox, type Dialect } from '../../sandbox';
import { Store } from '../../sandbox/store';
import { overHttp, serviceAt } from '../nodes/shared/client/support';
import { FaultyWay } from './faulty';
import { Dice } from './random';
import {
	DRAWN_AT_ONCE,
	ONLY_IN_CONTRACT,
	READ_COUNT,
	READING,
	WRITING,
	type Step,
	type World,
} from './steps';

const CALLS_PER_MINUTE = 150;
const ITEMS_OF_A_RUN = 20;
const KEYS_OF_A_RUN = 8;

/** How one item came out. */
export type Outcome = 'done' | 'failed' | 'in doubt';

interface Item extends Step {
	n: number;
	kind: string;
	outcome: Outcome;
	items: object[];
	/** Why it failed. */
	message?: string;
}

export interface MixResult {
	calls: number;
	faults: number;
	/** Calls without an answer that the service knew to be processed. */
	confirmed: number;
	outcomes: Record<Outcome, number>;
	/** What is lost, doubled or wrong, in words; nothing, if all is well. */
	wrong: string[];
	inDoubt: Record<string, number>;
}

export interface MixOptions {
	seed: number;
	dialect: Dialect;
	/** How many calls meet the faults, at the least. */
	calls: number;
	/** Of a fault, for each call. */
	probability: number;
}

/** Runs operations of every kind against faults, and then looks into what the sandbox keeps. */
export async function runMix({ seed, dialect, calls, probability }: MixOptions): Promise<MixResult> {
	const folder = mkdtempSync(join(tmpdir(), 'sweepstakes-mix-'));
	const data = join(folder, 'state');
	const sandbox = await startSandbox({ data, dialect, accounts: [{ plan: PLAN }] });
	const dice = new Dice(seed);
	const way = new FaultyWay(sandbox, dice, probability);
	const gate = new Gate();
	const connection = { gate, callsPerMinute: CALLS_PER_MINUTE };
	const plain = serviceAt(sandbox, { ...connection, transport: overHttp(sandbox.token) });
	const world = await openWorld(dialect, plain, (token, count) => sandbox.fill(token, count));
	const kinds = Object.entries({ ...WRITING, ...READING }).filter(
		([kind]) => dialect === 'contract' || !ONLY_IN_CONTRACT.includes(kind),
	);
	const done: Item[] = [];
	let confirmed = 0;
	try {
		while (way.calls < calls) {
			const service = serviceAt(sandbox, { ...connection, transport: way.transport });
			for (let item = 0; item < ITEMS_OF_A_RUN; item++) {
				const n = done.length + 1;
				const [kind, make] = dice.pick(kinds);
				const key = `person${Math.floor(n / ITEMS_OF_A_RUN)}-${dice.below(KEYS_OF_A_RUN)}@example.com`;
				const step = await make(world, n, key);
				done.push({ n, kind, ...step, ...(await run(service, step)) });
			}
			confirmed += service.state.stats.confirmed;
		}
	} finally {
		await sandbox.close();
	}
	const store = new Store(data);
	store.close();
	rmSync(folder, { recursive: true });
	return {
		calls: way.calls,
		faults: way.faults,
		confirmed,
		outcomes: {
			done: done.filter(({ outcome }) => outcome === 'done').length,
			failed: done.filter(({ outcome }) => outcome === 'failed').length,
			'in doubt': done.filter(({ outcome }) => outcome === 'in doubt').length,
		},
		wrong: [...done.flatMap((item) => judge(item, store)), ...judgeDraws(done, store, world)],
		inDoubt: tally(done.filter(({ outcome }) => outcome === 'in doubt').map(({ kind }) => kind)),
	};
}

const PLAN = { MaxApiCallsPerMinute: CALLS_PER_MINUTE, MaxSweepstakesAllowed: 1_000_000 };

async function openWorld(
	dialect: Dialect,
	plain: Service,
	fill: (token: string, count: number) => void,
): Promise<World> {
	const api: World['api'] = async (path, body, method = 'POST') =>
		await plain.call(
			endpoint({
				call: `${method} ${path as `/${string}`}`,
				request: jsonObject.optional(),
				reply: anyReply,
				retry: safe,
			}),
			method === 'GET' ? undefined : { ...body },
		);
	const open = async (Handler: string, count: number) => {
		const { Data } = await api('/sweepstakes/create', {
			SweepstakesName: Handler,
			SweepstakesType: 2,
			Handler,
			StartDate: '2090-01-01',
			StartTime: '00:00',
			EndDate: '2090-12-31',
			EndTime: '23:59',
		});
		const token = (Data as { SweepstakesToken: string }).SweepstakesToken;
		if (count > 0) fill(token, count);
		return token;
	};
	return {
		main: await open('MAIN', 1),
		quiet: await open('QUIET', READ_COUNT),
		drawn: await open('DRAWN', 10_000),
		api,
		dialect,
	};
}

async function run(
	service: Service,
	{ operation, parameters }: Step,
): Promise<Pick<Item, 'outcome' | 'items' | 'message'>> {
	const items: object[] = [];
	try {
		for await (const item of operation.run({ service, parameters, run: new RunState() })) items.push(item);
		return { outcome: 'done', items };
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		const { failure } = error;
		return { outcome: failure.ambiguous ? 'in doubt' : 'failed', items, ...describeFailure(failure) };
	}
}

/** Operations that may be repeated at will: one that failed may still have been made, which does no harm. */
const MAY_BE_MADE_ANYWAY = /^(delete|cancel|update|pause|unpause) /;

/** A failure that chance did not bring about would hide that the rest is not tried. */
const BY_CHANCE = /Refused by chance|Tried \d+ times|The service asks to wait/;

function judge({ n, kind, outcome, items, message, found, isRight }: Item, store: Store): string[] {
	if (isRight && outcome === 'done' && !isRight(items))
		return [`No. ${n}, ${kind}: answered ${JSON.stringify(items)}`];
	if (outcome === 'failed' && !BY_CHANCE.test(message ?? '')) return [`No. ${n}, ${kind}: ${message}`];
	if (!found) return [];
	const times = found(store);
	const isWell =
		outcome === 'done'
			? times === 1
			: times === 0 || (times === 1 && (outcome === 'in doubt' || MAY_BE_MADE_ANYWAY.test(kind)));
	return isWell ? [] : [`No. ${n}, ${kind}: ${outcome}, and is there ${times} times`];
}

/** Each draw that is done must be one in the sandbox, in the same order; one more only for each that is in doubt. */
function judgeDraws(done: readonly Item[], store: Store, { drawn }: World): string[] {
	const tokens = store.winners.of(drawn).map(({ record }) => record.ParticipantToken);
	const draws = Array.from({ length: tokens.length / DRAWN_AT_ONCE }, (_, index) =>
		sorted(tokens.slice(index * DRAWN_AT_ONCE, (index + 1) * DRAWN_AT_ONCE)),
	);
	const reported = done.filter(({ kind }) => kind === 'draw');
	const wrong: string[] = [];
	for (const { n, outcome, items } of reported) {
		if (outcome !== 'done') continue;
		const told = sorted(items.map((item) => (item as { ParticipantToken: string }).ParticipantToken));
		const at = draws.indexOf(told);
		if (at < 0) wrong.push(`No. ${n}, draw: nobody was drawn like that`);
		else draws.splice(at, 1);
	}
	const inDoubt = reported.filter(({ outcome }) => outcome === 'in doubt').length;
	if (draws.length > inDoubt)
		wrong.push(`${draws.length} draws that nobody knows of, but ${inDoubt} in doubt`);
	return wrong;
}

const sorted = (tokens: readonly string[]) => [...tokens].sort().join(' ');

function tally(words: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
	return counts;
}
