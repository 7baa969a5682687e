import { periodOf } from '../shared/api/sweepstakes';
import { without } from '../shared/items/keys';

/** Fields that nobody works with as they are. When the sweepstakes runs is lifted out of the settings. */
const REST = ['UserToken', 'Settings', 'Notes', 'AdminChecklist'];

/** A sweepstakes as it comes out of the node. */
export function sweepstakesItem(record: object, { simplify }: { simplify: boolean }): object {
	return simplify ? { ...periodOf(record), ...without(record, REST) } : record;
}
