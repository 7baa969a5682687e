import { z } from 'zod';
import { isDate, isDateTime } from './time/clock';
import { tenDigits } from './kept';

/*
 * The contract's types as schemas. expected-body.ts derives descriptions from zod's checks, and `describe` adds what
 * zod does not know.
 */

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const TIME_OF_DAY = /^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/;

export const text = z.string();
export const filledText = z.string().min(1);
export const flag = z.boolean();
/** A boolean, or “true” or “false” as text. */
export const flagOrText = z
	.union([flag, z.enum(['true', 'false']).transform((value) => value === 'true')])
	.describe('boolean, or true or false as text');
export const integer = z.number().int().safe();

export const uuid = text.refine((value) => UUID_V4.test(value), 'must be a UUID v4').describe('UUID v4');
export const email = text.email();
export const date = text.refine(isDate, 'must be a date, YYYY-MM-DD').describe('date YYYY-MM-DD');
export const time = text
	.refine((value) => TIME_OF_DAY.test(value), 'must be a time, HH:MM, 24-hour')
	.describe('time HH:MM, 24-hour');
export const isoDate = text
	.refine((value) => isDate(value) || isDateTime(value), 'must be an ISO date')
	.describe('ISO date');

export const handler = text
	.toUpperCase()
	.max(20)
	.regex(/^[A-Z0-9]+$/);

/** A phone number of 3 to 15 digits with an optional leading + and common separators, in E.164 or a local format. */
export const phone = text
	.refine((value) => {
		const digits = value.replace(/[^0-9]/g, '').length;
		return /^\+?[0-9 ().-]+$/.test(value) && digits >= 3 && digits <= 15;
	}, 'must be a phone number, E.164 or local format')
	.describe('E.164 or local format');

/** A US or Canadian number in any format (reference, Participants). */
export const tenDigitPhone = text
	.refine((value) => /^[0-9]{10}$/.test(tenDigits(value)), 'must be a phone number of the US or Canada')
	.describe('US or Canada, 10 digits');

export const group = text
	.refine((value) => value === 'allgroups' || UUID_V4.test(value), 'must be allgroups or a GroupToken')
	.describe('allgroups or a GroupToken');

export function endNotBeforeStart(
	body: { StartDate?: string; EndDate?: string },
	context: z.RefinementCtx,
): void {
	if (body.StartDate !== undefined && body.EndDate !== undefined && body.EndDate < body.StartDate) {
		context.addIssue({
			code: z.ZodIssueCode.custom,
			path: ['EndDate'],
			message: 'must not be before StartDate',
		});
	}
}

/**
 * Accepts request keys in PascalCase and camelCase (reference).
 *
 * @param schema with its keys in camelCase
 */
export function acceptEitherCase<Schema extends z.ZodTypeAny>(schema: Schema) {
	return z.preprocess(toCamelCase, schema) as unknown as z.ZodType<z.output<Schema>, z.ZodTypeDef, unknown>;
}

function toCamelCase(sent: unknown): unknown {
	if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
	return Object.fromEntries(
		Object.entries(sent).map(([key, value]) => [key.charAt(0).toLowerCase() + key.slice(1), value]),
	);
}
