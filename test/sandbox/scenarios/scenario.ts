import type { AccountOptions, DateForm, Dialect } from '../../../sandbox';
import type { Json } from '../../support/sandbox';

/**
 * A series of calls, each of which can change what the next one finds. A scenario begins with a sweepstakes, at noon
 * UTC on Tuesday, 2030-01-15.
 */
export interface Scenario {
	title: string;
	/** The dialect of the sandbox; `contract` by default. */
	dialect?: Dialect | 'both';
	dates?: DateForm;
	account?: AccountOptions;
	steps: Step[];
}

export type Step = CallStep | EntryStep | WaitStep;

export interface CallStep {
	call: string;
	/** The token of another account that makes the call. */
	by?: string;
	/**
	 * The body, or several bodies for several calls. If a required field is missing, it gets a usual value or the token
	 * of the latest record.
	 */
	send?: Json | Json[];
	/** The expected status; any success by default. */
	status?: number;
	/** How often to make the call; once by default. */
	times?: number;
	/**
	 * The expected part of the reply. Keys of `Data` can be given without `Data`. `A.0.B` is a path. Undefined means that
	 * there is no value, but not in a list: a list is compared with `Data` itself.
	 */
	reply?: Json | Json[];
}

/** Adds a participant. */
export interface EntryStep {
	/** The entryPageFields, and where the participant is placed afterward. */
	entry: Json & { Collections?: string[]; Spam?: boolean; GroupToken?: unknown };
	times?: number;
	/** The expected part of the reply, as in `CallStep.reply`. */
	reply?: Json;
}

/** Moves the clock. */
export interface WaitStep {
	/** By how many ms to move the clock. */
	wait: number;
}

/** The value that an earlier step has stored under a name. */
export class NamedValue {
	constructor(readonly name: string) {}
}

/** Any value except the one with this name. */
export class ValueOtherThan {
	constructor(readonly name: string) {}
}

/**
 * In a reply, stores the value under this name. In later steps, stands for the stored value. The tokens of new records
 * are stored under their keys. `nobody` is a token that no record has, and `first` is the token of the first
 * sweepstakes.
 */
export const named = (name: string) => new NamedValue(name);

/** In a reply, matches any text that does not contain the text stored under this name. */
export const otherThan = (name: string) => new ValueOtherThan(name);

/** Returns copies of a text in which `#` is replaced with the numbers from 0 on. */
export const numbered = (text: string, count: number): string[] =>
	Array.from({ length: count }, (_, index) => text.replace('#', String(index)));
