import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type { INodePropertyOptions, INodeType } from 'n8n-workflow';

import { actualTable, expectedTable, SUITES, VERSIONS } from '../../tools/compatibility';
import { CATALOGUE } from '../catalogue';
import { CONTRACT_ENDPOINTS } from '../catalogue/contract';
import { ACTION_NODES, NODES } from '../engine/nodes';

const REPOSITORY = resolve(__dirname, '../..');
const read = (file: string) => readFileSync(join(REPOSITORY, file), 'utf8');

/** The rows of README's operations table. */
const ROWS = [
	...read('README.md').matchAll(/^\| \[\*\*(?<node>.+?)\*\*\]\((?<link>.+?)\) +\| (?<operations>.+?) +\|$/gm),
].map(({ groups }) => groups as Record<'node' | 'link' | 'operations', string>);

const namesOf = (nodes: INodeType[]) => nodes.map(({ description: { displayName } }) => displayName);

function operationsOf({ description: { properties } }: INodeType): string[] {
	const menu = properties.find(({ name }) => name === 'operation')!;
	return menu.options!.map(({ name }) => name);
}

test('README’s operations table names every node, and no other', () => {
	expect(ROWS.map(({ node }) => node).sort()).toEqual(namesOf(NODES).sort());
});

/** For API Call, the table describes its one operation in prose. */
const IN_TABLE = ACTION_NODES.filter((node) => node.description.name !== 'sweepstakesApiCall');

test.each(IN_TABLE.map((node) => [node.description.displayName, node] as const))(
	'README names every operation of %s as the menu does, and no other',
	(name, node) => {
		const [row] = ROWS.filter((one) => one.node === name);
		const named = row?.operations.replace(/ \([^)]*\)|_/g, '').split(', ');
		expect(named?.sort()).toEqual(operationsOf(node).sort());
	},
);

test.each(IN_TABLE.map((node) => [node.description.displayName, node] as const))(
	'README shows the operations of %s that only the reference describes in italics',
	(name, node) => {
		const menu = node.description.properties.find((property) => property.name === 'operation')!;
		const onlyInReference = (menu.options as INodePropertyOptions[]).filter(({ value }) =>
			CATALOGUE.filter((row) => row.node === node && row.operation === value).every(
				({ endpoint }) => !CONTRACT_ENDPOINTS.includes(endpoint),
			),
		);
		const [row] = ROWS.filter((one) => one.node === name);
		const inItalics = [...(row?.operations ?? '').matchAll(/_([^_]+)_/g)].map(([, operation]) => operation);
		expect(inItalics.sort()).toEqual(onlyInReference.map((operation) => operation.name).sort());
	},
);

test('docs/nodes.md has a heading for every node, to which README’s table links', () => {
	const headings = [...read('docs/nodes.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);
	expect(headings.toSorted()).toEqual(namesOf(NODES).sort());
	expect(ROWS.map(({ link }) => link)).toEqual(
		ROWS.map(({ node }) => `docs/nodes.md#${node.toLowerCase().replaceAll(' ', '-')}`),
	);
});

test('every heading of docs/nodes.md stands outside of HTML, where it is a heading', () => {
	const markdown = read('docs/nodes.md').replace(/^<picture>.*?^<\/picture>$/gms, '');
	expect(markdown).not.toMatch(/[<>]/);
	expect(markdown.match(/^## /gm)).toHaveLength(NODES.length);
});

test('README says that the package is not on npm yet, and how to install it until then', () => {
	const installation = /^## Installation\n(.+?)^## /ms.exec(read('README.md'))![1]!;
	expect(installation).toContain('This package is not on npm yet.');
	const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
	expect(installation).toContain('npm ci && npm run build && npm pack');
	const installs = installation.match(/npm install .*/g)!;
	expect(installs.length).toBeGreaterThan(0);
	for (const line of installs) expect(line).toContain(`${name}-${version}.tgz`);
});

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (file: string) =>
	[...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replaceAll(' ', '-'),
	);

test.each([
	'README.md',
	'SECURITY.md',
	'CONTRIBUTING.md',
	'docs/security.md',
	'docs/reliability.md',
	'docs/agents.md',
	'docs/maintaining.md',
	'docs/check-your-account.md',
	'docs/decisions/README.md',
	'examples/README.md',
	'sandbox/README.md',
	'test/bench/README.md',
])('the links of %s to files of this repository lead somewhere', (file) => {
	const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
	const leadsNowhere = ([, path, anchor]: string[]) => {
		const target = path ? join(dirname(file), path) : file;
		return !existsSync(join(REPOSITORY, target)) || (anchor && !anchorsOf(target).includes(anchor));
	};
	expect(links.length).toBeGreaterThan(0);
	expect(links.filter(leadsNowhere).map(([link]) => link)).toEqual([]);
});

test('SECURITY.md is short and points to the page that says the rest', () => {
	expect(read('SECURITY.md')).toContain('(docs/security.md)');
	expect(read('SECURITY.md').split('\n').length).toBeLessThan(20);
});

test('every test file that docs/security.md and docs/reliability.md name exists', () => {
	const text = read('docs/security.md') + read('docs/reliability.md');
	const commands = [...text.matchAll(/`npx jest ([^`]+)`/g)].map(([, args]) => args!.split(' '));
	expect(commands.length).toBeGreaterThan(10);
	for (const [first, ...rest] of commands) {
		// The ring with a real n8n is named by its configuration, and its files without a folder.
		const files = first === '--config' ? rest.slice(1).map((name) => `test/n8n/${name}`) : [first!, ...rest];
		const missing = files.filter((file) => !existsSync(join(REPOSITORY, `${file}.test.ts`)));
		expect(missing).toEqual([]);
	}
});

describe('README’s compatibility table', () => {
	test('names every suite that runs in a real n8n, and the versions they run with', () => {
		const unaligned = (table: string) => table.replace(/[\s-]/g, '');
		// If this fails: npm run docs:compatibility.
		expect(unaligned(actualTable())).toBe(unaligned(expectedTable()));
	});

	test('has a row for every suite', () => {
		const files = readdirSync(join(REPOSITORY, 'test/n8n')).filter((file) => file.endsWith('.test.ts'));
		const suites = files.map((file) => file.replace('.test.ts', ''));
		expect(Object.keys(SUITES).sort()).toEqual(['engine', ...suites].sort());
	});

	test('has the version whose engine `npm test` uses', () => {
		const manifest = read('node_modules/n8n-core/package.json');
		expect(VERSIONS).toContain((JSON.parse(manifest) as { version: string }).version);
	});
});
