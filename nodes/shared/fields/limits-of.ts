import type { ZodNumber } from '../zod';

/** The type options of a number field, from its schema in `api/`, so that limits are declared once. */
export function toLimits({ minValue, maxValue, isInt }: ZodNumber) {
	return {
		...(minValue !== null && { minValue }),
		...(maxValue !== null && { maxValue }),
		...(isInt && { numberPrecision: 0 }),
	};
}
