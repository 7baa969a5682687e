import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { Client } from '../../client/client';
import { RecentMap } from '../../history/recent';
import { connect } from '../connection/connect';
import { toNodeError } from '../errors/node-errors';
import type { Redact } from '../errors/redactor';

/** How long a picker may wait until its calls can be sent, in ms. After that, an error says why the picker is empty. */
const PATIENCE_MS = 10_000;

/**
 * Calls `ask` for the editor. The editor asks again for every letter of a search, so replies are reused for some
 * seconds.
 *
 * @throws {NodeApiError | NodeOperationError} with a message for the picker, from which the API token was removed
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
		throw toNodeError(context.getNode(), error, { redact });
	}
}

function withRecentReplies(client: Client): Client {
	const toQuestion = (called: string, request: unknown) => `${called} ${JSON.stringify(request)}`;
	return client.with({
		call: async (endpoint, request) =>
			await reuseAnswer([client.account, endpoint], toQuestion(endpoint.call, request), () =>
				client.call(endpoint, request),
			),
	});
}

/**
 * How long a reply is reused, in ms: long enough to type a search, but not so long that the picker misses changes made
 * elsewhere.
 */
const REUSE_MS = 10_000;

const MAX_ANSWERS = 50;

const answers = new RecentMap<string, { sources: readonly object[]; answer: Promise<unknown> }>(
	REUSE_MS,
	MAX_ANSWERS,
);

/**
 * Returns the answer to a question. If the same question was asked in the last few seconds, returns the same answer.
 * Failures are not reused.
 *
 * @param sources the account that is asked and the endpoint that parses the answer. An answer is reused only for the
 *   same ones, because others could answer or parse it differently.
 */
export async function reuseAnswer<T>(
	sources: readonly object[],
	question: string,
	ask: () => Promise<T>,
): Promise<T> {
	const known = answers.get(question);
	if (known?.sources.every((one, index) => one === sources[index])) return (await known.answer) as T;
	const answer = ask();
	answers.set(question, { sources, answer });
	return await answer.catch((error: unknown) => {
		answers.delete(question);
		throw error;
	});
}
