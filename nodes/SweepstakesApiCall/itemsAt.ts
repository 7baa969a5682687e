import { count } from '../shared/api/formats';
import { isObject } from '../shared/json';
import { OtherAnswer } from './answer';

/** Returns the list at a dot path, or else the whole answer. A list as the answer needs no path. */
export function findItems(answer: object, dotPath = ''): object[] {
	return findList(answer, dotPath) ?? [toItem(unwrap(answer))];
}

export function findList(answer: object, dotPath = ''): object[] | undefined {
	const whole = unwrap(answer);
	const list = Array.isArray(whole) ? whole : findValue(whole, dotPath);
	return Array.isArray(list) ? list.map(toItem) : undefined;
}

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
