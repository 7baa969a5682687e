import type { ListSearch } from '../operation/field';
import { toText } from '../../json';

/**
 * Returns a text of the service so that n8n does not evaluate it. The editor stores a picked name in the workflow, and
 * n8n evaluates every stored text that begins with "=" as an expression. Without the space, a stranger's name could run
 * code or stop the workflow. Fields ignore the space.
 */
export function toStoredText(text: string): string {
	return text.startsWith('=') ? ` ${text}` : text;
}

/** Returns the same search with results that n8n does not evaluate. */
export function toStoredResults(search: ListSearch): ListSearch {
	return async function (...asked) {
		const { results, ...more } = await search.apply(this, asked);
		const stored = results.map(({ name, value, ...choice }) => ({
			...choice,
			name: toStoredText(name),
			value: toStoredText(toText(value)),
		}));
		return { ...more, results: stored };
	};
}
