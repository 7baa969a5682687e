import { without } from '../shared/fields/simplify';

/** Fields that nobody works with. The inner fields of the objects among them are not documented. */
const REST = ['UserToken', 'Settings', 'Notes', 'AdminChecklist'];

/** A sweepstakes as it comes out of the node. */
export function sweepstakesItem(record: object, { simplify }: { simplify: boolean }): object {
	return simplify ? without(record, REST) : record;
}
