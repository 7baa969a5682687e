import { isRefuted, type Report } from './report';
import type { Step } from './step';

/** Lists the planned calls, before the first one is sent. */
export function planInWords(plan: readonly Step[], budget: number): string {
	const names = plan.map(({ name, calls }) => [name, calls.join(', or ')] as const);
	const most = plan.reduce((sum, { most: calls, tries = 1 }) => sum + calls * tries, 0);
	return `${columns(names)}\n\nAt most ${Math.min(most, budget)} calls${most > budget ? ` of ${most}, by --calls` : ''}, without repetitions.\n`;
}

/** Formats the report as a table. */
export function reportInWords({ steps, guesses, replies, calls, ended }: Report): string {
	const unknown = replies.filter(({ unknownKeys }) => unknownKeys.length > 0);
	const different = steps.filter(({ differences }) => differences.length > 0);
	return [
		section(
			'What was read',
			steps.map(({ name, verdict }) => [name, verdict]),
		),
		section(
			'What the texts leave open',
			guesses.map((guess) => [
				guess.question,
				guess.verdict === 'confirmed' ? guess.answers.join(' and ') : guess.verdict,
			]),
		),
		...(unknown.length > 0
			? [
					section(
						'Keys that no text names',
						unknown.map(({ call, unknownKeys }) => [call, unknownKeys.join(', ')]),
					),
				]
			: []),
		...(different.length > 0
			? [
					section(
						'What is not as these nodes expect it',
						different.flatMap(({ name, differences }) => differences.map((one) => [name, one] as const)),
					),
				]
			: []),
		summary(different.length, guesses.filter(isRefuted).length, calls, ended),
	].join('\n\n');
}

function summary(different: number, refuted: number, calls: number, ended: Report['ended']): string {
	const end = ended ? ` ${ENDED[ended]}` : '';
	if (different + refuted === 0)
		return `${calls} calls. Everything that was seen is as these nodes expect it.${end}`;
	return `${calls} calls. ${different} of the lines above and ${refuted} of the open questions are not as these nodes expect it.${end}`;
}

const ENDED: Record<NonNullable<Report['ended']>, string> = {
	stopped: 'The check was stopped before its end.',
	budget: 'The check ended because --calls was used up.',
	refused: 'The check ended because the service could not be reached or refused the token.',
};

function section(title: string, rows: ReadonlyArray<readonly [string, string]>): string {
	return `${title}\n${columns(rows)}`;
}

function columns(rows: ReadonlyArray<readonly [string, string]>): string {
	const width = Math.max(0, ...rows.map(([first]) => first.length));
	return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join('\n');
}
