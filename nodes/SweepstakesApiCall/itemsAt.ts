import { isObject } from '../shared/json';

/** The entries of the list at a dot path of an answer, or the answer itself if there is no such list. */
export function itemsAt(answer: object, dotPath = ''): object[] {
	const list = dotPath
		.split('.')
		.reduce<unknown>(
			(value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
			answer,
		);
	return Array.isArray(list)
		? list.map((entry: unknown) => (isObject(entry) ? entry : { value: entry }))
		: [answer];
}
