/**
 * Run as `node launch.js <n8n's program> start`, this runs n8n until the parent process ends. Standard input is a pipe
 * from the parent, which closes even if the parent is killed. So a killed test run does not leave an n8n process
 * behind.
 */
process.stdin.on('end', () => {
	process.kill(process.pid, 'SIGTERM');
	// n8n may ignore the signal while it is starting.
	setTimeout(() => process.kill(process.pid, 'SIGKILL'), 10_000);
});
process.stdin.resume().unref();

// At this point, the outputs are closed, and n8n would report each failed write with another write, forever.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.argv.splice(1, 1);
require(process.argv[1]);
