import { pluralize } from '../../nodes/shared/pluralize';
import { compare, type Claims } from './compare';
import type { Run } from './run';

/** Returns the report of a check. It contains no value of the account. */
export function toReport({ readings, calls, ended = '' }: Run, claims: Claims): string {
	const operations = compare(readings, claims);
	const answers = operations.flatMap((one) => one.answers);
	const differences = operations.flatMap(({ operation, differences: own }) =>
		own.map(({ subject, expected, found }) => {
			const means = answers.find(({ question }) => subject === `(${question})`)?.means;
			return [
				`${operation}: ${subject}`,
				`  expected: ${expected}`,
				`  found:    ${found}`,
				...(means ? [`  for you:  ${means}`] : []),
			].join('\n  ');
		}),
	);
	const count = differences.length > 0 ? pluralize(differences.length, 'difference') : 'No difference';
	return [
		toSection(
			'What was compared',
			operations.map(({ operation, verdict }) => `${operation}: ${verdict}`),
		),
		toSection(
			'What the documentation leaves open',
			answers.map(({ question, answer }) => `${question}: ${answer}`),
		),
		toSection('What differs from the sandbox', differences),
		`${pluralize(calls, 'call')}. ${count} from the sandbox. ${ended}`,
	]
		.join('\n\n')
		.trim();
}

const toSection = (title: string, lines: readonly string[]): string =>
	[title, ...(lines.length > 0 ? lines : ['-'])].join('\n  ');
