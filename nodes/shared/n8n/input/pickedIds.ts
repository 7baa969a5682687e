import type { Caller } from '../../client/endpoint';
import type { Field, IdMode, Located } from '../operation/field';
import type { Parameters } from './parameters';

/** Stands in for an ID that has to be looked up, so that everything else can be checked before. */
const PENDING_ID = '00000000-0000-4000-8000-000000000000';

const ID_MODES: readonly string[] = ['list', 'id', 'handler'] satisfies IdMode[];

/** Replaces picked values by IDs, without asking the service. */
export function withPendingIds(parameters: Parameters, fields: readonly Field[]): Parameters {
	const pending = idPickers(parameters, fields).map(([{ name }, { mode, value }]) => [
		name,
		mode === 'handler' ? PENDING_ID : value,
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
export async function findId(
	service: Caller,
	{ displayName, modes }: Field,
	{ mode, value }: Located,
): Promise<string> {
	const findBy = modes?.find(({ name }) => name === mode)?.findId;
	return findBy ? await findBy(service, value, displayName) : value;
}
