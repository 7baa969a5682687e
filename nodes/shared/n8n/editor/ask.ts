import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { Client } from '../../client/client';
import { RecentMap } from '../../history/recent';
import { connect } from '../connection/connect';
import { toNodeError } from '../errors/node-errors';
import type { Redact } from '../errors/redactor';

/** The maximum wait of a picker for its turn, in ms. After that, an error says why the picker is empty. */
const PATIENCE_MS = 10_000;

/**
 * Makes a call for the editor. The editor repeats the call for every letter of a search, so the reply is reused for
 * some seconds.
 *
 * @throws {NodeApiError | NodeOperationError} with a sentence for the picker, without the token
 */
export async function askForEditor<T>(
	context: ILoadOptionsFunctions,
	ask: (client: Client) => Promise<T>,
): Promise<T> {
	let redact: Redact | undefined;
	try {
		const { client, ...connection } = await connect(context, { patienceMs: PATIENCE_MS });
		({ redact } = connection);
		return await ask(withRecentReplies(client));
	} catch (error) {
		throw toNodeError(context.getNode(), error, { itemIndex: 0, itemCount: 1, redact });
	}
}

function withRecentReplies(client: Client): Client {
	const cached: Client = Object.create(client) as Client;
	cached.call = async (endpoint, request) =>
		await reuseAnswer(endpoint, `${client.account.id} ${endpoint.call} ${JSON.stringify(request)}`, () =>
			client.call(endpoint, request),
		);
	return cached;
}

/** How long a reply is reused, in ms: long enough to type a search, and too short to miss a change made elsewhere. */
const REUSE_MS = 10_000;

const MAX_ANSWERS = 50;

const answers = new RecentMap<string, { of: object; answer: Promise<unknown> }>(REUSE_MS, MAX_ANSWERS);

/**
 * Reuses the answer to the same question from the last few seconds. A failure is forgotten at once.
 *
 * @param of what reads the answer, such as an endpoint. Another reader could interpret the same answer differently.
 */
export async function reuseAnswer<T>(of: object, question: string, ask: () => Promise<T>): Promise<T> {
	answers.forgetOld();
	const known = answers.get(question);
	if (known?.of === of) return (await known.answer) as T;
	const answer = ask();
	answers.set(question, { of, answer });
	return await answer.catch((error: unknown) => {
		answers.delete(question);
		throw error;
	});
}
