import { isObject } from '../shared/json';
import { OtherAnswer } from './answer';

/**
 * The entries of the list at a dot path of an answer, or the answer itself if there is no such list. An answer that is
 * itself a list comes out as its entries, whatever the path.
 */
export function itemsAt(answer: object, dotPath = ''): object[] {
	const whole = answer instanceof OtherAnswer ? answer.value : answer;
	const list = Array.isArray(whole) ? whole : valueAt(whole, dotPath);
	return (Array.isArray(list) ? list : [whole]).map(itemOf);
}

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
