import type { FastifyRequest } from 'fastify';
import { forbidden } from './refusal';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses calls that a page of another site could make a browser send to this machine. In such a call, either `Host` is
 * that site's name, which resolves to loopback (DNS rebinding), or `Origin` is that site (CSRF).
 *
 * @param domains other domains whose pages may make calls
 * @throws Refusal 403
 */
export function refuseStrangers({ headers }: FastifyRequest, domains: readonly string[] = []): void {
	const { host, origin } = headers;
	const isHome = includesHost(LOOPBACK, `http://${host}`);
	const isFriend = origin === undefined || includesHost([...LOOPBACK, ...domains], origin);
	if (!isHome || !isFriend)
		throw forbidden('Only for this machine: Host and Origin must be loopback addresses.');
}

function includesHost(hosts: string[], url: string): boolean {
	return URL.canParse(url) && hosts.includes(new URL(url).hostname);
}
