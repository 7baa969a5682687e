import type { FastifyRequest } from 'fastify';
import { forbidden } from './refusal';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses what a page elsewhere can make a browser send to this machine: a call under the page's own host name that
 * resolves to loopback (DNS rebinding), or one that carries the page's Origin (CSRF).
 * @param domains whose pages may call besides those of this machine
 * @throws Refusal 403
 */
export function refuseStrangers({ headers }: FastifyRequest, domains: readonly string[] = []): void {
	const { host, origin } = headers;
	const isHome = names(LOOPBACK, `http://${host}`);
	const isFriend = origin === undefined || names([...LOOPBACK, ...domains], origin);
	if (!isHome || !isFriend)
		throw forbidden('Only for this machine: Host and Origin must be loopback addresses.');
}

function names(hosts: string[], url: string): boolean {
	return URL.canParse(url) && hosts.includes(new URL(url).hostname);
}
