/** Asks once for each key. A failure is forgotten, so that the next caller asks again. */
export async function memoize<T>(
	answers: Map<string, Promise<T>>,
	key: string,
	ask: () => Promise<T>,
): Promise<T> {
	let answer = answers.get(key);
	if (!answer) {
		answer = ask();
		answers.set(key, answer);
		answer.catch(() => answers.delete(key));
	}
	return await answer;
}
