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

const UNTIL = /, (?:from|until) (\d{4}-\d{2}-\d{2})$/;

/**
 * Returns the day that the list showed in the state of the picked record (after "from" or "until"): the day on which
 * that state ends. Returns undefined if there was no such day.
 */
export function readPickedUntil(value: unknown): string | undefined {
	const { mode, cachedResultName } = asObject(value);
	return mode === 'list' ? UNTIL.exec(asText(cachedResultName))?.[1] : undefined;
}

/**
 * Returns the name that was picked from a list, without its state. Returns '' if the value was not picked from a list.
 */
export function readPickedName(value: unknown): string {
	const { mode, cachedResultName } = asObject(value);
	return mode === 'list' ? cut(asText(cachedResultName).replace(STATE, '')) : '';
}
