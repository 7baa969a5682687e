/** How people enter a sweepstakes (contract, Sweepstakes). */
export const TYPES = [
	{ name: 'Email', value: 2 },
	{ name: 'SMS', value: 1 },
	{ name: 'Social', value: 3 },
] as const;
