import { Recent } from '../../history/recent';

/** In ms: long enough to type a search, and too short to miss a change made elsewhere. */
const FRESH_MS = 10_000;

const MOST_ANSWERS = 50;

const answers = new Recent<string, { of: object; answer: Promise<unknown> }>(FRESH_MS, MOST_ANSWERS);

/**
 * Reuses an answer of the last seconds to the same question. A failure is forgotten at once.
 *
 * @param of the reader of the answer: another one may make something else of it
 */
export async function recent<T>(of: object, question: string, ask: () => Promise<T>): Promise<T> {
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
