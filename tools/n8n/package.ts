import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { removeFolder, run } from './processes';

const REPOSITORY = resolve(__dirname, '../..');

/** Names the tarball that the tests of a run share, because packing takes npm three seconds. */
export const PACKED = 'PACKED_TARBALL';

/**
 * Packs this repository as for publishing, into a new temporary folder that the caller removes. Builds it first if
 * there is no dist folder. If it is already packed (`PACKED`), copies the tarball.
 *
 * @param signal stops the packing and leaves no folder behind
 * @returns path of the tarball
 */
export async function packPackage(signal?: AbortSignal): Promise<string> {
	const options = { cwd: REPOSITORY, signal };
	const packed = process.env[PACKED];
	if (!packed && !existsSync(join(REPOSITORY, 'dist'))) await run('npm', ['run', 'build'], options);
	const destination = await mkdtemp(join(tmpdir(), 'n8n-package-'));
	try {
		if (packed) {
			const copy = join(destination, basename(packed));
			await copyFile(packed, copy);
			return copy;
		}
		const answer = await run('npm', ['pack', '--json', '--pack-destination', destination], options);
		const [{ filename }] = JSON.parse(answer);
		return join(destination, filename);
	} catch (error) {
		await removeFolder(destination);
		throw error;
	}
}

/**
 * Installs a packed community package into an n8n user folder, in the same steps as n8n's own installer. n8n loads the
 * package at its next start.
 */
export async function installPackage(
	tarball: string,
	userFolder: string,
	signal?: AbortSignal,
): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	const modules = join(nodes, 'node_modules');
	await mkdir(modules, { recursive: true });
	const unpacked = await mkdtemp(join(modules, '.unpacked-'));
	await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1'], { cwd: nodes, signal });

	const manifest = await readJson(join(unpacked, 'package.json'));
	for (const kind of ['devDependencies', 'peerDependencies', 'optionalDependencies']) delete manifest[kind];
	await writeJson(join(unpacked, 'package.json'), manifest);

	const installed = join(modules, manifest.name);
	await mkdir(dirname(installed), { recursive: true });
	await rm(installed, { recursive: true, force: true });
	await rename(unpacked, installed);
	await run(
		'npm',
		[
			'install',
			'--audit=false',
			'--fund=false',
			'--bin-links=false',
			'--install-strategy=shallow',
			'--ignore-scripts=true',
			'--package-lock=false',
		],
		{ cwd: installed, signal },
	);
	await addToInstalled(join(nodes, 'package.json'), manifest);
}

async function addToInstalled(
	file: string,
	{ name, version }: { name: string; version: string },
): Promise<void> {
	const list = existsSync(file)
		? await readJson(file)
		: { name: 'installed-nodes', private: true, dependencies: {} };
	await writeJson(file, { ...list, dependencies: { ...list.dependencies, [name]: version } });
}

async function readJson(file: string) {
	return JSON.parse(await readFile(file, 'utf8'));
}

async function writeJson(file: string, value: unknown): Promise<void> {
	await writeFile(file, JSON.stringify(value, null, 2));
}
