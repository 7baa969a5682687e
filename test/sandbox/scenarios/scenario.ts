import type { AccountOptions, DateForm, Dialect } from '../../../sandbox';
import type { Json } from '../../support/sandbox';

/**
 * Series of calls by what they show. Each call can change what the next one finds. A scenario begins with a sweepstakes,
 * at noon UTC on Tuesday, 2030-01-15.
 */
export type Scenarios = Record<string, Step[] | Scenario>;

export interface Scenario {
	/** The dialect of the sandbox; `contract` by default. */
	dialect?: Dialect | 'both';
	dates?: DateForm;
	account?: AccountOptions;
	steps: Step[];
}

export type Step = CallStep | EntryStep | WaitStep;

/**
 * The part of a reply that a step expects. Keys of `Data` can be given without `Data`. `A.0.B` is a path. Undefined means
 * that there is no value, but not in a list: a list is compared with `Data` itself.
 */
type Shown = Json | Json[];

interface CallStep {
	call: string;
	send: Json;
	/** The expected status; any success by default. */
	status?: number;
	/** The token of another account that makes the call. */
	token?: string;
	times?: number;
	reply?: Shown;
}

interface EntryStep {
	entry: Json;
	times?: number;
	reply?: Shown;
}

interface WaitStep {
	/** By how many ms to move the clock. */
	wait: number;
}

const withReply = <S extends Step>(step: S) => ({
	...step,
	shows: (reply: Shown): S => ({ ...step, reply }),
});

/**
 * A call that succeeds.
 *
 * @param send the body. If a required field is missing, it gets a usual value or the token of the latest record.
 */
export const ok = (call: string, send: Json = {}) => withReply<CallStep>({ call, send });

/** A call that gets an error with this status. */
export const refused = (status: number, call: string, send: Json = {}) =>
	withReply<CallStep>({ call, send, status });

/** A call of the account with this token. */
export const by = (token: string, step: CallStep): CallStep => ({ ...step, token });

/** Adds a participant: the entryPageFields, and `Collections`, `Spam` or `GroupToken` for where to place it afterward. */
export const entry = (fields: Json = {}) => withReply<EntryStep>({ entry: fields });

export const times = (count: number, step: CallStep | EntryStep): Step => ({ ...step, times: count });

/** Moves the latest participant, or the one with this KeyEmail, to collections or a group. */
export const place = (placement: Json) =>
	ok('/_sandbox/participants', {
		SweepstakesToken: named('SweepstakesToken'),
		...('KeyEmail' in placement ? {} : { ParticipantToken: named('ParticipantToken') }),
		...placement,
	});

/** Moves the clock. */
export const wait = (ms: number): WaitStep => ({ wait: ms });

/**
 * Carries out the steps of a scenario.
 *
 * @throws Error with the number and text of the step that failed
 */
export async function playAll(steps: readonly Step[], play: (step: Step) => Promise<void>): Promise<void> {
	for (const [index, step] of steps.entries()) {
		try {
			await play(step);
		} catch (error) {
			const { message } = error as Error;
			throw new Error(`Step ${index + 1} of ${steps.length}, ${toText(step)}: ${message}`, { cause: error });
		}
	}
}

function toText(step: Step): string {
	if ('wait' in step) return `wait ${step.wait} ms`;
	return 'entry' in step
		? `entry ${JSON.stringify(step.entry)}`
		: `call ${step.call} ${JSON.stringify(step.send)}`;
}

/** Adds made-up participants to the first sweepstakes. */
export const fill = (count: number) =>
	ok('/_sandbox/participants/fill', { SweepstakesToken: named('first'), count });

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
