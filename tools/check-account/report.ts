import type { AddedRecord } from './added';
import { firstOfEach, removeDuplicates, type Finding } from './finding';
import { failureFinding, isOfPlan, toRefusal } from './failures';
import type { Kind } from './kinds';
import { judge, READING_GUESSES, type Guess, type JudgedQuestion } from './guesses';
import { askAboutCents } from './relations';
import { describeReplies, isOfTheWay, type CallReport } from './replies';
import type { Outcome, Observations } from './run';

/**
 * The whole report about an account. It does not contain any values, such as names, addresses, text, tokens and IDs.
 */
export interface Report {
	/** The version of this format. */
	version: 1;
	day: string;
	calls: number;
	/** The reason if the check ended early. */
	ended?: Observations['ended'];
	steps: StepReport[];
	guesses: JudgedQuestion[];
	/** One-sentence questions to the user, who can see the values that the report must not contain. */
	questions: string[];
	replies: CallReport[];
	/** The kinds of records that the check added and may have left behind. */
	left: Kind[];
}

export interface StepReport {
	name: string;
	calls: readonly string[];
	result: Outcome['result'];
	/** Why the step failed: the nodes' error code and the status. */
	failure?: Outcome['failure'];
	verdict: string;
	findings: Finding[];
}

/** Reports the results so far. */
export function toReport(
	seen: Observations,
	guesses: readonly Guess[] = READING_GUESSES,
	left: readonly AddedRecord[] = [],
): Report {
	const replies = describeReplies(seen.attempts);
	return {
		version: 1,
		day: new Date().toISOString().slice(0, 10),
		calls: seen.attempts.length,
		ended: seen.ended,
		steps: seen.outcomes.map((outcome) => describeStep(outcome, replies)),
		guesses: judge(guesses, seen.attempts),
		questions: askAboutCents(seen.attempts),
		replies,
		left: left.map(({ kind }) => kind),
	};
}

/** Returns everything that differs from what the nodes expect, each finding with the name of its step or question. */
export function listFindings({ steps, guesses }: Report): Array<Finding & { name: string }> {
	const ofSteps = steps.flatMap(({ name, findings }) => findings.map((one) => ({ ...one, name })));
	return [
		...ofSteps,
		...guesses.flatMap(({ findings, question: name }) => findings.map((one) => ({ ...one, name }))),
	];
}

/** Whether the check has seen enough to state that the service works as the nodes expect. */
export function hasSeenEnough({ steps, ended, left }: Report): boolean {
	const unseen = steps.filter(isUnseen).length;
	return ended === undefined && left.length === 0 && unseen < steps.length / 2;
}

/**
 * Whether a step shows nothing about the service. A refusal that the plan may explain is not a finding, but it does not
 * show that the service works, either.
 */
export function isUnseen({ result, findings }: StepReport): boolean {
	return result === 'notReached' || (result === 'failed' && findings.length === 0);
}

function describeStep(
	{ step, result, failure, findings: noticed = [] }: Outcome,
	replies: readonly CallReport[],
): StepReport {
	const { name, calls, provokes } = step;
	const own = replies.filter(({ call }) => calls.includes(call));
	const findings = removeDuplicates([
		...(failure && !isOfPlan(failure) ? [failureFinding(failure, provokes && toRefusal(provokes))] : []),
		...firstOfEach(noticed),
		...(provokes ? [] : own.flatMap((one) => one.findings).filter((one) => !failure || !isOfTheWay(one))),
	]);
	return { name, calls, result, failure, verdict: toVerdict(result, findings, own, provokes), findings };
}

function toVerdict(
	result: Outcome['result'],
	findings: readonly Finding[],
	own: readonly CallReport[],
	provokes: readonly number[] | undefined,
): string {
	if (result === 'noRecord') return 'nothing in the account to try it with';
	if (result === 'notReached') return 'not tried';
	if (findings.length > 0 && result === 'failed') return 'failed (see below)';
	if (findings.length > 0) return `differs (${findings.length}, see below)`;
	if (result === 'empty') return 'read, but it has no records';
	if (result === 'failed') return 'not seen: not allowed for this account (403)';
	if (provokes) return 'refused, as documented';
	return AS_SAID[own.map(({ reads }) => reads).find((reads) => reads && reads !== 'both') ?? 'both'];
}

const AS_SAID: Record<NonNullable<CallReport['reads']>, string> = {
	both: 'as documented',
	contract: 'as documented in the contract',
	reference: 'as documented in the reference',
	mixed: 'as documented, partly in each',
};
