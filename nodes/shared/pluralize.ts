/** Returns a count with its noun: "1 call", "2 calls", "1,200 calls", "2 sweepstakes". */
export function pluralize(count: number, singular: string): string {
	return `${count.toLocaleString('en-US')} ${singular}${count === 1 || singular.endsWith('sweepstakes') ? '' : 's'}`;
}
