/**
 * Usage: `node launch.js <n8n's program> start`. Runs n8n until the parent process ends: standard input is a pipe from
 * the parent, which closes even if the parent is killed. A killed test run therefore leaves no n8n process behind.
 */
process.stdin.on('end', () => {
	process.kill(process.pid, 'SIGTERM');
	// n8n may ignore the signal while it is starting.
	setTimeout(() => process.kill(process.pid, 'SIGKILL'), 10_000);
});
process.stdin.resume().unref();

// When the parent has ended, the outputs are closed. Without these listeners, n8n would report each failed write with
// another write, forever.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.argv.splice(1, 1);
require(process.argv[1]);
