import {
	createServer as createHttpServer,
	STATUS_CODES,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from 'node:http';
import { parse, type ParsedUrlQuery } from 'node:querystring';
import type { Clock } from './time/clock';
import type { Answer } from './dialect';
import type { Exchange } from './exchange';
import { asRefusal, invalid, Refusal } from './refusal';
import type { IncomingCall, Service } from './service';
import { refuseStrangers } from './strangers';

/** The maximum size of a body in bytes. A larger body gets a 413. */
const MAX_BYTES = 1024 * 1024;

/** The maximum size of a request to /files/upload: 10 MB in Base64, and the JSON around it. */
const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;

/** How long an idle connection stays open, in ms. With Node's 5 s, a client could use one that is being closed. */
const KEEP_ALIVE_MS = 72_000;

export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export interface Received {
	method: string;
	/** The path without the query. */
	path: string;
	query: ParsedUrlQuery;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

export interface Content {
	status: number;
	headers: Record<string, string>;
	text: string | Buffer;
}

/** Returns what answers a request outside of the API, or undefined if the request is for the API. */
export type Site = (received: Received) => (() => Content) | undefined;

interface ServerParts {
	service: Service;
	clock: Clock;
	exchange: Exchange;
	/** The control routes and the pages, for this machine only. */
	sites: Site[];
}

/**
 * The HTTP server. The API takes every path that no site has, so that each call is recorded and each failure has the
 * service's format.
 */
export function createServer({ service, clock, exchange, sites }: ServerParts): Server {
	// The wildcard is left out, because it is the default and must not admit pages of other sites.
	const domains = service.accounts.flatMap(({ apiDomains }) => apiDomains).filter((one) => one !== '*');
	const contentFor = async (request: IncomingMessage): Promise<Content | undefined> => {
		const { method = '', url = '', headers } = request;
		const [path, ...search] = url.split('?') as [string, ...string[]];
		const query = parse(search.join('?'));
		const received: Received = { method, path, query, headers, body: Buffer.alloc(0) };
		const local = sites.map((site) => site(received)).find((found) => found !== undefined);
		try {
			refuseStrangers(headers, local ? [] : domains);
			refuseUnreadable(path);
			received.body = await readBody(request, path === '/files/upload' ? MAX_UPLOAD_BYTES : MAX_BYTES);
		} catch (cause) {
			const refusal = asRefusal(cause);
			return local ? refused(refusal) : exchange.refuse(toIncoming(received, clock.now()), toAnswer(refusal));
		}
		return local ? answerLocally(local) : await exchange.replyTo(toIncoming(received, clock.now()));
	};
	const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const content = await contentFor(request);
		if (content) send(response, content);
		else request.socket.destroy();
	};
	const server = createHttpServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
		handle(request, response).catch(() => request.socket.destroy());
	});
	return server.on('clientError', (_error, socket) => {
		if (socket.writable) socket.end(rawAnswer(toAnswer(invalid('The request is not valid HTTP.'))));
	});
}

/** Answers with what a site returns, or with the refusal that it throws. */
export function answerLocally(local: () => Content): Content {
	try {
		return local();
	} catch (cause) {
		return refused(asRefusal(cause));
	}
}

/** @throws Refusal 400 if the path has an incomplete escape */
function refuseUnreadable(path: string): void {
	try {
		decodeURIComponent(path);
	} catch {
		throw invalid('The path is not valid.');
	}
}

/** Reads the whole body, even if it is too large, because some clients read no reply before they have sent everything. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size <= maxBytes) chunks.push(chunk);
	}
	if (size > maxBytes) throw new Refusal(413, 'The body is too large.');
	return Buffer.concat(chunks);
}

function toIncoming({ method, path, query, headers, body }: Received, arrivedAt: number): IncomingCall {
	const { authorization, origin } = headers;
	const contentType = headers['content-type'];
	return { method, path, query, authorization, contentType, origin, body, arrivedAt };
}

function send(response: ServerResponse, { status, headers, text }: Content): void {
	response.statusCode = status;
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	response.end(text);
}

const toAnswer = (refusal: Refusal): Answer => ({ status: refusal.status, body: refusal.envelope() });

function refused(refusal: Refusal): Content {
	return { status: refusal.status, headers: JSON_TYPE, text: JSON.stringify(refusal.envelope()) };
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
