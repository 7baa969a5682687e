import { pluralize } from '../../nodes/shared/pluralize';
import { listFindings, hasSeenEnough, isUnseen, type Report } from './report';
import type { Step } from './step';
import { DEADLINE_IN_WORDS, duration, isNearDeadline, isSlow } from './times';

/** Lists the planned calls. It is shown before the first call is sent. */
export function describePlan(plan: readonly Step[], budget: number): string {
	const names = plan.map(({ name, calls }) => [name, calls.join(', or ')] as const);
	const most = mostCalls(plan);
	return `${columns(names)}\n\nAt most ${Math.min(most, budget)} calls${most > budget ? ` of ${most}, by --calls` : ''}, without repetitions.\n`;
}

/** Returns the maximum number of calls that a plan makes, without retries. */
export function mostCalls(plan: readonly Step[]): number {
	return plan.reduce((sum, { most, tries = 1 }) => sum + most * tries, 0);
}

/**
 * Formats the report for people.
 *
 * @param left the names of records that may still be in the account
 */
export function reportInWords(report: Report, left: readonly string[] = []): string {
	const { steps, guesses, replies, questions } = report;
	const unknown = replies.filter(({ unknownKeys }) => unknownKeys.length > 0);
	return [
		section(
			'What was read',
			steps.map(({ name, verdict }) => [name, verdict]),
		),
		section(
			'What the documentation leaves open',
			guesses.map(({ question, verdict, answers }) => [
				question,
				verdict === 'as expected'
					? answers.join(' and ')
					: verdict === 'otherwise'
						? 'otherwise (see below)'
						: verdict,
			]),
		),
		...(unknown.length > 0
			? [
					section(
						'New fields, which the nodes pass on unchanged',
						unknown.map(({ call, unknownKeys }) => [call, unknownKeys.join(', ')]),
					),
				]
			: []),
		describeTimes(report),
		...(questions.length > 0 ? [`Please compare\n${questions.map((one) => `  ${one}`).join('\n')}`] : []),
		...describeFindings(report),
		...(left.length > 0 ? [describeLeft(left)] : []),
		summary(report),
	].join('\n\n');
}

function describeFindings(report: Report): string[] {
	const findings = listFindings(report);
	if (findings.length === 0) return [];
	const paragraphs = findings.map(({ name, about, expected, came, means }) =>
		[
			`  ${name === about ? name : `${name}: ${about}`}`,
			`    expected: ${expected}`,
			`    found:    ${came}`,
			`    for you:  ${means}`,
		].join('\n'),
	);
	return [`What differs from what these nodes expect\n${paragraphs.join('\n')}`];
}

/** Lists the records that may still be in the account. */
export function describeLeft(left: readonly string[]): string {
	return [
		'These may still be in your account. Look for them, and delete those that you find. The next check looks again.',
		...left.map((name) => `  ${name}`),
	].join('\n');
}

function describeTimes({ replies }: Report): string {
	const rows = replies.map(({ call, times, times: { answers, median, slowest } }) => [
		call,
		`${String(answers).padStart(7)}  ${duration(median).padStart(8)}  ${duration(slowest).padStart(8)}${isSlow(times) ? '  slow' : ''}`,
	]) satisfies Row[];
	const slow = replies.filter(({ times }) => isNearDeadline(times));
	const warning = slow.map(
		({ call, times }) =>
			`  ${call} came near the nodes’ deadline of ${DEADLINE_IN_WORDS}: ${duration(times.slowest)}. A slower response counts as lost. For calls that must not happen twice, the nodes then look up the result, and stop where they cannot.`,
	);
	const heading = ['', 'replies    median   slowest'] as const;
	return [section('Response times', [heading, ...rows]), ...warning].join('\n');
}

function summary(report: Report): string {
	const { calls, ended, steps } = report;
	const findings = listFindings(report).length;
	const sentences = [`${pluralize(calls, 'call')}.`];
	if (findings > 0) sentences.push(`${pluralize(findings, 'difference')} from what these nodes expect.`);
	const unseen = steps.filter(isUnseen).length;
	if (ended) sentences.push(ENDED[ended]);
	if (unseen > 0 || steps.length === 0)
		sentences.push(
			`${unseen} of ${steps.length} steps could not be seen, so this report says nothing about them.`,
		);
	if (findings === 0 && hasSeenEnough(report))
		sentences.push('Everything that was seen is as these nodes expect it.');
	return sentences.join(' ');
}

const ENDED: Record<NonNullable<Report['ended']>, string> = {
	stopped: 'The check was stopped before its end.',
	budget: 'The check ended early, because --calls was used up.',
	refused:
		'The check ended early, because the service could not be reached, refused the token, or takes no more calls from this account.',
	elsewhere:
		'The check ended early, because three calls in a row got no answer, or something other than an answer from the service, such as a login page. Check the Base URL.',
};

type Row = readonly [string, string];

function section(title: string, rows: readonly Row[]): string {
	return `${title}\n${columns(rows)}`;
}

function columns(rows: readonly Row[]): string {
	const width = Math.max(0, ...rows.map(([first]) => first.length));
	return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join('\n');
}
