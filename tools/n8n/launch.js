/**
 * `node launch.js <n8n's program> start`: n8n, ended when the process that started it is gone. Its standard input is a pipe
 * from there, which closes however that process ended, so that a killed test run leaves no n8n running.
 */
process.stdin.on('end', () => {
	process.kill(process.pid, 'SIGTERM');
	// While n8n still starts, it may take the signal and go on.
	setTimeout(() => process.kill(process.pid, 'SIGKILL'), 10_000);
});
process.stdin.resume().unref();

// Its output then leads nowhere: n8n would report each failed write by another write, for ever.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.argv.splice(1, 1);
require(process.argv[1]);
