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
	['zod itself, in an endpoint', 'nodes/SweepstakesRule/api.ts', importOf('z', 'zod/v3')],
	['zod itself, in an operation', 'nodes/SweepstakesRule/operations/planted.ts', importOf('z', 'zod')],
	['zod itself, in the credential', 'credentials/planted.ts', importOf('z', 'zod')],
	['n8n, in the client', 'nodes/shared/client/planted.ts', importOf('sleep', 'n8n-workflow')],
	['n8n, in the queue', 'nodes/shared/client/pacing/planted.ts', importOf('sleep', 'n8n-workflow')],
	['n8n, in shared/api', 'nodes/shared/api/planted.ts', typeImportOf('INode', 'n8n-workflow')],
	['n8n, in an endpoint', 'nodes/SweepstakesRule/api.ts', typeImportOf('INode', 'n8n-workflow')],
	['shared/api, in the client', 'nodes/shared/client/planted.ts', importOf('endpoint', '../api/endpoint')],
	[
		'shared/api, in the queue',
		'nodes/shared/client/pacing/planted.ts',
		importOf('endpoint', '../../api/endpoint'),
	],
	['the frame, in the client', 'nodes/shared/client/planted.ts', importOf('plain', '../n8n/output/keys')],
	['the frame, in shared/api', 'nodes/shared/api/planted.ts', importOf('only', '../n8n/output/keys')],
	[
		'the frame, in an endpoint',
		'nodes/SweepstakesRule/api.ts',
		typeImportOf('Field', '../shared/n8n/operation/field'),
	],
	[
		'the frame, in one of several endpoints',
		'nodes/SweepstakesWinner/api/planted.ts',
		typeImportOf('Field', '../../shared/n8n/operation/field'),
	],
	['the gate, in shared/api', 'nodes/shared/api/planted.ts', importOf('Gate', '../client/pacing/gate')],
	[
		'the gate, in an endpoint',
		'nodes/SweepstakesRule/api.ts',
		importOf('Gate', '../shared/client/pacing/gate'),
	],
	['a field, in the frame', 'nodes/shared/n8n/run/planted.ts', importOf('limit', '../../fields/limit')],
	['a field, in an endpoint', 'nodes/SweepstakesRule/api.ts', importOf('limit', '../shared/fields/limit')],
	['a picker, in an endpoint', 'nodes/SweepstakesRule/api.ts', importOf('rule', './picker')],
	[
		'a picker, in one of several endpoints',
		'nodes/SweepstakesCode/api/planted.ts',
		importOf('code', '../picker'),
	],
	[
		'a picker of another resource, in an endpoint',
		'nodes/SweepstakesRule/api.ts',
		importOf('sweepstakes', '../Sweepstakes/picker'),
	],
	['a layer, below all layers', 'nodes/shared/planted.ts', importOf('Account', './client/account')],
	...['client', 'api', 'n8n/run', 'fields'].map((layer): Planted => [
		`a resource, in ${layer}`,
		`nodes/shared/${layer}/planted.ts`,
		importOf('fetchGroups', `../../${layer.includes('/') ? '../' : ''}SweepstakesGroup/api`),
	]),
	[
		'fields of another resource',
		'nodes/SweepstakesWinner/planted.ts',
		importOf('name', '../SweepstakesGroup/fields'),
	],
	[
		'an operation of another resource',
		'nodes/SweepstakesWinner/operations/planted.ts',
		importOf('rename', '../../SweepstakesGroup/operations/rename'),
	],
	[
		'the node of another resource',
		'nodes/SweepstakesWinner/planted.ts',
		importOf('SweepstakesGroup', '../SweepstakesGroup/SweepstakesGroup.node'),
	],
	[
		'a resource that stands later',
		'nodes/SweepstakesGroup/planted.ts',
		importOf('drawWinners', '../SweepstakesWinner/api/winners'),
	],
	['the sandbox, in a layer', 'nodes/shared/api/planted.ts', importOf('Store', '../../../sandbox/store')],
	['the sandbox, in a resource', 'nodes/SweepstakesRule/planted.ts', importOf('Store', '../../sandbox')],
	['a resource, in the sandbox', 'sandbox/planted.ts', importOf('rules', '../nodes/SweepstakesRule/api')],
	['n8n, in the sandbox', 'sandbox/planted.ts', importOf('sleep', 'n8n-workflow')],
	['local time, in a layer', 'nodes/shared/api/planted.ts', 'export const day = new Date().getDate();'],
	['local time, in the sandbox', 'sandbox/planted.ts', 'export const day = new Date().toDateString();'],
];

const ALLOWED: Planted[] = [
	['the types of the client', 'nodes/shared/api/planted.ts', typeImportOf('Caller', '../client/endpoint')],
	[
		'its types, in an endpoint',
		'nodes/SweepstakesRule/api.ts',
		typeImportOf('Caller', '../shared/client/endpoint'),
	],
	['its error', 'nodes/SweepstakesRule/api.ts', importOf('ServiceError', '../shared/client/failures')],
	['zod through its door', 'nodes/SweepstakesRule/api.ts', importOf('z', '../shared/zod')],
	[
		'the endpoints of an earlier resource',
		'nodes/SweepstakesWinner/api/planted.ts',
		importOf('ALL_GROUPS', '../../SweepstakesGroup/api'),
	],
	[
		'the picker of an earlier resource',
		'nodes/SweepstakesWinner/operations/planted.ts',
		importOf('group', '../../SweepstakesGroup/picker'),
	],
	['own fields', 'nodes/SweepstakesWinner/operations/planted.ts', importOf('excludeSpam', '../fields')],
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

test('the paths of the service are only in the api of a resource', () => {
	const outside = [...imports().keys()].filter((file) => !/^Sweepstakes[A-Za-z]*\/api(\/|\.ts$)/.test(file));
	const path = /['`](GET|POST|PUT|PATCH|DELETE) \//;
	expect(outside.filter((file) => path.test(readFileSync(join(REPOSITORY, 'nodes', file), 'utf8')))).toEqual(
		[],
	);
});

test('RESOURCES in eslint.config.mjs names every resource', () => {
	const folders = readdirSync(join(REPOSITORY, 'nodes')).filter((folder) => folder !== 'shared');
	const ranked = complaintsAbout(
		folders.map((folder): Planted => [
			folder,
			`nodes/${folder}/planted.ts`,
			importOf('draw', '../SweepstakesNone/operations/draw'),
		]),
	);
	expect(folders.filter((_, index) => ranked[index]!.length === 0)).toEqual([]);
});
