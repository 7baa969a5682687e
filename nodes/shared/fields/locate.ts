import type { Service } from '../client/send';
import type { Field, IdMode, Located } from '../field';
import type { Parameters } from '../parameters';
import { tokenOfHandler } from '../lookups/sweepstakes';

/** Stands in for an ID that the service has still to be asked for, so that everything else can be checked before. */
const PENDING_ID = '00000000-0000-4000-8000-000000000000';

const ID_MODES: readonly string[] = ['list', 'id', 'handler'] satisfies IdMode[];

/** Replaces what pickers hold by IDs, without asking the service. */
export function withPendingIds(parameters: Parameters, fields: readonly Field[]): Parameters {
	const pending = pickersOf(parameters, fields).map(([{ name }, { mode, value }]) => [
		name,
		mode === 'handler' ? PENDING_ID : value,
	]);
	return { ...parameters, ...Object.fromEntries(pending) };
}

/**
 * Replaces what pickers hold by IDs; a handler is looked up in the list of sweepstakes, once for an execution.
 *
 * @throws {InputError} if no sweepstakes has the handler.
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function withIds(
	parameters: Parameters,
	fields: readonly Field[],
	service: Service,
): Promise<Parameters> {
	const ids: Parameters = {};
	for (const [{ name, displayName }, { mode, value }] of pickersOf(parameters, fields)) {
		ids[name] = mode === 'handler' ? await tokenOfHandler(service, value, displayName) : value;
	}
	return { ...parameters, ...ids };
}

/** The pickers in which nothing but IDs can be picked. */
function pickersOf(parameters: Parameters, fields: readonly Field[]): Array<[Field, Located]> {
	return fields
		.filter(
			({ name, modes }) =>
				modes?.every((mode) => ID_MODES.includes(mode.name)) && parameters[name] !== undefined,
		)
		.map((field) => [field, parameters[field.name] as Located]);
}
