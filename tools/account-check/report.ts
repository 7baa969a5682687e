import { pluralize } from '../../nodes/shared/pluralize';
import { compare, isOfPlan, type Claim, type Comparison } from './compare';
import type { Reading } from './reading';
import type { Run } from './run';

/** The report. It contains no value of the account. */
export interface Report {
	version: 2;
	day: string;
	calls: number;
	ended: Run['ended'];
	operations: Array<Comparison & { verdict: string }>;
}

export function toReport(run: Run, claims: readonly Claim[]): Report {
	const operations = compare(run, claims).map((one, index) => ({
		verdict: judge(run.readings[index]!, one.findings.length),
		...one,
	}));
	const day = new Date().toISOString().slice(0, 10);
	return { version: 2, day, calls: run.calls, ended: run.ended, operations };
}

function judge({ result, failure }: Reading, findings: number): string {
	if (result === 'notReached') return 'not reached';
	if (result === 'noRecord') return 'nothing in the account to try it with';
	if (failure && isOfPlan(failure)) return 'refused (status 403); perhaps not part of your plan';
	if (findings > 0) return `differs (${pluralize(findings, 'difference')})`;
	return result === 'empty' ? 'as in the sandbox, but without records' : 'as in the sandbox';
}

const ENDED: Record<NonNullable<Run['ended']>, string> = {
	stopped: 'The check was stopped before its end.',
	failed:
		'The check ended early, because the service could not be reached, refused the token, or takes no more calls from this account. Check the Base URL and the token.',
	tooMany: 'The check ended early, because it had made the most calls that it may make.',
};

/** Returns the report as text for the terminal. */
export function toText({ operations, calls, ended }: Report): string {
	const findings = operations.flatMap(({ operation, findings: own }) =>
		own.map(({ about, expected, found, means }) =>
			[
				`  ${operation}: ${about}`,
				`    expected: ${expected}`,
				`    found:    ${found}`,
				`    for you:  ${means}`,
			].join('\n'),
		),
	);
	const news = operations.filter(({ newKeys }) => newKeys.length > 0);
	const unseen = operations.filter(({ result }) => result !== 'read');
	const end = [
		`${pluralize(calls, 'call')}.`,
		...(ended ? [ENDED[ended]] : []),
		...(unseen.length > 0
			? [`${unseen.length} of ${operations.length} operations had nothing to compare.`]
			: []),
		findings.length > 0
			? `${pluralize(findings.length, 'difference')} from the sandbox.`
			: ended
				? ''
				: 'Everything that was seen is as in the sandbox.',
	].filter(Boolean);
	return [
		section(
			'What was compared',
			operations.map(({ operation, verdict }) => [operation, verdict]),
		),
		section(
			'What the documentation leaves open',
			operations.flatMap(({ guesses }) => guesses.map(({ question, answer }) => [question, answer])),
		),
		section(
			'New fields, which the nodes pass on unchanged',
			news.map(({ operation, newKeys }) => [operation, newKeys.join(', ')]),
		),
		findings.length > 0 ? `What differs from the sandbox\n${findings.join('\n')}` : '',
		end.join(' '),
	]
		.filter(Boolean)
		.join('\n\n');
}

function section(title: string, rows: ReadonlyArray<readonly string[]>): string {
	const width = Math.max(0, ...rows.map(([first = '']) => first.length));
	const lines = rows.map(([first = '', second]) => `  ${first.padEnd(width)}  ${second}`);
	return rows.length > 0 ? `${title}\n${lines.join('\n')}` : '';
}
