import { someHandlers, sweepstakesByToken, tokensOfHandler, type Sweepstakes } from '../../../Sweepstakes/api';
import type { Caller } from '../../client/endpoint';
import type { Field, IdMode, Located } from '../operation/field';
import { InputError } from '../errors/nodeErrors';
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

/**
 * Replaces picked values by IDs. A handler is looked up in the list of sweepstakes, once for an execution.
 *
 * @throws {InputError} if no sweepstakes has the handler, or several have.
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function withIds(
	parameters: Parameters,
	fields: readonly Field[],
	service: Caller,
): Promise<Parameters> {
	const ids: Parameters = {};
	for (const [{ name, displayName }, located] of idPickers(parameters, fields)) {
		ids[name] = await idOf(service, located, displayName);
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
 * The ID of what is picked.
 *
 * @param label the picker as the editor names it
 * @throws {InputError} if no sweepstakes has the handler, or several have.
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function idOf(service: Caller, { mode, value }: Located, label: string): Promise<string> {
	if (mode !== 'handler') return value;
	const [token, another] = await tokensOfHandler(service, value);
	if (token === undefined) {
		const handlers = await someHandlers(service, value);
		const such = handlers.length > 0 ? `, such as ${handlers.join(', ')},` : ',';
		throw new InputError(
			label,
			`must be the handler of a sweepstakes of this account${such} but is “${value}”`,
		);
	}
	if (another === undefined) return token;
	throw new InputError(
		label,
		`must be chosen from the list or by ID, because several sweepstakes have the handler “${value}”`,
	);
}

/**
 * The record of the picked sweepstakes.
 *
 * @throws {InputError} if the account has no such sweepstakes.
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function pickedRecord(service: Caller, token: string): Promise<Sweepstakes> {
	const found = await sweepstakesByToken(service, token);
	if (found) return found;
	throw new InputError('Sweepstakes', `must be the ID of a sweepstakes of this account, but is “${token}”`);
}
