/**
 * `node launch.js <n8n's program> start` runs n8n until the parent process ends. Standard input is a pipe from the
 * parent, and it closes however the parent ends. So a killed test run leaves no n8n process behind.
 */
process.stdin.on('end', () => {
	process.kill(process.pid, 'SIGTERM');
	// n8n may ignore the signal while it starts.
	setTimeout(() => process.kill(process.pid, 'SIGKILL'), 10_000);
});
process.stdin.resume().unref();

// By then, the output is closed, and n8n would report each failed write with another write, forever.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.argv.splice(1, 1);
require(process.argv[1]);
