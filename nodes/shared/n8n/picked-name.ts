import { asObject, asText, cut } from '../json';

/** The state that a list shows after a name. A day is written as `YYYY-MM-DD`. */
export type State = 'paused' | 'ended' | 'archived' | `${'from' | 'until'} ${string}`;

/** Returns a name with its state, such as "Spring Giveaway (SPRING), until 2027-05-31". */
export function nameWithState(name: string, state: State | undefined): string {
	return state ? `${name}, ${state}` : name;
}

const STATE = /, (?:paused|ended|archived|(?:from|until) \d{4}-\d{2}-\d{2})$/;

const UNTIL = /, (?:from|until) (\d{4}-\d{2}-\d{2})$/;

/**
 * Returns the day until which the state that the list showed for the picked value lasts, if the list showed such a day.
 */
export function readPickedUntil(value: unknown): string | undefined {
	const { mode, cachedResultName } = asObject(value);
	return mode === 'list' ? UNTIL.exec(asText(cachedResultName))?.[1] : undefined;
}

/** Returns the name that was picked from a list, without its state, or '' if the value was entered in another way. */
export function readPickedName(value: unknown): string {
	const { mode, cachedResultName } = asObject(value);
	return mode === 'list' ? cut(asText(cachedResultName).replace(STATE, '')) : '';
}
