import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { removeFolder, run } from './processes';

/** An installed n8n, and the Node.js that runs it. */
export interface Host {
	/** The folder with the package.json and node_modules of n8n. */
	directory: string;
	/** n8n's version, e.g. `2.41.1`. */
	version: string;
	/** The path of the Node.js (24 or newer) that runs n8n. */
	node: string;
}

/** Receives progress messages: single lines, without a line break. */
export type Log = (line: string) => void;

/** The default log: standard error. */
export const toStandardError: Log = (line) => void process.stderr.write(`${line}\n`);

/** The folder of the n8n to install: n8n 2 by default, or the latest n8n 1 with `N8N_TEST_HOST=host-1x`. */
const MANIFEST = join(__dirname, process.env['N8N_TEST_HOST'] || 'host');
const MINUTE_MS = 60_000;
const MIN_NODE = 24;

/**
 * Finds n8n in the cache folder, or installs it there. The installation takes about a minute and needs the npm
 * registry. Several processes can call this at the same time.
 *
 * @param signal stops the installation and leaves nothing behind
 * @throws Error with instructions if n8n cannot be installed
 */
export async function installHost({
	log = toStandardError,
	signal,
}: { log?: Log; signal?: AbortSignal } = {}): Promise<Host> {
	const version = await hostVersion();
	assertNodeFor(version);
	const directory = join(cacheFolder(), `host-${await fingerprint()}`);
	if (!existsSync(directory)) await build(directory, version, log, signal);
	return { directory, version, node: hostNode(directory) };
}

/** The cache folder. It is outside the checkout, so that fresh clones share it. */
export function cacheFolder(): string {
	return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'n8n-nodes-sweepstakes');
}

/** Returns a PATH that begins with the folder of the given Node.js, because n8n starts its task runner as `node`. */
export function pathWith(node: string): string {
	return [dirname(node), process.env['PATH']].join(delimiter);
}

async function hostVersion(): Promise<string> {
	const { dependencies } = JSON.parse(await readFile(join(MANIFEST, 'package.json'), 'utf8'));
	return dependencies.n8n;
}

async function fingerprint(): Promise<string> {
	const hash = createHash('sha256');
	for (const file of ['package.json', 'package-lock.json']) hash.update(await readFile(join(MANIFEST, file)));
	return hash.digest('hex').slice(0, 12);
}

/** Returns the npm package of Node.js that was installed with n8n, if there is one. */
function bundledNode(): string | undefined {
	const isBundled = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
	return isBundled ? `node-linux-${process.arch}` : undefined;
}

function assertNodeFor(version: string): void {
	if (bundledNode() || Number.parseInt(process.versions.node) >= MIN_NODE) return;
	throw new Error(
		`n8n ${version} needs Node ${MIN_NODE} or newer and runs with yours on this platform (${process.platform} ${process.arch}): you have ${process.versions.node}, switch to Node ${MIN_NODE} and start again.`,
	);
}

function hostNode(directory: string): string {
	const name = bundledNode();
	return name ? join(directory, 'node_modules', name, 'bin', 'node') : process.execPath;
}

async function build(directory: string, version: string, log: Log, signal?: AbortSignal): Promise<void> {
	const started = Date.now();
	const formatElapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
	log(`Installing n8n ${version} (once, about a minute) …`);
	const ticker = setInterval(() => log(`… still installing n8n, ${formatElapsed()}`), 15_000);
	await mkdir(cacheFolder(), { recursive: true });
	await removeAbandoned();
	const building = await mkdtemp(join(cacheFolder(), 'building-'));
	try {
		await cp(MANIFEST, building, { recursive: true });
		await download(building, signal);
		await rename(building, directory).catch((error) => {
			// If another process has installed the same n8n first, the failure does not matter.
			if (!existsSync(directory)) throw error;
		});
		log(`n8n ${version} is installed, ${formatElapsed()}`);
	} finally {
		clearInterval(ticker);
		await removeFolder(building);
	}
}

/**
 * Removes the folders, 1.3 GB each, that were left behind by installations that were killed. A folder that is less than
 * an hour old is kept, because its installation may still be in progress.
 */
async function removeAbandoned(): Promise<void> {
	const names = await readdir(cacheFolder());
	for (const name of names.filter((entry) => entry.startsWith('building-'))) {
		const folder = join(cacheFolder(), name);
		const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
		if (Date.now() - mtimeMs > 60 * MINUTE_MS) await removeFolder(folder);
	}
}

async function download(folder: string, signal?: AbortSignal): Promise<void> {
	await run('npm', ['ci'], { cwd: folder, signal }).catch((error: Error) => {
		throw new Error(
			`n8n could not be downloaded. Check that npm reaches its registry and that 2 GB of disk are free, then start again.\n${error.message}`,
		);
	});
}
