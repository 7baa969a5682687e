import { asObject, asText, cut } from '../json';

/**
 * The state of a record that a picker's list shows after the name. "from" and "until" are followed by a day
 * (`YYYY-MM-DD`).
 */
export type State = 'paused' | 'ended' | 'archived' | `${'from' | 'until'} ${string}`;

/** Adds the state to a name, as in "Spring Giveaway (SPRING), until 2027-05-31". */
export function nameWithState(name: string, state: State | undefined): string {
	return state ? `${name}, ${state}` : name;
}

const STATE = /, (?:paused|ended|archived|(?:from|until) \d{4}-\d{2}-\d{2})$/;

/**
 * Returns the name that was picked from a list, without its state. Returns '' if the value was not picked from a list.
 */
export function readPickedName(value: unknown): string {
	const { mode, cachedResultName } = asObject(value);
	return mode === 'list' ? cut(asText(cachedResultName).replace(STATE, '')) : '';
}
