import type { ZodNumber } from '../zod';

/** The type options of a number field, from the schema of `api/`, so that each limit is declared once. */
export function toLimits({ minValue, maxValue, isInt }: ZodNumber) {
	return {
		...(minValue !== null && { minValue }),
		...(maxValue !== null && { maxValue }),
		...(isInt && { numberPrecision: 0 }),
	};
}
