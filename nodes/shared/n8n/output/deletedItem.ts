import type { Json } from '../../json';

/**
 * What comes out of a deletion. After a lost reply, nobody can know who deleted the record: `deleted` is null then, and
 * `message` says why.
 *
 * @param id the key and the token of the record
 */
export function deletedItem({ deleted = true, ...reply }: Json, id: object): object {
	return { deleted, ...id, ...reply };
}
