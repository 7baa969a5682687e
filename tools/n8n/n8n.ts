import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ICredentialDataDecryptedObject, INodeCredentialsDetails } from 'n8n-workflow';

import { cacheFolder, installHost, pathWith, toStandardError, type Host, type Log } from './install';
import { installPackage, packPackage } from './package';
import { endTree, freePorts, killTree, lastLines, removeFolder } from './processes';
import { N8nRest } from './rest';
import { TIMEOUT_MS } from './wait';

interface StartOptions {
	/** The port of the editor; any free port by default. */
	port?: number;
	/** n8n's user folder, which `stop` keeps. By default, a temporary folder is used, which `stop` removes. */
	userFolder?: string;
	/** Additional environment variables for n8n, which override those set here. */
	env?: Record<string, string>;
	/** Receives messages about the progress; standard error by default. */
	log?: Log;
	/** Stops n8n while it is starting, and leaves neither a process nor a new folder behind. */
	signal?: AbortSignal;
}

const KEPT_OUTPUT = 500_000;

/** An n8n instance with this package in it. */
export class N8n extends N8nRest {
	constructor(
		baseUrl: string,
		/** The only folder in which workflows can read and write files, with the node Read/Write Files from Disk. */
		readonly filesFolder: string,
	) {
		super(baseUrl);
	}

	/** Creates this package's credential for an account of the service. */
	async createAccountCredential(
		{ baseUrl, token }: { baseUrl: string; token: string },
		data: ICredentialDataDecryptedObject = {},
	): Promise<INodeCredentialsDetails> {
		return await this.createCredential({
			name: 'Sweepstakes account',
			type: 'sweepstakesApi',
			data: { baseUrl, apiToken: token, callsPerMinute: 150, ...data },
		});
	}
}

/** An n8n instance that this process started, with its owner signed in. */
export class RunningN8n extends N8n {
	private child!: ChildProcess;
	/** n8n's output since its last start, up to 500,000 characters. */
	output!: () => string;

	constructor(
		baseUrl: string,
		private readonly launch: () => ChildProcess,
		/** n8n's user folder. Its database and key are in `.n8n` inside. */
		readonly userFolder: string,
		filesFolder: string,
		private readonly isFolderOurs: boolean,
	) {
		super(baseUrl, filesFolder);
	}

	/**
	 * Starts n8n and signs in. It can be called again after `kill`.
	 *
	 * @throws Error with the last lines of n8n's output if n8n does not start
	 */
	async start(signal?: AbortSignal): Promise<void> {
		this.child = this.launch();
		this.output = keepOutput(this.child);
		try {
			await once(this.child, 'spawn');
			// The health check succeeds before the REST interface is ready, and even a REST request gets status 200 too
			// early. This therefore waits for a reply that contains data.
			await untilReady(this.child, `${this.baseUrl}/rest/settings`, '"data"', signal);
			await this.signIn();
		} catch (error) {
			await this.stop({ keepUserFolder: true });
			throw new Error(`${(error as Error).message}. The last it wrote:\n${lastLines(this.output(), 60)}`);
		}
	}

	get pid(): number {
		return this.child.pid!;
	}

	/** Kills n8n as `kill -9` does. Its user folder is kept for the next `start`. */
	async kill(): Promise<void> {
		await killTree(this.child);
	}

	/**
	 * Stops n8n and its child processes.
	 *
	 * @param keepUserFolder keeps a temporary user folder for inspection or another start
	 */
	async stop({ keepUserFolder = false }: { keepUserFolder?: boolean } = {}): Promise<void> {
		await endTree(this.child);
		if (this.isFolderOurs && !keepUserFolder) await removeFolder(this.userFolder);
	}
}

/**
 * Starts an n8n instance on loopback with this package in it, and signs in as its owner. Installs n8n first if needed.
 *
 * @throws Error with the last lines of n8n's output if n8n does not start
 */
export async function startN8nWithPackage(options: StartOptions = {}): Promise<RunningN8n> {
	const host = await installHost(options);
	const tarball = await packPackage(options.signal);
	try {
		if (options.userFolder !== undefined)
			return await startIn(await realpath(options.userFolder), host, tarball, options);
		const userFolder = await realpath(await mkdtemp(join(tmpdir(), 'n8n-user-')));
		try {
			return await startIn(userFolder, host, tarball, options);
		} catch (error) {
			await removeFolder(userFolder);
			throw error;
		}
	} finally {
		await removeFolder(dirname(tarball));
	}
}

async function startIn(
	userFolder: string,
	host: Host,
	tarball: string,
	options: StartOptions,
): Promise<RunningN8n> {
	const { log = toStandardError, env = {}, signal } = options;
	const filesFolder = join(userFolder, 'files');
	for (const folder of [filesFolder, join(userFolder, 'tmp')]) await mkdir(folder, { recursive: true });
	await installPackage(tarball, userFolder, signal);

	for (let tries = 1; ; tries++) {
		const [port, brokerPort] = (await freePorts(options.port ?? 0, 0)) as [number, number];
		signal?.throwIfAborted();
		log(`Starting n8n ${host.version} …`);
		const n8n = new RunningN8n(
			`http://127.0.0.1:${port}`,
			() => launch('start', { host, userFolder, filesFolder, port, brokerPort }, env),
			userFolder,
			filesFolder,
			options.userFolder === undefined,
		);
		try {
			await n8n.start(signal);
			return n8n;
		} catch (error) {
			// Another program has taken the port before n8n could listen on it.
			const isPortTaken = /port \d+ is already in use/.test((error as Error).message);
			if (!isPortTaken || tries === 3) throw error;
		}
	}
}

/** A worker process of an n8n instance in queue mode. */
export interface Worker {
	/** The worker's output so far. */
	output: () => string;
	stop(): Promise<void>;
}

/**
 * Starts a worker for an n8n instance that was started with the same `env`, and waits until the worker is ready.
 *
 * @throws Error with the last lines of its output if the worker does not start
 */
export async function startWorker(
	{ userFolder, filesFolder }: RunningN8n,
	env: Record<string, string>,
): Promise<Worker> {
	const host = await installHost();
	const [port, brokerPort] = (await freePorts(0, 0)) as [number, number];
	const health = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port) };
	const child = launch('worker', { host, userFolder, filesFolder, port, brokerPort }, { ...env, ...health });
	const output = keepOutput(child);
	const stop = async () => await endTree(child);
	try {
		await once(child, 'spawn');
		await untilReady(child, `http://127.0.0.1:${port}/healthz/readiness`, 'ok');
	} catch (error) {
		await stop();
		throw new Error(`${(error as Error).message}. The last it wrote:\n${lastLines(output(), 60)}`);
	}
	return { output, stop };
}

interface Place {
	host: Host;
	userFolder: string;
	filesFolder: string;
	port: number;
	brokerPort: number;
}

function launch(command: 'start' | 'worker', place: Place, env: Record<string, string>): ChildProcess {
	const { host, userFolder } = place;
	const program = join(host.directory, 'node_modules', 'n8n', 'bin', 'n8n');
	return spawn(host.node, [join(__dirname, 'launch.js'), program, command], {
		cwd: userFolder,
		env: { ...environment(place), ...env },
		stdio: 'pipe',
	});
}

/** Returns the complete environment of n8n. It inherits only the variables that every program needs. */
function environment({ host, userFolder, filesFolder, port, brokerPort }: Place): NodeJS.ProcessEnv {
	const { SystemRoot } = process.env;
	return {
		// n8n keeps uploaded files in this folder, so they are removed together with the user folder.
		TMPDIR: join(userFolder, 'tmp'),
		TEMP: join(userFolder, 'tmp'),
		SystemRoot,
		PATH: pathWith(host.node),
		HOME: userFolder,
		NO_COLOR: '1',
		NODE_COMPILE_CACHE: join(cacheFolder(), 'compiled'),
		GENERIC_TIMEZONE: 'UTC',
		N8N_USER_FOLDER: userFolder,
		N8N_RESTRICT_FILE_ACCESS_TO: filesFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_SECURE_COOKIE: 'false',
		// These settings keep n8n from contacting other servers.
		N8N_DISABLED_MODULES: modulesThatCallHome(host.version),
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	};
}

/**
 * Returns the names of n8n's modules that would contact other servers. n8n does not start if it does not know a name.
 */
function modulesThatCallHome(version: string): string {
	return version.startsWith('1.') ? 'insights' : 'instance-ai,agents,chat-hub,mcp,mcp-registry,insights,otel';
}

function keepOutput(child: ChildProcess): () => string {
	let output = '';
	const keep = (chunk: Buffer) => {
		output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
	};
	child.stdout?.on('data', keep);
	child.stderr?.on('data', keep);
	return () => output;
}

async function untilReady(
	child: ChildProcess,
	url: string,
	sign: string,
	signal?: AbortSignal,
): Promise<void> {
	const deadline = Date.now() + TIMEOUT_MS;
	while (!(await isReady(url, sign))) {
		if (child.exitCode !== null || child.signalCode !== null) throw new Error('n8n ended while it started');
		if (Date.now() > deadline) throw new Error(`n8n was not ready after ${TIMEOUT_MS / 1000} s`);
		await sleep(200, undefined, { signal });
	}
}

async function isReady(url: string, sign: string): Promise<boolean> {
	try {
		const response = await fetch(url);
		return response.ok && (await response.text()).includes(sign);
	} catch {
		return false;
	}
}
