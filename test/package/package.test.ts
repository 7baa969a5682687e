import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

import { packPackage } from '../../tools/n8n/package';
import { beforeRelease } from '../support/n8n/release';

const REPOSITORY = resolve(__dirname, '../..');
const LICENSES = 'dist/THIRD_PARTY_LICENSES';

let tarball: string;
let published: string;

beforeAll(async () => {
	tarball = await packPackage();
	published = mkdtempSync(join(tmpdir(), 'published-'));
	execFileSync('tar', ['-xzf', tarball, '-C', published, '--strip-components=1']);
});
afterAll(() => {
	rmSync(dirname(tarball), { recursive: true });
	rmSync(published, { recursive: true });
});

const manifest = () =>
	JSON.parse(readFileSync(join(published, 'package.json'), 'utf8')) as {
		dependencies?: object;
		peerDependencies: object;
		n8n: { nodes: string[]; credentials: string[] };
	};

const files = () =>
	readdirSync(published, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(published.length + 1));

// Before each change, the linter applies the same rules to the sources.
beforeRelease(
	'n8n’s scan for verified packages accepts the package’s sources and its published files',
	async () => {
		// With jest's NODE_ENV, the scan's rules treat every file as a node, because n8n tests these rules that way.
		const env = { ...process.env, NODE_ENV: 'production' };
		const args = [join(__dirname, 'scan.mjs'), REPOSITORY, published];
		const answer = execFileSync(process.execPath, args, { encoding: 'utf8', env });
		expect(JSON.parse(answer)).toEqual({ sources: { passed: true }, published: { passed: true } });
	},
);

test('the package contains the files for n8n and for readers, and nothing else', () => {
	const outside = files().filter((file) => !file.startsWith('dist/'));
	expect(outside.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
	const inside = files().filter((file) => file.startsWith('dist/') && file !== LICENSES);
	expect(inside.filter((file) => !/^dist\/(nodes|credentials|icons)\/.*\.(js|json|svg)$/.test(file))).toEqual(
		[],
	);
	expect(inside.filter((file) => /test|sandbox/i.test(file))).toEqual([]);
});

test('the package contains the license of every package in the bundle', () => {
	const bundled = readFileSync(join(published, 'dist/nodes/all.js'), 'utf8');
	const packages = new Set(bundled.match(/(?<=^\/\/ node_modules\/)(@[^/]+\/)?[^/]+/gm));
	expect([...packages]).toEqual(['zod']);
	const notices = readFileSync(join(published, LICENSES), 'utf8');
	for (const name of packages)
		expect(notices).toContain(readFileSync(join(REPOSITORY, 'node_modules', name, 'LICENSE'), 'utf8'));
});

test('all nodes share one bundle, so that a process has only one queue per account', () => {
	const { nodes, credentials } = manifest().n8n;
	const code = files().filter((file) => file.endsWith('.js'));
	expect(code.sort()).toEqual(['dist/nodes/all.js', ...nodes, ...credentials].sort());
	const codex = files().filter((file) => file.endsWith('.node.json'));
	expect(codex.sort()).toEqual(nodes.map((file) => `${file}on`).sort());
	for (const file of [...nodes, ...credentials]) {
		expect(readFileSync(join(published, file), 'utf8').split('\n')).toEqual([
			expect.stringMatching(/^exports\.(\w+) = require\('\S+\/all\.js'\)\.\1;$/),
			'',
		]);
	}
});

test('the package has no runtime dependencies, and n8n-workflow is its only peer dependency', () => {
	expect(manifest().dependencies ?? {}).toEqual({});
	expect(manifest().peerDependencies).toEqual({ 'n8n-workflow': '*' });
});

describe('if pnpm installs the package, so that it can import only what it declares', () => {
	let project: string;
	let installed: string;

	beforeAll(() => {
		project = mkdtempSync(join(tmpdir(), 'pnpm-project-'));
		installed = join(project, 'node_modules', 'n8n-nodes-sweepstakes');
		const dependencies = {
			'n8n-nodes-sweepstakes': `file:${tarball}`,
			'n8n-workflow': `link:${join(REPOSITORY, 'node_modules/n8n-workflow')}`,
		};
		writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, dependencies }));
		const pnpm = join(REPOSITORY, 'node_modules/pnpm/bin/pnpm.cjs');
		const options = ['--offline', '--ignore-scripts', '--config.hoist=false'];
		execFileSync(process.execPath, [pnpm, 'install', ...options, '--store-dir', join(project, 'store')], {
			cwd: project,
		});
	});
	afterAll(() => rmSync(project, { recursive: true }));

	test('n8n’s loader finds every node and the credential', () => {
		const env = { ...process.env, N8N_USER_FOLDER: project };
		const args = [join(__dirname, 'load.cjs'), installed];
		const loaded = execFileSync(process.execPath, args, { encoding: 'utf8', env });
		const { nodes, credentials } = JSON.parse(loaded) as Record<'nodes' | 'credentials', string[]>;
		const declared = manifest().n8n.nodes.map((file) => basename(file, '.node.js').toLowerCase());
		expect(nodes.map((name) => name.toLowerCase()).sort()).toEqual(declared.sort());
		expect(credentials).toEqual(['sweepstakesApi']);
	});
});
