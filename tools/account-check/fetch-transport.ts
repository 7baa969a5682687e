import type { Transport } from '../../nodes/shared/client/transport';
import { readBody, toFault } from '../../nodes/shared/n8n/connection/n8n-transport';

/** Sends requests through the runtime's fetch, because n8n does not run here. Redirects are not followed. */
export function createFetchTransport(token: string): Transport {
	return async ({ method, url, body, signal }) => {
		try {
			const headers = {
				Authorization: `Bearer ${token}`,
				Accept: 'application/json',
				...(body !== undefined && { 'Content-Type': 'application/json' }),
			};
			const response = await fetch(url, { method, body, headers, redirect: 'manual', signal });
			const text = response.body ? await readBody(response.body) : '';
			const { status } = response;
			return { reply: { status, headers: Object.fromEntries(response.headers), text } };
		} catch (error) {
			return { fault: toFault(error) };
		}
	};
}
