import { URL } from 'node:url';

import type { CallOutcome, Transport } from '../../nodes/shared/client/transport';
import type { Fault, Sandbox } from '../../sandbox';
import { withoutHttp } from './client';
import type { Dice } from './dice';

const ENVELOPE_OF_FAILURE = { Response: false, Message: 'Refused by chance.', Code: 400 };

/** Faults of the service. Those that can occur before or after the call is processed are here in both forms. */
export const AT_THE_SERVICE: Array<Omit<Fault, 'path'>> = [
	{ status: 503 },
	{ status: 503, retryAfter: 3 },
	{ body: { Response: false, Message: 'Busy.', Code: 503 } },
	{ status: 429, retryAfter: 60 },
	{ status: 429 },
	{ body: ENVELOPE_OF_FAILURE },
	{ drop: 'before' },
	{ drop: 'after' },
	{ gateway: 'before' },
	{ gateway: 'after' },
	{ delayMs: 30_000 },
	...[true, false].flatMap((processed) => [
		{ status: 500, processed },
		{ status: 502, body: '<html>Bad Gateway</html>', contentType: 'text/html', processed },
		{ status: 504, body: '', processed },
		{ body: '', processed },
		{ body: '{"Response":tr', processed },
		{ body: '[]', processed },
		{ body: '<!doctype html><p>Sign in</p>', contentType: 'text/html', processed },
	]),
];

/**
 * In a mix of faults, how late a call is processed, in ms. The sum of this and `LAG_MS` must be shorter than the pause
 * before a call is sent again, because no client can avoid repeating a call that is delayed for longer.
 */
const LATE_MS = 1_500;
/** In a mix of faults, how far a list lags behind, in ms. */
export const LAG_MS = 200;

/** Faults that let the service process a call after its reply. */
export const LATE: Array<Omit<Fault, 'path'>> = [
	{ status: 504, body: '', late: { ms: LATE_MS } },
	{ gateway: 'after', late: { ms: LATE_MS } },
	{ drop: 'after', late: { ms: LATE_MS } },
];

/** Faults that hide the newest records from a read. */
const LAGGING: Array<Omit<Fault, 'path'>> = [{ lag: { ms: LAG_MS } }];

/** The service's faults in a mix. After a write with a fault, reads can get additional faults. */
const IN_A_MIX = { anyCall: [...AT_THE_SERVICE, ...LATE], readAfterFault: LAGGING };

const READS = /\/(fetch\w*|single|stats|settings|fields|suppressions|campaigns?|drips?|drip-enrollments)$/;

/** The faults that a path does not get in a mix. */
const LEFT_OUT = new Map<string, (fault: Omit<Fault, 'path'>) => boolean>([
	// Only API Call uses this path. It accepts any JSON and cannot tell that a list does not come from the service.
	['/notes/create', ({ body }) => body === '[]'],
	// Participant › Add adds a person without the form if the service refuses to return it, and only this sandbox then
	// refuses the person.
	['/entrypage/fields', ({ body }) => body === ENVELOPE_OF_FAILURE],
]);

/** Faults of the network. Their durations are in ms of the fake clock. */
const ON_THE_WAY: Array<(send: () => Promise<CallOutcome>) => Promise<CallOutcome>> = [
	// DNS fails.
	async () => ({ fault: { code: 'EAI_AGAIN', message: 'getaddrinfo' } }),
	async () => ({ fault: { code: 'ECONNREFUSED', message: 'connect' } }),
	// The request times out.
	async (send) => {
		await send();
		await passTime(60_000);
		return { fault: { code: 'ECONNABORTED', message: 'timeout of 60000ms exceeded' } };
	},
	// The body arrives slowly.
	async (send) => {
		const outcome = await send();
		await passTime(40_000);
		return outcome;
	},
	// The body is cut off.
	async (send) => {
		await send();
		return { fault: { code: 'ERR_STREAM_PREMATURE_CLOSE', message: 'Premature close' } };
	},
	// The content type is wrong.
	async (send) => {
		const outcome = await send();
		if ('reply' in outcome) outcome.reply.headers['content-type'] = 'text/html';
		return outcome;
	},
];

/** Creates random faults for the next `count` calls to a path. Some of the calls get none. */
export function faultsByChance(
	dice: Dice,
	{ path, count, probability }: { path: string; count: number; probability: number },
	kinds = AT_THE_SERVICE,
): Fault[] {
	return Array.from({ length: count }, () => ({
		path,
		...(dice.happens(probability) && dice.pick(kinds)),
	}));
}

/** Lets this many ms of the fake clock pass. */
export async function passTime(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}

/** A transport that adds random faults to the calls it sends to the sandbox. */
export class FaultyWay {
	/** The number of calls sent, including lookups. */
	calls = 0;
	faults = 0;
	private readonly send: Transport;
	private isAfterFaultyWrite = false;

	constructor(
		private readonly sandbox: Sandbox,
		private readonly dice: Dice,
		private readonly probability: number,
	) {
		this.send = withoutHttp(sandbox);
	}

	readonly transport: Transport = async (request) => {
		this.calls++;
		const path = new URL(request.url).pathname;
		const isRead = READS.test(path);
		const isFaulty = this.dice.happens(this.probability);
		const onRead = isRead && this.isAfterFaultyWrite ? IN_A_MIX.readAfterFault : [];
		this.isAfterFaultyWrite = isFaulty && !isRead;
		if (!isFaulty) return await this.send(request);
		this.faults++;
		if (this.dice.happens(0.25)) return await this.dice.pick(ON_THE_WAY)(() => this.send(request));
		const isLeftOut = LEFT_OUT.get(path) ?? (() => false);
		const kinds = [...IN_A_MIX.anyCall, ...onRead].filter((fault) => !isLeftOut(fault));
		this.sandbox.faults([{ path, ...this.dice.pick(kinds) }]);
		return await this.send(request);
	};
}
