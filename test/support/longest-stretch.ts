/** How much longer code may take while its coverage is measured. */
const SLOWDOWN_BY_COVERAGE = 3;

/**
 * Runs some work, and returns the longest CPU time between two of its pauses, in ms. n8n can do nothing else in that
 * time. Other processes of the machine do not count, but the compiler and the garbage collector of this one do, so work
 * that took longer than `most` is tried up to five times.
 */
export async function measureLongestStretch(work: () => unknown, most = 300): Promise<number> {
	const slowdown = '__coverage__' in globalThis ? SLOWDOWN_BY_COVERAGE : 1;
	let best = Infinity;
	for (let tries = 0; tries < 5 && best > most; tries++)
		best = Math.min(best, (await measureOnce(work)) / slowdown);
	return best;
}

async function measureOnce(work: () => unknown): Promise<number> {
	let longest = 0;
	let isOver = false;
	let start = process.cpuUsage();
	const note = () => {
		const { user, system } = process.cpuUsage(start);
		longest = Math.max(longest, (user + system) / 1_000);
		start = process.cpuUsage();
		if (!isOver) setImmediate(note);
	};
	setImmediate(note);
	try {
		await work();
	} finally {
		isOver = true;
		note();
	}
	return longest;
}
