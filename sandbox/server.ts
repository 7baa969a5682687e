import { STATUS_CODES } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { CallLog, OpenCall } from './calls';
import type { Clock } from './clock';
import { answerOf, isProcessed, type ActiveFault, type FaultAnswer, type Faults } from './faults';
import { Refusal } from './refusal';
import type { Answer, Incoming, Service } from './service';
import { refuseStrangers } from './strangers';

/** Bodies above this many bytes are answered 413. */
const MOST_BYTES = 1024 * 1024;

export interface ServerParts {
	service: Service;
	clock: Clock;
	calls: CallLog;
	faults: Faults;
	/** How long processing takes, ms. */
	latencyMs: number;
}

/**
 * The transport. Every path that is not the sandbox's own goes through one handler, known or not, so that each call is
 * recorded and each failure is the envelope.
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
	// An account that lists domains chose them by name; the wildcard, which every account has at first, names nobody.
	const domains = parts.service.accounts.flatMap(({ apiDomains }) => apiDomains).filter((one) => one !== '*');
	app.addHook('onRequest', async (request, reply) => {
		// The clock of the records: a client that compares both sees one time even after the clock was moved.
		reply.header('date', new Date(parts.clock.now()).toUTCString());
		refuseStrangers(request, domains);
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
	app.setErrorHandler(answerFailure);
	const handler = createTurnstile(parts);
	app.setNotFoundHandler(handler);
	app.all('/*', handler);
	return app;
}

/** Lets one call through at a time; one that arrives meanwhile is answered 503 (specification, "Limits"). */
function createTurnstile({ service, clock, calls, faults, latencyMs }: ServerParts) {
	let isBusy = false;

	async function process(incoming: Incoming, fault: ActiveFault | undefined): Promise<Answer | undefined> {
		isBusy = true;
		try {
			// A turn of the event loop at least: callers that do not wait for one another meet 503 at any speed.
			await nextTurn();
			await elapsed(latencyMs + (fault?.delayMs ?? 0));
			return !fault || isProcessed(fault) ? service.answer(incoming) : undefined;
		} finally {
			// Before the answer leaves: its receiver may call again at once.
			isBusy = false;
		}
	}

	return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
		const incoming = incomingFrom(request, clock.now());
		const call = calls.open(asCall(incoming));
		if (isBusy) return send(reply, call, failure(503, 'The backend is processing another request.'));
		const fault = faults.strike(incoming.path);
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

/** The query as JSON, empty where there is none. */
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

/** Waits by the timer of the day, so that fake timers govern it; without a wait no timer is set. */
async function elapsed(ms: number): Promise<void> {
	// Not kept alive by it: a sandbox that was closed meanwhile leaves nothing behind.
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
