import { count } from '../shared/api/formats';
import { isObject } from '../shared/json';
import { OtherAnswer } from './answer';

/**
 * The entries of the list at a dot path of an answer, or the answer itself if there is no such list. An answer that is
 * itself a list comes out as its entries, whatever the path.
 */
export function itemsAt(answer: object, dotPath = ''): object[] {
	return listAt(answer, dotPath) ?? [itemOf(wholeOf(answer))];
}

/** @returns undefined if there is no such list. */
export function listAt(answer: object, dotPath = ''): object[] | undefined {
	const whole = wholeOf(answer);
	const list = Array.isArray(whole) ? whole : valueAt(whole, dotPath);
	return Array.isArray(list) ? list.map(itemOf) : undefined;
}

/** @returns undefined if there is no number at the dot path. */
export function countAt(answer: object, dotPath: string): number | undefined {
	return count.safeParse(valueAt(wholeOf(answer), dotPath)).data;
}

const wholeOf = (answer: object): unknown => (answer instanceof OtherAnswer ? answer.value : answer);

function valueAt(answer: unknown, dotPath: string): unknown {
	return dotPath
		.split('.')
		.reduce<unknown>(
			(value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
			answer,
		);
}

function itemOf(entry: unknown): object {
	return isObject(entry) ? entry : { value: entry };
}
