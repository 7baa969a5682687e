import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Dialect } from '../../sandbox';
import { Store } from '../../sandbox/store';

const MAIN = join(__dirname, '../../sandbox/main.ts');

export interface SandboxProcessOptions {
	/** The port, which stays the same after `kill` and `start`. */
	port: number;
	token: string;
	dialect: Dialect;
	/** The processing time of each call, in ms. */
	latencyMs: number;
}

/** A sandbox in its own process, which can be killed and restarted with its state in a file. */
export class SandboxProcess {
	readonly baseUrl: string;
	private readonly folder = mkdtempSync(join(tmpdir(), 'sweepstakes-killed-'));
	private readonly data = join(this.folder, 'state');
	private child: ChildProcess | undefined;

	static async start(options: SandboxProcessOptions): Promise<SandboxProcess> {
		const sandbox = new SandboxProcess(options);
		await sandbox.start();
		return sandbox;
	}

	private constructor(private readonly options: SandboxProcessOptions) {
		this.baseUrl = `http://127.0.0.1:${options.port}`;
		// The service accepts duplicates here, so only the nodes can prevent them.
		const entries = { strictForm: false, duplicates: 'accept' };
		const account = { token: options.token, plan: { MaxApiCallsPerMinute: 1_000_000 }, entries };
		writeFileSync(join(this.folder, 'accounts.json'), JSON.stringify([account]));
	}

	/** Starts the sandbox with the state in the file. */
	async start(): Promise<void> {
		const { port, dialect, latencyMs } = this.options;
		const flags = ['--json', '--port', String(port), '--dialect', dialect];
		flags.push('--latency-ms', String(latencyMs), '--data', this.data);
		flags.push('--accounts', join(this.folder, 'accounts.json'));
		const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...flags], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		this.child = child;
		const ended = once(child, 'exit').then(() => {
			throw new Error('The sandbox did not start');
		});
		await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
		ended.catch(() => {});
	}

	/** Ends the sandbox like `kill -9`. */
	async kill(): Promise<void> {
		await this.end('SIGKILL');
	}

	/**
	 * Calls the service as its first account.
	 *
	 * @returns the body of the reply
	 */
	readonly api = async <Reply = Record<string, unknown>>(path: string, body: object): Promise<Reply> => {
		const answer = await fetch(this.baseUrl + path, {
			method: 'POST',
			headers: { authorization: `Bearer ${this.options.token}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`);
		return (await answer.json()) as Reply;
	};

	/** The number of processed calls. The sandbox writes a line to its file for each call before it replies. */
	get processed(): number {
		return this.journal().length;
	}

	async untilProcessed(count: number): Promise<void> {
		while (this.processed < count) await sleep(1);
	}

	/**
	 * Stops the sandbox.
	 *
	 * @returns everything it has stored
	 */
	async records(): Promise<Store> {
		await this.end('SIGTERM');
		const store = new Store(this.data);
		store.close();
		return store;
	}

	/** Stops the sandbox if it is still running, and removes its file. */
	async remove(): Promise<void> {
		await this.kill();
		await rm(this.folder, { recursive: true, force: true });
	}

	private journal(): string[] {
		return readFileSync(this.data, 'utf8').split('\n').slice(0, -1);
	}

	private async end(signal: NodeJS.Signals): Promise<void> {
		const { child } = this;
		if (!child || child.exitCode !== null || child.signalCode !== null) return;
		const exited = once(child, 'exit');
		child.kill(signal);
		await exited;
	}
}
