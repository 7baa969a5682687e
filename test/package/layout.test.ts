import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const REPOSITORY = resolve(__dirname, '../..');

type Planted = [what: string, file: string, code: string];

/** What the linter says about these texts, each as if it were a file at its place. */
function complaintsAbout(planted: Planted[]): string[][] {
	const files = JSON.stringify(planted.map(([, file, code]) => [file, `${code}\n`]));
	const answer = execFileSync(process.execPath, [join(__dirname, 'lint.mjs'), files], { encoding: 'utf8' });
	return JSON.parse(answer) as string[][];
}

const importOf = (name: string, from: string) =>
	`import { ${name} } from '${from}';\nexport const used = ${name};`;
const typeImportOf = (name: string, from: string) =>
	`import type { ${name} } from '${from}';\nexport type Used = ${name};`;

const REFUSED: Planted[] = [
	['zod itself, in the client', 'nodes/shared/client/planted.ts', importOf('z', 'zod')],
	['zod itself, in an endpoint', 'nodes/shared/api/planted.ts', importOf('z', 'zod/v3')],
	['zod itself, in an operation', 'nodes/SweepstakesRule/operations/planted.ts', importOf('z', 'zod')],
	['zod itself, in the credential', 'credentials/planted.ts', importOf('z', 'zod')],
	['n8n, in the client', 'nodes/shared/client/planted.ts', importOf('sleep', 'n8n-workflow')],
	['n8n, in an endpoint', 'nodes/shared/api/planted.ts', typeImportOf('INode', 'n8n-workflow')],
	['an endpoint, in the client', 'nodes/shared/client/planted.ts', importOf('getPlan', '../api/account')],
	['n8n’s layer, in the client', 'nodes/shared/client/planted.ts', importOf('connect', '../n8n/connect')],
	['n8n’s layer, in an endpoint', 'nodes/shared/api/planted.ts', typeImportOf('Field', '../n8n/field')],
	['the gate, in an endpoint', 'nodes/shared/api/planted.ts', importOf('gateOf', '../client/gate')],
	['a field, in n8n’s layer', 'nodes/shared/n8n/planted.ts', importOf('limit', '../fields/limit')],
	['a picker, in n8n’s layer', 'nodes/shared/n8n/planted.ts', importOf('group', '../pickers/group')],
	['a picker, in a field', 'nodes/shared/fields/planted.ts', importOf('group', '../pickers/group')],
	['an item, in n8n’s layer', 'nodes/shared/n8n/planted.ts', importOf('only', '../items/keys')],
	['an item, in a field', 'nodes/shared/fields/planted.ts', importOf('only', '../items/keys')],
	['a field, in an item', 'nodes/shared/items/planted.ts', importOf('limit', '../fields/limit')],
	['a layer, below all layers', 'nodes/shared/planted.ts', importOf('Gate', './client/gate')],
	...['client', 'api', 'n8n', 'fields', 'items', 'pickers'].map((layer): Planted => [
		`a node, in ${layer}`,
		`nodes/shared/${layer}/planted.ts`,
		importOf('draw', '../../SweepstakesWinner/operations/draw'),
	]),
	[
		'another node',
		'nodes/SweepstakesRule/planted.ts',
		importOf('excludeSpam', '../SweepstakesWinner/fields'),
	],
	[
		'an operation of another node',
		'nodes/SweepstakesRule/operations/planted.ts',
		importOf('draw', '../../SweepstakesWinner/operations/draw'),
	],
	['the sandbox, in a layer', 'nodes/shared/api/planted.ts', importOf('Store', '../../../sandbox/store')],
	['the sandbox, in a node', 'nodes/SweepstakesRule/planted.ts', importOf('Store', '../../sandbox')],
	['a node, in the sandbox', 'sandbox/planted.ts', importOf('getPlan', '../nodes/shared/api/account')],
	['n8n, in the sandbox', 'sandbox/planted.ts', importOf('sleep', 'n8n-workflow')],
	['local time, in a layer', 'nodes/shared/api/planted.ts', 'export const day = new Date().getDate();'],
	['local time, in the sandbox', 'sandbox/planted.ts', 'export const day = new Date().toDateString();'],
];

const ALLOWED: Planted[] = [
	['the types of the client', 'nodes/shared/api/planted.ts', typeImportOf('Caller', '../client/endpoint')],
	['its error', 'nodes/shared/api/planted.ts', importOf('ServiceError', '../client/failures')],
	['zod through its door', 'nodes/shared/api/planted.ts', importOf('z', '../zod')],
	[
		'a picker, in an operation',
		'nodes/SweepstakesRule/operations/planted.ts',
		importOf('group', '../../shared/pickers/group'),
	],
	[
		'an own file of a node',
		'nodes/SweepstakesWinner/operations/planted.ts',
		importOf('excludeSpam', '../fields'),
	],
	['UTC', 'nodes/shared/api/planted.ts', 'export const day = new Date().getUTCDate();'],
];

test('the linter refuses an import against the layout and local time, and nothing else', () => {
	const complaints = complaintsAbout([...REFUSED, ...ALLOWED]);
	const refused = [...REFUSED, ...ALLOWED].filter((_, index) => complaints[index]!.length > 0);
	expect(refused.map(([what]) => what)).toEqual(REFUSED.map(([what]) => what));
}, 120_000);

/** The modules of `nodes/` with the modules that each imports. */
function imports(): Map<string, string[]> {
	const root = join(REPOSITORY, 'nodes');
	const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith('.ts'),
	);
	return new Map(
		files.map((file) => {
			const text = readFileSync(join(root, file), 'utf8');
			const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path]) =>
				relative(root, `${resolve(dirname(join(root, file)), path!)}.ts`),
			);
			return [file, imported];
		}),
	);
}

test('no import under nodes/ runs in a circle', () => {
	const graph = imports();
	const finished = new Set<string>();
	const circles: string[] = [];
	const visit = (file: string, path: string[]) => {
		if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
		if (finished.has(file) || path.includes(file)) return;
		for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
		finished.add(file);
	};
	for (const file of graph.keys()) visit(file, []);
	expect(graph.size).toBeGreaterThan(80);
	expect(circles).toEqual([]);
});

test('the paths of the service are only in nodes/shared/api', () => {
	const outside = [...imports().keys()].filter((file) => !file.startsWith('shared/api/'));
	const path = /['`](GET|POST|PUT|PATCH|DELETE) \//;
	expect(outside.filter((file) => path.test(readFileSync(join(REPOSITORY, 'nodes', file), 'utf8')))).toEqual(
		[],
	);
});
