import { inspect } from 'node:util';

import { accepts, knowsItsAccount, refuses, type Contract, type Row } from './harness';

/** Example values of a request field, on both sides of its rules. */
export interface Kind {
	accepts: unknown[];
	refuses: unknown[];
}

const kind = (refused: unknown[], accepted: unknown[] = []): Kind => ({
	accepts: accepted,
	refuses: refused,
});

/** The same field, refused when it is missing. */
export const required = (given: Kind): Kind => kind([undefined, ...given.refuses], given.accepts);

export const uuid = kind(['x', 7, null, {}]);
export const flag = kind(['true', 1, null, []], [true, false]);
export const email = kind(['ada', 'ada(at)example.com', '', null]);
export const phone = kind(['555-CALL', 5550100, '+1234567890123456'], ['+15550100', '(504) 621-8927']);
export const day = kind(['2030-02-30', '2030-1-5', '15/02/2030', '2030-01-20T10:00:00Z', 20300115]);
export const time = kind(['8:00', '9 am', '24:00', '12:60', '08:00:00', 'noon'], ['00:00', '23:59']);
export const dateOrTime = kind(
	['yesterday', 1, '2030-01-15T99:00:00Z'],
	['2030-01-15', '2030-01-15T00:00:00.000+02:00'],
);
export const group = kind(['vip', '', 1], ['allgroups']);

/** Text of at most this many characters; any length when absent. */
export const text = (most?: number): Kind =>
	most === undefined
		? kind([5, null, [], {}], ['text'])
		: kind([5, null, 't'.repeat(most + 1)], ['t'.repeat(most)]);

/** As `text`, and not empty. */
export const filledText = (most?: number): Kind => {
	const any = text(most);
	return kind(['', ...any.refuses], any.accepts);
};

/** A whole number between these bounds. */
export const whole = (least: number, most?: number): Kind => {
	const bounds = most === undefined ? [least] : [least, most];
	return kind([least - 1, least + 0.5, String(least), ...(most === undefined ? [] : [most + 1])], bounds);
};

export const oneOf = (...values: Array<string | number>): Kind =>
	kind(
		typeof values[0] === 'string'
			? ['other', values[0].toUpperCase()]
			: [Math.min(...(values as number[])) - 1, Math.max(...(values as number[])) + 1, String(values[0])],
		values,
	);

/** One test for each value, sent in place of the field, and one for the valid request itself. */
export function checkFields(contract: Contract, fields: Record<string, Kind>): void {
	const rows = (side: keyof Kind): Row[] =>
		Object.entries(fields).flatMap(([field, values]) =>
			values[side].map((value): Row => [titleOf(field, value), { [field]: value }]),
		);
	refuses(contract, rows('refuses'));
	accepts(contract, [['the valid request', {}], ...rows('accepts')]);
}

/** What holds for an operation whose request is the token of one record. */
export function takesOneToken(
	operation: Omit<Contract, 'valid'>,
	field: string,
	newToken: () => string | Promise<string>,
): void {
	const contract = { ...operation, valid: async () => ({ [field]: await newToken() }) };
	checkFields(contract, { [field]: required(uuid) });
	knowsItsAccount(contract, field);
}

function titleOf(field: string, value: unknown): string {
	if (value === undefined) return `a request without ${field}`;
	if (typeof value === 'string' && value.length > 40) return `${field} of ${value.length} characters`;
	return `${field} ${inspect(value, { maxArrayLength: 3 })}`;
}
