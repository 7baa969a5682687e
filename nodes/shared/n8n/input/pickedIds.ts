import type { Caller } from '../../client/endpoint';
import type { Field, IdMode, Located } from '../operation/field';
import type { Parameters } from './parameters';

const ID_MODES: readonly string[] = ['list', 'id', 'handler', 'timezoneName'] satisfies IdMode[];

/** Replaces picked values with IDs, or with stand-ins for IDs that are not looked up yet. */
export function withPendingIds(parameters: Parameters, fields: readonly Field[]): Parameters {
	const pending = idPickers(parameters, fields).map(([field, located]) => [
		field.name,
		findIdFinder(field, located)?.standIn ?? located.value,
	]);
	return { ...parameters, ...Object.fromEntries(pending) };
}

/** Replaces picked values with IDs. @throws as `findId` does. */
export async function withIds(
	parameters: Parameters,
	fields: readonly Field[],
	service: Caller,
): Promise<Parameters> {
	const ids: Parameters = {};
	for (const [field, located] of idPickers(parameters, fields)) {
		ids[field.name] = await findId(service, field, located);
	}
	return { ...parameters, ...ids };
}

/** The pickers whose every mode yields an ID. */
function idPickers(parameters: Parameters, fields: readonly Field[]): Array<[Field, Located]> {
	return fields
		.filter(
			({ name, modes }) =>
				modes?.every((mode) => ID_MODES.includes(mode.name)) && parameters[name] !== undefined,
		)
		.map((field) => [field, parameters[field.name] as Located]);
}

/**
 * @throws {InputError} if the value matches nothing, or several things.
 * @throws {ServiceError} if the lookup fails.
 */
export async function findId(service: Caller, field: Field, located: Located): Promise<string> {
	const { value } = located;
	return (await findIdFinder(field, located)?.find(service, value, field.displayName)) ?? value;
}

function findIdFinder({ modes }: Field, { mode }: Located) {
	return modes?.find(({ name }) => name === mode)?.idFinder;
}
