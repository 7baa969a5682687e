import { readPeriod, findState } from './api';
import type { Json } from '../shared/json';
import { without } from '../shared/n8n/output/keys';

/** Fields that nobody works with as they are. When the sweepstakes runs is lifted out of the settings. */
const REST = ['UserToken', 'Settings', 'Notes', 'AdminChecklist'];

/** A sweepstakes as it comes out of the node, with its state in words where the record says it for certain. */
export function sweepstakesItem(record: Json, { simplify }: { simplify: boolean }): object {
	if (!simplify) return record;
	const state = findState(record, Date.now());
	return { ...(state && { state }), ...readPeriod(record), ...without(record, REST) };
}
