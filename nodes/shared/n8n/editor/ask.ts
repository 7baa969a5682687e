import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { Client } from '../../client/client';
import { connect } from '../connection/connect';
import { toNodeError } from '../errors/node-errors';
import { recent } from './recent';

/** The longest wait of a picker for its turn, in ms. An error then says why it is empty. */
const PATIENCE_MS = 10_000;

/**
 * The editor asks again for every letter of a search, so the reply to the same call is reused for some
 * seconds.
 *
 * @throws {NodeApiError | NodeOperationError} with a sentence for the picker, without the token.
 */
export async function askForEditor<T>(
	context: ILoadOptionsFunctions,
	ask: (client: Client) => Promise<T>,
): Promise<T> {
	let secret = '';
	try {
		const { client, account, ...connection } = await connect(context, { patienceMs: PATIENCE_MS });
		secret = connection.secret;
		return await ask(withRecentReplies(client, account));
	} catch (error) {
		throw toNodeError(context.getNode(), error, { itemIndex: 0, itemCount: 1, secret });
	}
}

export function matching(entries: INodeListSearchItems[], filter: string): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	return entries.filter(({ name }) => name.toLowerCase().includes(wanted));
}

const PAGES_PER_SEARCH = 10;

/**
 * The entries of a list, a page at a time. If the service cannot search, reads pages until one has a match.
 *
 * @param filter the text to find in the names; '' if the service itself searches
 */
export async function searchPages(
	context: ILoadOptionsFunctions,
	filter: string,
	paginationToken: string,
	readPage: (
		client: Client,
		page: number,
	) => Promise<{ entries: INodeListSearchItems[]; totalPages?: number }>,
): Promise<INodeListSearchResult> {
	return await askForEditor(context, async (client) => {
		const first = Number(paginationToken);
		for (let page = first; ; page++) {
			const { entries, totalPages = 1 } = await readPage(client, page);
			const results = matching(entries, filter).filter(({ value }) => value);
			if (page >= totalPages) return { results };
			const isEnough = results.length > 0 || page - first + 1 === PAGES_PER_SEARCH;
			if (isEnough) return { results, paginationToken: String(page + 1) };
		}
	});
}

function withRecentReplies(client: Client, account: string): Client {
	const cached: Client = Object.create(client) as Client;
	cached.call = async (endpoint, request) =>
		await recent(endpoint, `${account} ${endpoint.call} ${JSON.stringify(request)}`, () =>
			client.call(endpoint, request),
		);
	return cached;
}
