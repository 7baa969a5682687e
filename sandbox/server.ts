import { STATUS_CODES } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { CallLog, OpenCall } from './calls';
import { httpDate, type Clock } from './time/clock';
import type { Answer, Conventions } from './dialect';
import { answerOf, isProcessed, type ActiveFault, type FaultAnswer, type Faults } from './faults';
import { LateCalls } from './late-calls';
import { Refusal } from './refusal';
import type { Incoming, Service } from './service';
import { refuseStrangers } from './strangers';

/** Larger bodies get 413. */
const MOST_BYTES = 1024 * 1024;

/** The limit of /files/upload: 10 MB in base64, and the JSON around it. */
const MOST_UPLOAD_BYTES = 15 * 1024 * 1024;

interface ServerParts {
	service: Service;
	clock: Clock;
	calls: CallLog;
	faults: Faults;
	conventions: Conventions;
	/** The processing time of a call, in ms. */
	latencyMs: number;
}

/**
 * The HTTP server. One handler takes every path outside /_sandbox, so that each call is recorded and each failure has
 * the envelope.
 */
export function createServer(parts: ServerParts): FastifyInstance {
	const answerFailure = (
		error: { statusCode?: number; message: string } | Refusal,
		request: FastifyRequest,
		reply: FastifyReply,
	) => {
		const call = parts.calls.open(asCall(incomingFrom(request, parts.clock.now())));
		if (error instanceof Refusal) return send(reply, call, failure(error.status, error.message));
		const status = error.statusCode ?? 500;
		return send(reply, call, failure(status, status === 500 ? 'Internal error.' : `${error.message}.`));
	};
	const app = Fastify({
		bodyLimit: MOST_BYTES,
		forceCloseConnections: true,
		frameworkErrors: answerFailure,
		clientErrorHandler(_error, socket) {
			if (socket.writable) socket.end(rawAnswer(failure(400, 'The request is not valid HTTP.')));
		},
	});
	// Only domains listed by name: the wildcard is the default and must not admit foreign pages.
	const domains = parts.service.accounts.flatMap(({ apiDomains }) => apiDomains).filter((one) => one !== '*');
	app.addHook('onRequest', async (request, reply) => {
		// Clients compare this header with the dates of records, which follow the sandbox's clock.
		reply.header('date', httpDate(parts.clock.now()));
		refuseStrangers(request, domains);
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
	app.setErrorHandler(answerFailure);
	const handler = oneAtATime(parts);
	app.setNotFoundHandler(handler);
	app.post('/files/upload', { bodyLimit: MOST_UPLOAD_BYTES }, handler);
	app.all('/*', handler);
	return app;
}

/** Processes one call at a time. A call that arrives meanwhile gets 503 (contract, "Limits"). */
function oneAtATime({ service, clock, calls, faults, conventions, latencyMs }: ServerParts) {
	const busyQueues = new Set<string>();
	const lateCalls = new LateCalls();

	async function process(incoming: Incoming, fault: ActiveFault | undefined): Promise<Answer | undefined> {
		const queue = conventions.queueOf(incoming.path);
		busyQueues.add(queue);
		try {
			// At least one turn of the event loop, so that concurrent calls get 503 at any speed.
			await nextTurn();
			await elapsed(latencyMs + (fault?.delayMs ?? 0));
			const answer = !fault || isProcessed(fault) ? service.answer(incoming, fault) : undefined;
			lateCalls.count();
			if (fault?.late) {
				// It counts toward the limits when it is processed.
				const process = () => service.answer({ ...incoming, arrivedAt: clock.now() }, fault);
				lateCalls.add(fault.late, process);
			}
			return answer;
		} finally {
			// Before the reply, because the client may call again at once.
			busyQueues.delete(queue);
		}
	}

	return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
		const incoming = incomingFrom(request, clock.now());
		const call = calls.open(asCall(incoming));
		if (busyQueues.has(conventions.queueOf(incoming.path))) return send(reply, call, conventions.busy);
		const fault = faults.take(incoming.path);
		const answer = await process(incoming, fault);
		if (fault?.drop) return destroy(request, reply, call, answer);
		return send(reply, call, (fault && answerOf(fault)) ?? answer!);
	};
}

function incomingFrom(request: FastifyRequest, arrivedAt: number): Incoming {
	const { authorization, origin } = request.headers;
	return {
		method: request.method,
		path: request.url.split('?', 1)[0]!,
		query: request.query,
		authorization,
		contentType: request.headers['content-type'],
		origin,
		body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
		arrivedAt,
	};
}

function asCall({ method, path, query, body, arrivedAt }: Incoming): Omit<OpenCall, 'status'> {
	const sent = method === 'GET' ? queryText(query) : Buffer.from(body).toString();
	return { method, path, at: arrivedAt, sent };
}

/** The query as JSON; empty without one. */
function queryText(query: unknown): string {
	const text = JSON.stringify(query);
	return text === '{}' ? '' : text;
}

function send(reply: FastifyReply, call: OpenCall, answer: Answer | FaultAnswer): FastifyReply {
	call.status = answer.status;
	const text = 'text' in answer ? answer.text : JSON.stringify(answer.body);
	return reply
		.code(answer.status)
		.headers({ 'content-type': 'application/json; charset=utf-8', ...answer.headers })
		.send(text);
}

function destroy(
	request: FastifyRequest,
	reply: FastifyReply,
	call: OpenCall,
	answer: Answer | undefined,
): FastifyReply {
	call.status = answer?.status ?? 0;
	request.raw.socket.destroy();
	return reply.hijack();
}

/** Looks `setTimeout` up at each call, so that fake timers control it. 0 ms sets no timer. */
async function elapsed(ms: number): Promise<void> {
	// unref: a pending wait must not keep the process alive after the sandbox is closed.
	if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function failure(status: number, message: string): Answer {
	return { status, body: new Refusal(status, message).envelope() };
}

function rawAnswer({ status, body }: Answer): string {
	const text = JSON.stringify(body);
	return [
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
		'Content-Type: application/json; charset=utf-8',
		`Content-Length: ${Buffer.byteLength(text)}`,
		'Connection: close',
		'',
		text,
	].join('\r\n');
}
