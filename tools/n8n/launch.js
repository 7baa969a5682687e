/**
 * `node launch.js <n8n's program> start` runs n8n until the parent process ends. Its standard input is a pipe from the
 * parent, which closes however the parent ends. A killed test run therefore leaves no n8n running.
 */
process.stdin.on('end', () => {
	process.kill(process.pid, 'SIGTERM');
	// n8n may ignore the signal while it starts.
	setTimeout(() => process.kill(process.pid, 'SIGKILL'), 10_000);
});
process.stdin.resume().unref();

// Its output is then closed, and n8n would report each failed write with another write, forever.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.argv.splice(1, 1);
require(process.argv[1]);
