/** Shortens the jittered waits between attempts to almost nothing, until `jest.restoreAllMocks`. */
export function shortenWaits(): void {
	const random = Math.random;
	jest.spyOn(Math, 'random').mockImplementation(() => random() / 1_000);
}
