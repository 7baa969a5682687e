/**
 * Runs some work, and returns the most time that it used of the processor without a pause, in ms. Meanwhile, n8n could
 * do nothing else. Other processes of the machine do not count, but the compiler and the garbage collector of this one
 * do, so work that took longer than `most` is tried up to three times.
 */
export async function measureLongestStretch(work: () => unknown, most = 300): Promise<number> {
	let best = Infinity;
	for (let tries = 0; tries < 3 && best > most; tries++) best = Math.min(best, await measureOnce(work));
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
