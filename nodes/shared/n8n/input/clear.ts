import { InputError } from '../errors/node-errors';
import type { Choice } from '../operation/field';

/**
 * Returns the keys chosen in a field “Clear”. Each key gets null, which removes its value.
 *
 * @param label the labels that lead to the field
 * @param options the field's options, each with the name of the field that it clears
 * @param filled the values of those fields
 * @throws {InputError} if one of them is filled in as well
 */
export function clearKeys(
	label: string,
	{ options }: { readonly options: readonly Choice[] },
	keys: readonly string[],
	filled: object,
): Record<string, null> {
	const both = options.find(({ value }) => keys.includes(String(value)) && String(value) in filled);
	if (both)
		throw new InputError(
			label,
			`must not include ${both.name} while “${both.name}” has a value: remove one of the two`,
		);
	return Object.fromEntries(keys.map((key) => [key, null]));
}
