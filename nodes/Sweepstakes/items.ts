import { periodOf } from './api';
import { without } from '../shared/n8n/output/keys';

/** Fields that nobody works with as they are. When the sweepstakes runs is lifted out of the settings. */
const REST = ['UserToken', 'Settings', 'Notes', 'AdminChecklist'];

/** A sweepstakes as it comes out of the node. */
export function sweepstakesItem(record: object, { simplify }: { simplify: boolean }): object {
	return simplify ? { ...periodOf(record), ...without(record, REST) } : record;
}
