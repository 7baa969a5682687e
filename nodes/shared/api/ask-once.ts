import type { Caller } from '../client/endpoint';

/** Asks once per key in an execution. A failure is forgotten, so the next caller asks again. */
export function askOnce<T, More extends unknown[]>(
	ask: (service: Caller, key: string, ...more: More) => Promise<T>,
) {
	const createAnswers = () => new Map<string, Promise<T>>();
	return async (service: Caller, key: string, ...more: More): Promise<T> => {
		const answers = service.memory.get(createAnswers);
		let answer = answers.get(key);
		if (!answer) {
			answer = ask(service, key, ...more);
			answers.set(key, answer);
			answer.catch(() => answers.delete(key));
		}
		return await answer;
	};
}
