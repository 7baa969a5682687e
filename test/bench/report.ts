/** A figure with its target. */
export interface Figure {
	part: string;
	what: string;
	measured: string;
	bar: string;
	reached: boolean;
	/** Why the target is missed, if the reason is known. The page shows it only if the target is missed. */
	ifMissed?: string;
}

export interface PartReport {
	title: string;
	/** A paragraph about how the part is measured. */
	how: string;
	table: { head: string[]; rows: string[][] };
	figures: Figure[];
	/** A picture for the page, as SVG. Only one part has one. */
	picture?: string;
}

/** Returns a figure that must not exceed its target. */
export const atMost = (
	part: string,
	what: string,
	value: number,
	bar: number,
	show: (value: number) => string = ratio,
): Figure => ({ part, what, measured: show(value), bar: `≤ ${show(bar)}`, reached: value <= bar });

export const ratio = (value: number) => String(Math.round(value * 1_000) / 1_000);
export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
export const seconds = (valueMs: number) => `${(valueMs / 1_000).toFixed(1)} s`;
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

export function median(values: number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Says how many targets were reached, and shows the others in a Markdown table. */
export function missedTargets(figures: Figure[]): string {
	const missed = figures.filter(({ reached }) => !reached);
	const count = `${figures.length - missed.length} of ${figures.length} targets were reached.`;
	if (missed.length === 0) return count;
	const rows = missed.map(({ part, what, measured, bar, ifMissed = '' }) => [
		`${part}: ${what}`,
		measured,
		bar,
		ifMissed,
	]);
	return `${count} The others:\n\n${markdownTable(['part: what', 'measured', 'target', 'why'], rows)}`;
}

export function markdownTable(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
