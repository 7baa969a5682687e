/** "1 call", "2 calls" */
export function plural(count: number, singular: string): string {
	return `${count} ${singular}${count === 1 ? '' : 's'}`;
}
