/**
 * `npm run bench:quick`: part A in half a minute, without n8n. The window is 6 s, all ways run in n8n's engine, and what
 * people would use instead is written as n8n's HTTP Request node does it.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Gate } from '../../nodes/shared/client/gate';
import { Service as Client } from '../../nodes/shared/client/service';
import { addParticipant } from '../../nodes/shared/api/participants';
import { keptAlive, throughN8n } from '../../nodes/shared/n8n/transports';
import { runNode } from '../engine/engine';
import { floorOf } from './bulk';
import { entrants, entryOf, fateOf } from './entries';
import { nodeOf } from './helper-node';
import { RawClient } from './raw';
import { ratio, seconds } from './report';
import { startService, type Service } from './service';

const ROWS = 450;
const LIMIT = 150;
const WINDOW_MS = 6_000;
const LATENCY_MS = 30;
const MOST_OVER_FLOOR = 1.05;

/** Enters all rows, from inside a node. */
type Way = (context: IExecuteFunctions, service: Service, rows: IDataObject[]) => Promise<unknown>;

const ours =
	(connection: 'n8n' | 'keepAlive'): Way =>
	async (context, service, rows) => {
		const client = new Client({
			baseUrl: service.baseUrl,
			transport: connection === 'keepAlive' ? keptAlive(context, service.token) : throughN8n(context),
			gate: new Gate(WINDOW_MS),
			callsPerMinute: LIMIT,
		});
		for (const row of rows) {
			await client.call(addParticipant, addParticipant.request.parse(entryOf(service, row)));
		}
	};

async function post(context: IExecuteFunctions, service: Service, row: IDataObject): Promise<boolean> {
	const { statusCode } = await context.helpers.httpRequestWithAuthentication.call(context, 'sweepstakesApi', {
		method: 'POST',
		url: `${service.baseUrl}/participants/add`,
		body: entryOf(service, row),
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
	});
	return statusCode === 200;
}

const allAtOnce: Way = async (context, service, rows) =>
	await Promise.all(rows.map((row) => post(context, service, row)));

const evenBatching: Way = async (context, service, rows) => {
	const sent = [];
	for (const row of rows) {
		sent.push(post(context, service, row));
		await sleep(WINDOW_MS / LIMIT);
	}
	await Promise.all(sent);
};

const loopWithRetry: Way = async (context, service, rows) => {
	for (const row of rows) {
		for (let tries = 1; !(await post(context, service, row)) && tries < 5; tries++) await sleep(5_000);
	}
};

interface Outcome {
	way: string;
	totalMs: number;
	floorMs?: number;
	calls: number;
	refused: number;
	lost: number;
	doubled: number;
}

async function measure(name: string, way: Way, reuse?: boolean): Promise<Outcome> {
	const service = await startService({ callsPerMinute: LIMIT, windowMs: WINDOW_MS, latencyMs: LATENCY_MS });
	try {
		const floorMs = reuse === undefined ? undefined : await floorFor(service, reuse);
		const totalMs = await enter(service, way);
		const { calls, ...fate } = fateOf(await service.ask('calls'), ROWS);
		return { way: name, totalMs, floorMs, calls: calls.length, ...fate };
	} finally {
		await service.close();
	}
}

async function floorFor(service: Service, reuse: boolean): Promise<number> {
	const raw = new RawClient(service, service.baseUrl, { path: '/participants/add', reuse });
	const callMs = await raw.callMs(entrants(40).map((row) => entryOf(service, row)));
	await raw.close();
	await service.ask('advance', WINDOW_MS);
	await service.ask('clearCalls');
	return floorOf(ROWS, LIMIT, WINDOW_MS, callMs);
}

async function enter(service: Service, way: Way): Promise<number> {
	let totalMs = 0;
	const node = nodeOf(async (context) => {
		const started = performance.now();
		await way(context, service, entrants(ROWS));
		totalMs = performance.now() - started;
		return [];
	});
	const { error } = await runNode({ node, parameters: {}, account: service });
	if (error) throw error;
	return totalMs;
}

async function main(): Promise<void> {
	// By itself: so many calls at once would hold up the others, which share this process.
	const outcomes = [await measure('HTTP Request, all at once', allAtOnce)];
	const others = await Promise.all([
		measure('our client, through n8n', ours('n8n'), false),
		measure('our client, kept alive', ours('keepAlive'), true),
		measure('HTTP Request, batching at the even rate', evenBatching),
		measure('HTTP Request, in a loop with Retry On Fail', loopWithRetry),
	]);
	outcomes.push(...others);
	console.table(
		outcomes.map(({ totalMs, floorMs, ...rest }) => ({
			...rest,
			time: seconds(totalMs),
			'over the floor': floorMs ? ratio(totalMs / floorMs) : '',
		})),
	);
	const isMissed = ({ totalMs, floorMs, refused, lost, doubled }: Outcome) =>
		floorMs !== undefined && (totalMs / floorMs > MOST_OVER_FLOOR || refused + lost + doubled > 0);
	if (outcomes.some(isMissed)) process.exitCode = 1;
}

main().catch((error: Error) => {
	console.error(error);
	process.exitCode = 1;
});
