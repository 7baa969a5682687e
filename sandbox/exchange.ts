import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallLog, OpenCall } from './calls';
import type { Answer } from './dialect';
import { toAnswer, isProcessed, type ActiveFault, type FaultAnswer, type Faults } from './faults';
import { LateCalls } from './late-calls';
import type { IncomingCall, Service } from './service';
import { httpDate, type Clock } from './time/clock';

export interface Reply {
	status: number;
	headers: Record<string, string>;
	text: string;
}

export interface ExchangeParts {
	service: Service;
	clock: Clock;
	calls: CallLog;
	faults: Faults;
	/** How long it takes to process a call, in ms. */
	latencyMs: number;
}

/** Records each call, and returns its reply or applies its fault. It does not use HTTP. */
export class Exchange {
	private readonly busyQueues = new Set<string>();
	private readonly lateCalls = new LateCalls();

	constructor(private readonly parts: ExchangeParts) {}

	/**
	 * Processes one call at a time. A call that arrives in the meantime gets a 503 (contract, Limits).
	 *
	 * @returns the reply, or undefined if the connection breaks
	 */
	async replyTo(incoming: IncomingCall): Promise<Reply | undefined> {
		const { conventions } = this.parts.service;
		const call = this.record(incoming);
		if (this.busyQueues.has(conventions.queueOf(incoming.path))) return this.reply(call, conventions.busy);
		const fault = this.parts.faults.take(incoming.path);
		const answer = await this.process(incoming, fault);
		const reply = fault?.drop ? undefined : this.reply(call, (fault && toAnswer(fault)) ?? answer!);
		if (!reply) call.status = answer?.status ?? 0;
		// The reply must not show what a late call changes.
		this.lateCalls.count();
		this.addIfLate(incoming, fault);
		return reply;
	}

	private addIfLate(incoming: IncomingCall, fault: ActiveFault | undefined): void {
		const { service, clock } = this.parts;
		if (!fault?.late) return;
		// A late call counts toward the limits at the time when it is processed.
		const process = () => service.answer({ ...incoming, arrivedAt: clock.now() }, fault);
		this.lateCalls.add(fault.late, process);
	}

	/** Records a call that is refused before it reaches the service. */
	refuse(incoming: IncomingCall, answer: Answer): Reply {
		return this.reply(this.record(incoming), answer);
	}

	private record({ method, path, query, body, arrivedAt }: IncomingCall): OpenCall {
		const sent = method === 'GET' ? queryText(query) : Buffer.from(body).toString();
		return this.parts.calls.open({ method, path, at: arrivedAt, sent });
	}

	private reply(call: OpenCall, answer: Answer | FaultAnswer): Reply {
		call.status = answer.status;
		return {
			status: answer.status,
			headers: {
				'content-type': 'application/json; charset=utf-8',
				// The header follows the sandbox's clock, because clients compare it with the dates of records.
				date: httpDate(call.at),
				...answer.headers,
			},
			text: 'text' in answer ? answer.text : JSON.stringify(answer.body),
		};
	}

	private async process(incoming: IncomingCall, fault: ActiveFault | undefined): Promise<Answer | undefined> {
		const { service, latencyMs } = this.parts;
		const queue = service.conventions.queueOf(incoming.path);
		this.busyQueues.add(queue);
		try {
			// This waits at least one turn of the event loop, so that concurrent calls get a 503 even without latency.
			await nextTurn();
			await waitMs(latencyMs + (fault?.delayMs ?? 0));
			return !fault || isProcessed(fault) ? service.answer(incoming, fault) : undefined;
		} finally {
			// The queue is released before the reply, because the client may make its next call at once.
			this.busyQueues.delete(queue);
		}
	}
}

/** Returns the query as JSON, or '' if there is none. */
function queryText(query: unknown): string {
	const text = JSON.stringify(query);
	return text === '{}' ? '' : text;
}

/**
 * Waits for `ms`. `setTimeout` is looked up at each call, so that fake timers control it. For 0 ms, no timer is
 * set.
 */
async function waitMs(ms: number): Promise<void> {
	// unref() is needed because a pending wait must not keep the process alive after the sandbox is closed.
	if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms).unref());
}
