import type { RunningN8n } from '../../tools/n8n/n8n';
import { completeEntryParameters, entrants, toEntry, ENTRY_EXPRESSION, judge, type Fate } from './entries';
import { drawPicture } from './picture';
import { RawClient } from './raw';
import { atMost, ms, ratio, seconds, type PartReport } from './report';
import { startService, type Service, type ServiceOptions } from './service';
import {
	bearerCredential,
	createChain,
	createLoop,
	httpRequestNode,
	ourCredential,
	participantNode,
	runToEnd,
	getSpan,
} from './workflows';

export interface BulkOptions {
	rows: number;
	callsPerMinute: number;
	/** The processing time of each call, in ms. */
	latencyMs: number;
}

/** The result of one way of adding all rows. */
export interface BulkResult extends Fate {
	way: string;
	totalMs: number;
	/** The shortest possible time, in ms. It is computed only for our own node. */
	floorMs?: number;
}

/** n8n's Retry On Fail, with the largest values that n8n accepts. */
const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5_000 };

/** n8n's On Error. Without it, the first refusal would end the run and lose the remaining rows. */
const GO_ON = { onError: 'continueRegularOutput' } as const;

interface Way {
	name: string;
	/** Whether this is our own node, for which the floor is computed. */
	isOurs?: boolean;
	/** The sandbox's dialect, if not the contract's. */
	dialect?: ServiceOptions['dialect'];
	create(n8n: RunningN8n, service: Service, options: BulkOptions): Promise<string>;
}

const OURS: Way = {
	name: 'our node',
	isOurs: true,
	async create(n8n, service, { rows, callsPerMinute }) {
		const credential = await ourCredential(n8n, service, service.baseUrl, callsPerMinute);
		const node = participantNode(service, credential, completeEntryParameters());
		return await createChain(n8n, entrants(rows), node);
	},
};

async function requestNode(n8n: RunningN8n, service: Service, options = {}) {
	const credential = await bearerCredential(n8n, service);
	const url = `${service.baseUrl}/participants/add`;
	return { ...httpRequestNode(url, credential, ENTRY_EXPRESSION(service), options), ...GO_ON };
}

const WAYS: Way[] = [
	OURS,
	{ ...OURS, name: 'our node, in the dialect “reference”', dialect: 'reference' },
	{
		name: 'HTTP Request, all at once',
		create: async (n8n, service, { rows }) =>
			await createChain(n8n, entrants(rows), await requestNode(n8n, service)),
	},
	{
		name: 'HTTP Request, batching at the even rate',
		async create(n8n, service, { rows, callsPerMinute }) {
			const batching = { batch: { batchSize: 1, batchInterval: Math.ceil(60_000 / callsPerMinute) } };
			return await createChain(n8n, entrants(rows), await requestNode(n8n, service, { batching }));
		},
	},
	{
		name: 'HTTP Request, in a loop with Retry On Fail',
		create: async (n8n, service, { rows }) =>
			await createLoop(n8n, entrants(rows), { ...(await requestNode(n8n, service)), ...RETRY_ON_FAIL }),
	},
];

/** Adds all rows in each way. The ways run at the same time, each with its own service. */
export async function measureBulk(n8n: RunningN8n, options: BulkOptions): Promise<BulkResult[]> {
	const services = await Promise.all(
		WAYS.map(async ({ dialect }) => await startService({ ...options, dialect })),
	);
	try {
		const floors: Array<number | undefined> = [];
		for (const [i, { isOurs }] of WAYS.entries()) {
			floors.push(isOurs ? await floorMs(services[i]!, options) : undefined);
		}
		return await Promise.all(
			WAYS.map(async (way, i) => {
				const service = services[i]!;
				const execution = await runToEnd(n8n, await way.create(n8n, service, options), 1_000);
				const fate = judge(await service.ask('calls'), options.rows);
				return { way: way.name, totalMs: getSpan(execution), floorMs: floors[i], ...fate };
			}),
		);
	} finally {
		await Promise.all(services.map((service) => service.close()));
	}
}

const PROBES = 40;
const MINUTE_MS = 60_000;

/** Measures how long a call takes, and computes the shortest possible time for all rows from it, in ms. */
export async function floorMs(service: Service, { rows, callsPerMinute }: BulkOptions): Promise<number> {
	// These people are not in any row, because a service that follows the reference refuses a second entry.
	const probes = entrants(rows + PROBES).slice(rows);
	const bodies = probes.map((row) => toEntry(service, row));
	const raw = new RawClient(service, '/participants/add');
	const callMs = await raw.callMs(bodies);
	await raw.close();
	await service.ask('advance', MINUTE_MS);
	await service.ask('clearCalls');
	const fullWindows = Math.floor((rows - 1) / callsPerMinute);
	return fullWindows * MINUTE_MS + (rows - fullWindows * callsPerMinute) * callMs;
}

export function bulkReport(
	results: BulkResult[],
	{ rows, callsPerMinute, latencyMs }: BulkOptions,
): PartReport {
	const own = results.filter(({ floorMs }) => floorMs !== undefined);
	const overFloor = ({ totalMs, floorMs }: BulkResult) => (floorMs ? totalMs / floorMs : undefined);
	const harm = own.map(({ refused, lost, doubled }) => refused + lost + doubled).reduce((a, b) => a + b, 0);
	return {
		title: 'A. Many rows',
		picture: drawPicture(results, rows),
		how: `${rows} participants, added in each of these ways at the same time in one n8n instance. Each way has its own sandbox as the service. Our node has the editor’s defaults, and is also measured in the [dialect “reference”](../sandbox/README.md#two-dialects). The plan allows ${callsPerMinute} calls in any 60 seconds, and a call takes the service ${ms(latencyMs)}. Retry On Fail makes its maximum of 5 tries, 5 s apart.`,
		table: {
			head: ['way', 'time', 'time / floor', 'calls', 'refused', 'rows lost', 'rows doubled'],
			rows: results.map((result) => [
				result.way,
				seconds(result.totalMs),
				overFloor(result) ? ratio(overFloor(result)!) : '',
				...[result.callCount, result.refused, result.lost, result.doubled].map(String),
			]),
		},
		figures: [
			...own.map((result) => ({
				...atMost('A', `${result.way}: time / floor`, overFloor(result)!, 1.02),
				ifMissed: 'the ways share the machine',
			})),
			atMost('A', 'our node: calls refused + rows lost + rows doubled', harm, 0),
		],
	};
}
