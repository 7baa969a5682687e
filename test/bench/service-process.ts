/**
 * Runs a sandbox in its own process, so that it does not slow down what is measured. service.ts starts this program.
 */
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';

import { startSandbox } from '../../sandbox';
import { createSweepstakes } from '../../tools/sandbox';
import { FAR_ADDRESS } from './link';
import type { Question, ServiceOptions, StartedService } from './service';

async function main(options: ServiceOptions): Promise<void> {
	const { callsPerMinute, latencyMs, dialect, certificate, isFar } = options;
	const sandbox = await startSandbox({
		accounts: [{ plan: { MaxApiCallsPerMinute: callsPerMinute } }],
		latencyMs,
		dialect,
		sample: false,
	});
	const port = Number(new URL(sandbox.baseUrl).port);
	const through = (socket: Socket) => join(socket, connect(port, '127.0.0.1'));
	const host = isFar ? '0.0.0.0' : '127.0.0.1';
	const started: StartedService = {
		port: await listen(createServer({ noDelay: true }, through), host),
		token: sandbox.token,
		sweepstakesToken: await createSweepstakes(sandbox, { Handler: 'BENCH' }),
	};
	if (certificate) {
		const [key, cert] = [readFileSync(certificate.key), readFileSync(certificate.cert)];
		started.tlsPort = await listen(createTlsServer({ key, cert, noDelay: true }, through), host);
	}
	sandbox.advance(60_000);
	sandbox.clearCalls();

	process.on('message', ({ id, method, args }: Question) => {
		const answer = (sandbox[method] as (...args: unknown[]) => unknown)(...args);
		process.send!({ id, answer });
	});
	process.once('disconnect', () => process.exit());
	process.send!({ id: 0, answer: started });
}

function join(outer: Socket, inner: Socket): void {
	inner.setNoDelay(true);
	outer.pipe(toLoopback()).pipe(inner).pipe(outer);
	outer.on('error', () => inner.destroy()).on('close', () => inner.destroy());
	inner.on('error', () => outer.destroy()).on('close', () => outer.destroySoon());
}

/** Replaces the host name of calls that come over the link, because the sandbox accepts only loopback hosts. */
function toLoopback(): Transform {
	return new Transform({
		transform: (chunk: Buffer, _encoding, done) =>
			done(null, Buffer.from(chunk.toString('latin1').replace(FAR_ADDRESS, '127.0.0.1'), 'latin1')),
	});
}

async function listen(server: Server, host: string): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
	return (server.address() as AddressInfo).port;
}

void main(JSON.parse(process.argv[2]!) as ServiceOptions);
