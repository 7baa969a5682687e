import { without } from '../shared/fields/simplify';

/** What a sweepstakes record has besides what people work with; the inner fields of these are not documented. */
const REST = ['UserToken', 'Settings', 'Notes', 'AdminChecklist'];

/** A sweepstakes as it comes out of the node. */
export function sweepstakesItem(record: object, { simplify }: { simplify: boolean }): object {
	return simplify ? without(record, REST) : record;
}
