import type { Client } from '../client/client';

/** Asks once per key in an execution. A failure is forgotten, so the next caller asks again. */
export function askOnce<T, More extends unknown[]>(
	ask: (client: Client, key: string, ...more: More) => Promise<T>,
) {
	const createAnswers = () => new Map<string, Promise<T>>();
	return async (client: Client, key: string, ...more: More): Promise<T> => {
		const answers = client.memory.get(createAnswers);
		let answer = answers.get(key);
		if (!answer) {
			answer = ask(client, key, ...more);
			answers.set(key, answer);
			answer.catch(() => answers.delete(key));
		}
		return await answer;
	};
}
