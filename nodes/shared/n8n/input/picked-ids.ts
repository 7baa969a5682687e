import type { Client } from '../../client/client';
import { isObject } from '../../json';
import type { Field, PickerValue } from '../operation/field';
import type { Parameters } from './parameters';

/** Replaces the values of pickers with IDs. If an ID must be looked up, the value is unchanged. */
export function withKnownIds(parameters: Parameters, fields: readonly Field[]): Parameters {
	const known = { ...parameters };
	for (const [field, located] of listIdPickers(parameters, fields))
		if (!findIdFinder(field, located)) known[field.name] = located.value;
	return known;
}

/**
 * If the ID for a picked value must be looked up, replaces the value with a valid ID (`IdFinder.standIn`), so that the
 * parameters can be checked.
 *
 * @returns the same object if there are no such values
 */
export function withStandIns(parameters: Parameters, fields: readonly Field[]): Parameters {
	const pending = listIdPickers(parameters, fields).map(([field, located]) => [
		field.name,
		findIdFinder(field, located)!.standIn,
	]);
	return pending.length > 0 ? { ...parameters, ...Object.fromEntries(pending) } : parameters;
}

/**
 * Looks up the missing IDs, and returns the parameters with all IDs.
 *
 * @throws the errors of `findId`
 */
export async function withIds(
	parameters: Parameters,
	fields: readonly Field[],
	client: Client,
): Promise<Parameters> {
	const ids: Parameters = {};
	for (const [field, located] of listIdPickers(parameters, fields)) {
		ids[field.name] = await findId(client, field, located);
	}
	return { ...parameters, ...ids };
}

/** Returns the pickers whose values still have to be replaced by IDs. */
function listIdPickers(parameters: Parameters, fields: readonly Field[]): Array<[Field, PickerValue]> {
	return fields
		.filter(({ name, modes }) => modes && !modes.some(({ keys }) => keys) && isObject(parameters[name]))
		.map((field) => [field, parameters[field.name] as unknown as PickerValue]);
}

/**
 * Returns the ID of a picked record. If the value is not an ID, looks the record up.
 *
 * @throws {InputError} if the value matches nothing, or several records
 * @throws {ServiceError} if the lookup fails
 */
export async function findId(client: Client, field: Field, located: PickerValue): Promise<string> {
	const { value } = located;
	return (await findIdFinder(field, located)?.find(client, value, field.displayName)) ?? value;
}

/** Returns the finder for a picked value, or undefined if the value is an ID already. */
export function findIdFinder({ modes }: Field, { mode, value }: PickerValue) {
	const finder = modes?.find(({ name }) => name === mode)?.idFinder;
	return finder?.isId(value) ? undefined : finder;
}
