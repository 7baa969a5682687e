import { STATUS_CODES } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from './time/clock';
import type { Answer } from './dialect';
import type { Exchange, Reply } from './exchange';
import { asRefusal, Refusal } from './refusal';
import type { IncomingCall, Service } from './service';
import { refuseStrangers } from './strangers';

/** The maximum size of a body in bytes. A larger body gets a 413. */
const MAX_BYTES = 1024 * 1024;

/** The maximum size of a request to /files/upload: 10 MB in Base64, and the JSON around it. */
const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;

interface ServerParts {
	service: Service;
	clock: Clock;
	exchange: Exchange;
}

/**
 * The HTTP server. A single handler takes every path outside of /_sandbox, so that each call is recorded and each
 * failure has the service's format.
 */
export function createServer({ service, clock, exchange }: ServerParts): FastifyInstance {
	const answerFailure = (
		error: { statusCode?: number; message: string } | Refusal,
		request: FastifyRequest,
		reply: FastifyReply,
	) => {
		const { status, message } =
			error instanceof Refusal || error.statusCode === undefined
				? asRefusal(error)
				: new Refusal(error.statusCode, `${error.message}.`);
		return send(reply, exchange.refuse(toIncoming(request, clock.now()), failure(status, message)));
	};
	const app = Fastify({
		bodyLimit: MAX_BYTES,
		forceCloseConnections: true,
		frameworkErrors: answerFailure,
		clientErrorHandler(_error, socket) {
			if (socket.writable) socket.end(rawAnswer(failure(400, 'The request is not valid HTTP.')));
		},
	});
	// The wildcard is left out, because it is the default and must not admit pages of other sites.
	const domains = service.accounts.flatMap(({ apiDomains }) => apiDomains).filter((one) => one !== '*');
	app.addHook('onRequest', async (request) => refuseStrangers(request, domains));
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
	app.setErrorHandler(answerFailure);
	const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
		const answer = await exchange.replyTo(toIncoming(request, clock.now()));
		if (answer) return send(reply, answer);
		request.raw.socket.destroy();
		return reply.hijack();
	};
	app.setNotFoundHandler(handler);
	app.post('/files/upload', { bodyLimit: MAX_UPLOAD_BYTES }, handler);
	app.all('/*', handler);
	return app;
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
