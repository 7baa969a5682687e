import { InputError } from '../errors/node-errors';
import type { Choice } from '../operation/field';
import { toText } from '../../json';

/**
 * Returns the request keys that are chosen in a field “Clear”, each with the value null, which removes the stored
 * value.
 *
 * @param label the labels that lead to the field
 * @param options the field's options. The name of an option is the label of the field that it clears.
 * @param filled the values of these fields
 * @throws {InputError} if a chosen field also has a value
 */
export function clearKeys(
	label: string,
	{ options }: { readonly options: readonly Choice[] },
	keys: readonly string[],
	filled: object,
): Record<string, null> {
	const both = options.find(({ value }) => keys.includes(toText(value)) && toText(value) in filled);
	if (both)
		throw new InputError(
			label,
			`must not include “${both.name}” while that field has a value: remove one of the two`,
		);
	return Object.fromEntries(keys.map((key) => [key, null]));
}
