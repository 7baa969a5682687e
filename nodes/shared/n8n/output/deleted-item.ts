import type { Json } from '../../json';

/**
 * After a lost reply we cannot tell who deleted the record: `deleted` is then null, and `message` says why.
 */
export function deletedItem({ deleted = true, ...reply }: Json, id: object): object {
	return { deleted, ...id, ...reply };
}
