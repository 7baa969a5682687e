import { judge, READING_GUESSES, type Guess, type Judged } from './guesses';
import { describeReplies, type CallReport } from './replies';
import type { Outcome, Seen } from './run';

/** The whole report about an account. It contains no values: no names, addresses, texts, tokens or IDs. */
export interface Report {
	/** The version of this format. */
	version: 1;
	day: string;
	calls: number;
	/** The reason if the check ended early. */
	ended?: Seen['ended'];
	steps: StepReport[];
	guesses: Judged[];
	replies: CallReport[];
}

export interface StepReport {
	name: string;
	calls: readonly string[];
	result: Outcome['result'];
	/** The reason of a failure: the nodes' error code and the status. */
	failure?: Outcome['failure'];
	verdict: string;
	differences: string[];
}

/** Reports the results so far. */
export function reportOf(seen: Seen, guesses: readonly Guess[] = READING_GUESSES): Report {
	const replies = describeReplies(seen.attempts);
	return {
		version: 1,
		day: new Date().toISOString().slice(0, 10),
		calls: seen.attempts.length,
		ended: seen.ended,
		steps: seen.outcomes.map((outcome) => describeStep(outcome, replies)),
		guesses: judge(guesses, seen.attempts),
		replies,
	};
}

export const isRefuted = ({ verdict }: Judged): boolean => verdict === 'refuted';

function describeStep({ step, result, failure }: Outcome, replies: readonly CallReport[]): StepReport {
	const { name, calls, provokes } = step;
	const own = replies.filter(({ call }) => calls.includes(call));
	const differences = [
		...(provokes && result === 'read' && !own.some((one) => provokes.some((status) => one.statuses[status]))
			? [`The call should be refused with ${provokes.join(' or ')}`]
			: []),
		...(result === 'failed' ? [failureInWords(failure!)].flat() : []),
		...(provokes ? [] : own.flatMap((one) => one.differences)),
	];
	const verdict = verdictOf(result, differences, own, provokes);
	return { name, calls, result, failure, verdict, differences };
}

/** Leaves out refusals that the account's plan explains. */
function failureInWords({ code, status }: NonNullable<Outcome['failure']>): string[] {
	if (code === 'accessRefused') return [];
	if (code === 'unexpectedReply' || code === 'notConfirmed' || code === 'unreadableReply')
		return ['The nodes cannot read the reply'];
	return [`The call failed: ${code}${status === undefined ? '' : ` (${status})`}`];
}

function verdictOf(
	result: Outcome['result'],
	differences: readonly string[],
	own: readonly CallReport[],
	provokes: readonly number[] | undefined,
): string {
	if (result === 'noRecord') return 'nothing in the account to try it with';
	if (result === 'notReached') return 'not tried';
	if (result === 'empty' && differences.length === 0) return 'read, without any record';
	if (differences.length > 0) return `differs (${differences.length})`;
	if (result === 'failed') return 'not allowed for this account (403)';
	if (provokes) return 'refused, as both texts say';
	return AS_SAID[own.map(({ reads }) => reads).find((reads) => reads && reads !== 'both') ?? 'both'];
}

const AS_SAID: Record<NonNullable<CallReport['reads']>, string> = {
	both: 'as both texts say',
	contract: 'as the contract says',
	reference: 'as the reference says',
	mixed: 'partly as the contract, partly as the reference says',
};
