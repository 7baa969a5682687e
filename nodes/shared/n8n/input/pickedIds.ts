import type { Caller } from '../../client/endpoint';
import type { Field, IdMode, Located } from '../operation/field';
import type { Parameters } from './parameters';

const ID_MODES: readonly string[] = ['list', 'id', 'handler', 'timezoneName'] satisfies IdMode[];

/** Replaces picked values by IDs, or by stand-ins for IDs that the service has to be asked for. */
export function withPendingIds(parameters: Parameters, fields: readonly Field[]): Parameters {
	const pending = idPickers(parameters, fields).map(([field, located]) => [
		field.name,
		findIdFinder(field, located)?.standIn ?? located.value,
	]);
	return { ...parameters, ...Object.fromEntries(pending) };
}

/** Replaces picked values by IDs. @throws as `findId` does. */
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

/** The pickers that can only yield an ID. */
function idPickers(parameters: Parameters, fields: readonly Field[]): Array<[Field, Located]> {
	return fields
		.filter(
			({ name, modes }) =>
				modes?.every((mode) => ID_MODES.includes(mode.name)) && parameters[name] !== undefined,
		)
		.map((field) => [field, parameters[field.name] as Located]);
}

/**
 * The ID of what is picked. A mode whose value is no ID, such as a handler, finds it.
 *
 * @throws {InputError} if nothing has that value, or several things have.
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function findId(service: Caller, field: Field, located: Located): Promise<string> {
	const { value } = located;
	return (await findIdFinder(field, located)?.find(service, value, field.displayName)) ?? value;
}

function findIdFinder({ modes }: Field, { mode }: Located) {
	return modes?.find(({ name }) => name === mode)?.idFinder;
}
