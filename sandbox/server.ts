import {
	createServer as createHttpServer,
	STATUS_CODES,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { controlRoutes } from './control-routes';
import type { Answer } from './dialect';
import type { Reply } from './exchange';
import { pages } from './pages';
import { asRefusal, Refusal } from './refusal';
import { findTarget, setTarget, type Target } from './target';
import type { IncomingCall } from './service';
import { refuseStrangers } from './strangers';

/** The maximum size of a body in bytes. A larger body gets a 413. */
const MAX_BYTES = 1024 * 1024;

/** The maximum size of a request to /files/upload: 10 MB in Base64, and the JSON around it. */
const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;

/** How long an idle connection stays open, in ms. With Node's 5 s, a client could use one that is being closed. */
const KEEP_ALIVE_MS = 72_000;

let routes: FastifyInstance | undefined;

/**
 * Creates an HTTP server. All servers of a process share Fastify's routes, because building them takes 7 ms, and tests
 * start thousands of sandboxes.
 */
export async function createServer(target: Target): Promise<Server> {
	routes ??= createRoutes();
	await routes.ready();
	const { routing } = routes;
	const listener = (request: IncomingMessage, response: ServerResponse) => {
		setTarget(request, target);
		routing(request, response);
	};
	return createHttpServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener).on(
		'clientError',
		(_error, socket) => {
			if (socket.writable) socket.end(rawAnswer(failure(400, 'The request is not valid HTTP.')));
		},
	);
}

/**
 * Pages and control routes have handlers of their own. `answerCall` takes every other path, so that each call is
 * recorded and each failure has the service's format.
 */
function createRoutes(): FastifyInstance {
	const app = Fastify({ bodyLimit: MAX_BYTES, frameworkErrors: answerFailure });
	app.addHook('onRequest', async (request) => refuseStrangers(request, findDomains(request)));
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
	app.setErrorHandler(answerFailure);
	app.setNotFoundHandler(answerCall);
	app.post('/files/upload', { bodyLimit: MAX_UPLOAD_BYTES }, answerCall);
	app.all('/*', answerCall);
	void app.register(controlRoutes, { prefix: '/_sandbox' });
	void app.register(pages);
	return app;
}

async function answerCall(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
	const { exchange, clock } = findTarget(request);
	const answer = await exchange.replyTo(toIncoming(request, clock.now()));
	if (answer) return send(reply, answer);
	request.raw.socket.destroy();
	return reply.hijack();
}

function answerFailure(
	error: { statusCode?: number; message: string } | Refusal,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply {
	const { exchange, clock } = findTarget(request);
	const { status, message } =
		error instanceof Refusal || error.statusCode === undefined
			? asRefusal(error)
			: new Refusal(error.statusCode, `${error.message}.`);
	return send(reply, exchange.refuse(toIncoming(request, clock.now()), failure(status, message)));
}

/** Returns the domains whose pages may make calls. The wildcard is the default, and must not admit all pages. */
function findDomains(request: FastifyRequest): string[] {
	const { accounts } = findTarget(request).service;
	return accounts.flatMap(({ apiDomains }) => apiDomains).filter((one) => one !== '*');
}

function toIncoming(request: FastifyRequest, arrivedAt: number): IncomingCall {
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

function send(reply: FastifyReply, { status, headers, text }: Reply): FastifyReply {
	return reply.code(status).headers(headers).send(text);
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
