import type { AccountOptions, DateForm, Dialect } from '../../../sandbox';
import type { Json } from '../../support/sandbox';

/**
 * What calls change for the calls after them. A scenario begins with a sweepstakes, at noon UTC of Tuesday, 2030-01-15.
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
	/** The body. A required field that is left out gets a usual value, or the token of the record created last. */
	send?: Json | Json[];
	/** Default: any success. */
	status?: number;
	/** How often to call. Default: once. */
	times?: number;
	/**
	 * A part of the reply, matched as if the keys of its `Data` were beside `Data`. `A.0.B` is a path, and undefined means no
	 * value. A list is matched with `Data`.
	 */
	reply?: Json | Json[];
}

/** Adds a participant. */
export interface EntryStep {
	/** The entryPageFields, and where the participant is placed. */
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

/** A value that an earlier step has named. */
export class Named {
	constructor(readonly name: string) {}
}

/** Any value but that one. */
export class OtherThan {
	constructor(readonly name: string) {}
}

/**
 * In a reply, keeps a value under this name, and in later steps stands for it. Tokens of new records are kept by their
 * keys. `nobody` is a token without a record, `first` that of the first sweepstakes.
 */
export const named = (name: string) => new Named(name);

/** In a reply, any text that does not contain the one of this name. */
export const otherThan = (name: string) => new OtherThan(name);

/** Texts with the numbers from 0 on in place of `#`. */
export const numbered = (text: string, count: number): string[] =>
	Array.from({ length: count }, (_, index) => text.replace('#', String(index)));
