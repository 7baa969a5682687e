import type { HttpReply, HttpRequest, Transport } from '../../nodes/shared/client/transport';
import { readBody, toFault } from '../../nodes/shared/n8n/connection/n8n-transport';

/** Sends requests through the runtime's fetch, because n8n does not run here. Redirects are not followed. */
export function createFetchTransport(token: string): Transport {
	return async (request) => {
		try {
			return { reply: await fetchOnce(request, token) };
		} catch (error) {
			return { fault: toFault(error) };
		}
	};
}

async function fetchOnce({ method, url, body, signal }: HttpRequest, token: string): Promise<HttpReply> {
	const response = await fetch(url, {
		method,
		body,
		headers: {
			Authorization: `Bearer ${token}`,
			Accept: 'application/json',
			...(body !== undefined && { 'Content-Type': 'application/json' }),
		},
		redirect: 'manual',
		signal,
	});
	const text = response.body ? await readBody(response.body) : '';
	return { status: response.status, headers: Object.fromEntries(response.headers), text };
}
