import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Controls } from './controls';
import type { Dialect } from './dialect';
import type { Exchange } from './exchange';
import type { Service } from './service';
import type { Clock } from './time/clock';

/** What one server serves. */
export interface Served {
	service: Service;
	clock: Clock;
	exchange: Exchange;
	controls: Controls;
	/** The first account's token. */
	token: string;
	dialect: Dialect;
}

const servedBy = new WeakMap<IncomingMessage, Served>();

/** Keeps what the server serves at which a request arrived, because all servers share their routes. */
export const keepServed = (request: IncomingMessage, served: Served) => void servedBy.set(request, served);

export const findServed = ({ raw }: FastifyRequest): Served => servedBy.get(raw)!;
