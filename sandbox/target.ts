import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Controls } from './controls';
import type { Dialect } from './dialect';
import type { Exchange } from './exchange';
import type { Service } from './service';
import type { Clock } from './time/clock';

/** What serves the requests that arrive at one server. */
export interface Target {
	service: Service;
	clock: Clock;
	exchange: Exchange;
	controls: Controls;
	/** The first account's token. */
	token: string;
	dialect: Dialect;
}

const targets = new WeakMap<IncomingMessage, Target>();

/** Remembers which sandbox a request belongs to, because all servers of a process share their routes. */
export const setTarget = (request: IncomingMessage, target: Target) => void targets.set(request, target);

export const findTarget = ({ raw }: FastifyRequest): Target => targets.get(raw)!;
