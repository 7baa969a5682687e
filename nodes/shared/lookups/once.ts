/** What was asked, by what it was asked about. */
interface Asked<Key, T> {
	get(key: Key): Promise<T> | undefined;
	set(key: Key, answer: Promise<T>): unknown;
	delete(key: Key): unknown;
}

/** Asks once for each key; a failure is forgotten, so that the next item asks again. */
export async function once<Key, T>(asked: Asked<Key, T>, key: Key, ask: () => Promise<T>): Promise<T> {
	let answer = asked.get(key);
	if (!answer) {
		answer = ask();
		asked.set(key, answer);
		answer.catch(() => asked.delete(key));
	}
	return await answer;
}
