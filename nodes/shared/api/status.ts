import { ServiceError } from '../client/failures';
import { asText, isBlank, pickFirstFilled, type Json } from '../json';

/**
 * Checks that the service would accept a change that depends on the status of a record. A dry run calls this with the
 * record that it found. A record without a status passes.
 *
 * @param accepted the statuses in which the service makes the change
 * @throws {ServiceError} with status 409, like the service
 */
export function assertStatus({ Status, BlockedReason, ExitReason }: Json, accepted: readonly string[]): void {
	if (isBlank(Status) || accepted.includes(asText(Status))) return;
	const errorName = asText(pickFirstFilled(BlockedReason, ExitReason)) || undefined;
	throw new ServiceError({ code: 'refused', status: 409, errorName, body: { Data: { Status } } });
}
