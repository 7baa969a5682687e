import { count } from '../shared/api/formats';
import { isObject } from '../shared/json';
import { OtherAnswer } from './answer';

/**
 * The entries of the list at a dot path of an answer, or the answer itself if there is no such list. An answer that is
 * itself a list comes out as its entries, whatever the path.
 */
export function findItems(answer: object, dotPath = ''): object[] {
	return findList(answer, dotPath) ?? [toItem(unwrap(answer))];
}

/** @returns undefined if there is no such list. */
export function findList(answer: object, dotPath = ''): object[] | undefined {
	const whole = unwrap(answer);
	const list = Array.isArray(whole) ? whole : findValue(whole, dotPath);
	return Array.isArray(list) ? list.map(toItem) : undefined;
}

/** @returns undefined if there is no number at the dot path. */
export function findCount(answer: object, dotPath: string): number | undefined {
	return count.safeParse(findValue(unwrap(answer), dotPath)).data;
}

const unwrap = (answer: object): unknown => (answer instanceof OtherAnswer ? answer.value : answer);

function findValue(answer: unknown, dotPath: string): unknown {
	return dotPath
		.split('.')
		.reduce<unknown>(
			(value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
			answer,
		);
}

function toItem(entry: unknown): object {
	return isObject(entry) ? entry : { value: entry };
}
