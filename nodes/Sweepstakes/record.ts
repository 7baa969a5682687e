import { without } from '../shared/fields/simplify';
import { isObject } from '../shared/json';

/** Fields that nobody works with as they are. When the sweepstakes runs is lifted out of the settings. */
const REST = ['UserToken', 'Settings', 'Notes', 'AdminChecklist'];

/** A sweepstakes as it comes out of the node. */
export function sweepstakesItem(record: object, { simplify }: { simplify: boolean }): object {
	return simplify ? { ...periodOf(record), ...without(record, REST) } : record;
}

/** When a sweepstakes runs, as its settings say. The end date has two names there (reference, Sweepstakes, fetch). */
function periodOf(record: object): object {
	const settings = 'Settings' in record && isObject(record.Settings) ? record.Settings : {};
	const { StartDate, StartTime, ExpirationDate, EndDate = ExpirationDate, EndTime, Timezone } = settings;
	const period = { StartDate, StartTime, EndDate, EndTime, Timezone };
	return Object.fromEntries(Object.entries(period).filter(([, value]) => value !== undefined));
}
