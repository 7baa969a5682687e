import type { AccountOptions, DateForm, Dialect } from '../../../sandbox';
import type { Json } from '../../support/sandbox';

/**
 * A series of calls, and what each changes for the next. A scenario begins with a sweepstakes, at noon UTC on Tuesday,
 * 2030-01-15.
 */
export interface Scenario {
	title: string;
	/** Default: `contract`. */
	dialect?: Dialect | 'both';
	dates?: DateForm;
	/** The options of the account. */
	account?: AccountOptions;
	steps: Step[];
}

export type Step = CallStep | EntryStep | WaitStep;

export interface CallStep {
	/** The path. */
	call: string;
	/** The token of another account. */
	by?: string;
	/** The body. A required field that is missing gets a usual value, or the token of the latest record. */
	send?: Json | Json[];
	/** Default: any success. */
	status?: number;
	/** How often to call. Default: once. */
	times?: number;
	/**
	 * Part of the reply, which may name keys of `Data` without naming `Data`. `A.0.B` is a path, and undefined means that
	 * there is no value. A list is compared with `Data` itself.
	 */
	reply?: Json | Json[];
}

/** Adds a participant. */
export interface EntryStep {
	/** The entryPageFields, and where to place the participant. */
	entry: Json & { Collections?: string[]; Spam?: boolean; GroupToken?: unknown };
	times?: number;
	/** See `CallStep.reply`. */
	reply?: Json;
}

/** Moves the clock. */
export interface WaitStep {
	/** In ms. */
	wait: number;
}

/** The value that an earlier step has stored under a name. */
export class Named {
	constructor(readonly name: string) {}
}

/** Any value except the one with this name. */
export class OtherThan {
	constructor(readonly name: string) {}
}

/**
 * In a reply, stores the value under this name. In later steps, stands for that value. Tokens of new records are stored
 * under their keys. `nobody` is a token that no record has, and `first` is the token of the first sweepstakes.
 */
export const named = (name: string) => new Named(name);

/** In a reply, any text that does not contain the text with this name. */
export const otherThan = (name: string) => new OtherThan(name);

/** Copies of a text, with the numbers from 0 on in place of `#`. */
export const numbered = (text: string, count: number): string[] =>
	Array.from({ length: count }, (_, index) => text.replace('#', String(index)));
