import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import type { Failure } from '../../nodes/shared/client/failures';
import { describeFailure } from '../../nodes/shared/n8n/errors/failure-texts';
import { toPagePath } from '../engine/node-pages';
import { NODES } from '../support/engine/nodes';

const REPOSITORY = resolve(__dirname, '../..');
const read = (file: string) => readFileSync(join(REPOSITORY, file), 'utf8');

/** The rows of the table of nodes in the README. */
const ROWS = [...read('README.md').matchAll(/^\| \[\*\*(?<node>.+?)\*\*\]\((?<link>.+?)\) /gm)].map(
	({ groups }) => groups as Record<'node' | 'link', string>,
);

test('README’s table names every node, and nothing else', () => {
	const names = NODES.map(({ description }) => description.displayName);
	expect(ROWS.map(({ node }) => node).sort()).toEqual(names.sort());
});

/** The part of a `.node.json` file that contains the Docs link of the panel. */
interface Codex {
	resources: { primaryDocumentation: Array<{ url: string }> };
}

test.each(NODES.map((node) => [node.description.displayName, node] as const))(
	'README’s table and the panel link to the page of %s',
	(displayName, node) => {
		const page = relative(REPOSITORY, toPagePath(node));
		const { name } = node.description;
		expect(existsSync(join(REPOSITORY, page))).toBe(true);
		expect(ROWS.find(({ node }) => node === displayName)!.link).toBe(page);
		const folder = name.replace(/^s/, 'S');
		const { resources } = JSON.parse(read(`nodes/${folder}/${folder}.node.json`)) as Codex;
		const { homepage } = JSON.parse(read('package.json')) as { homepage: string };
		// The link has no anchor, because n8n would append its query to the anchor.
		expect(resources.primaryDocumentation).toEqual([{ url: `${homepage}/blob/main/${page}` }]);
	},
);

test('README’s table of errors has the nodes’ own words', () => {
	const failures: Failure[] = [
		{ code: 'refused' },
		{ code: 'tokenRefused' },
		{ code: 'accessRefused' },
		{
			code: 'noReply',
			fault: { code: '', message: '' },
			ending: { reason: 'notLookedUp', tries: 1, lookups: 0 },
		},
		{ code: 'rateLimited' },
	];
	const table = /^\| Message .+?\n\n/ms.exec(read('README.md'))![0];
	const cells = [...table.matchAll(/^\| (.+?) +\|/gm)].map(([, cell]) => cell!.replace(/^… |:? …$/g, ''));
	// The first rows are the heading, the line below it, and an error about a value.
	for (const [index, cell] of cells.slice(3).entries())
		expect(describeFailure(failures[index]!).message).toContain(cell);
	expect(cells).toHaveLength(3 + failures.length);
});

test('README says that the package is not on npm yet, and how to install it meanwhile', () => {
	const installation = /^## Installation\n(.+?)^## /ms.exec(read('README.md'))![1]!;
	expect(installation).toContain('This package is not on npm yet.');
	const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
	expect(installation).toContain('npm ci && npm run build && npm pack');
	const installs = installation.match(/npm install .*/g)!;
	expect(installs.length).toBeGreaterThan(0);
	for (const line of installs) expect(line).toContain(`${name}-${version}.tgz`);
});

/** Returns the anchors of a page's headings on GitHub. */
const anchorsOf = (file: string) =>
	[...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replaceAll(' ', '-'),
	);

/** Returns the links of a page to files of this repository, each with its path and its anchor. */
const linksIn = (file: string) => [...read(file).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];

const PAGES = execFileSync('git', ['ls-files', '*.md'], { cwd: REPOSITORY, encoding: 'utf8' })
	.split('\n')
	.filter((file) => file && linksIn(file).length > 0);

test.each(PAGES)('the links in %s to files of this repository work', (file) => {
	const leadsNowhere = ([, path, anchor]: string[]) => {
		const target = path ? join(dirname(file), path) : file;
		return !existsSync(join(REPOSITORY, target)) || (anchor && !anchorsOf(target).includes(anchor));
	};
	expect(
		linksIn(file)
			.filter(leadsNowhere)
			.map(([link]) => link),
	).toEqual([]);
});

test('the code in CONTRIBUTING.md is the same as in the files that it names', () => {
	const unindented = (code: string) => code.replace(/^\s+/gm, '');
	const samples = [
		...read('CONTRIBUTING.md').matchAll(/`([\w./-]+\.ts)`((?:(?!```|\*\*\d\.).)*)```ts\n(.*?)```/gs),
	];
	const stale = samples.filter(
		([, file, , code]) => !unindented(read(file!)).includes(unindented(code!).trimEnd()),
	);
	expect(stale.map(([, file]) => file)).toEqual([]);
	expect(samples).toHaveLength(read('CONTRIBUTING.md').split('```ts').length - 1);
});

test('every test file or folder that docs/evidence.md names exists', () => {
	const text = read('docs/evidence.md');
	const commands = [...text.matchAll(/`(?:\w+=\w+ )*npx jest ([^`]+)`/g)].map(([, args]) => args!.split(' '));
	expect(commands.length).toBeGreaterThan(10);
	for (const [first, ...rest] of commands) {
		// The commands of the n8n tests begin with a configuration, and name files without their folder.
		const files = first === '--config' ? rest.slice(1).map((name) => `test/n8n/${name}`) : [first!, ...rest];
		const isThere = (file: string) =>
			[file, `${file}.test.ts`].some((path) => existsSync(join(REPOSITORY, path)));
		const missing = files.filter((file) => !isThere(file));
		expect(missing).toEqual([]);
	}
});

test('README names the versions of n8n that `.ci/run` tests, and `npm test` uses one of them', () => {
	const versions = ['host', 'host-1x'].map((line) => {
		const { dependencies } = JSON.parse(read(`tools/n8n/${line}/package.json`)) as {
			dependencies: { n8n: string };
		};
		return dependencies.n8n;
	});
	for (const version of versions) expect(read('README.md')).toContain(version);
	const { version } = JSON.parse(read('node_modules/n8n-core/package.json')) as { version: string };
	expect(versions).toContain(version);
});
