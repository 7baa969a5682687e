import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const REPOSITORY = resolve(__dirname, '../..');

/** A file with code to lint. */
type PlantedFile = [file: string, code: string];

/** Returns the linter's messages about each piece of code, linted as a file at its path. */
function complaintsAbout(planted: PlantedFile[]): string[][] {
	const answer = execFileSync(process.execPath, [join(__dirname, 'lint.mjs'), JSON.stringify(planted)], {
		encoding: 'utf8',
	});
	return JSON.parse(answer) as string[][];
}

/** Returns files with these imports. “type” before an import means that it imports only a type. */
const importing = (imports: Record<string, string[]>): PlantedFile[] =>
	Object.entries(imports).flatMap(([file, paths]) =>
		paths.map((path): PlantedFile => {
			const [from, type] = path.split(' ').toReversed();
			if (type) return [file, `import type { Some } from '${from}';\nexport type Used = Some;\n`];
			return [file, `import { some } from '${from}';\nexport const used = some;\n`];
		}),
	);

/** Returns files that contain these expressions. */
const reading = (files: string[], expressions: string[]): PlantedFile[] =>
	files.flatMap((file) =>
		expressions.map((expression): PlantedFile => [file, `export const planted = ${expression};\n`]),
	);

/** Expressions that depend on the time zone of the process. */
const IN_LOCAL_TIME = [
	'new Date().getDate()',
	'new Date().getSeconds()',
	"new Date()['getHours']()",
	'new Date().setMonth(1)',
	'new Date().getTimezoneOffset()',
	'new Date().toDateString()',
	'new Date().toLocaleTimeString()',
	'[new Date()].map((date) => date.getDay)',
];

/** Expressions that read or write dates, which only the folders named `time` may contain. */
const READING_DATES = [
	"Date.parse('2027-01-31')",
	"['2027-01-31'].map(Date.parse)",
	"Date['parse']('2027-01-31')",
	"new Date('2027-01-31')",
	'new Date(2027, 0, 31)',
	'new Date(0)',
	'Date()',
	"new Intl.DateTimeFormat('en')",
];

/** Spreads that only save lines, which the linter must refuse. */
const PACKED = ['{ one: 1, ...{ two: 2, three: 3 } }', "[1, ...['two', 'three']]", 'Math.max(...[1, 2])'];
const SPREAD = [
	'{ ...(Date.now() && { one: 1 }) }',
	'[...(Date.now() ? [1] : [])]',
	'Math.max(...[1].values())',
];

const RESOURCES = readdirSync(join(REPOSITORY, 'nodes')).filter((folder) => folder !== 'shared');

const ANYWHERE = [
	'nodes/shared/api/planted.ts',
	'nodes/shared/time/planted.ts',
	'credentials/planted.ts',
	'sandbox/planted.ts',
	'sandbox/time/planted.ts',
	'test/sandbox/planted.ts',
	'tools/planted.ts',
	'examples/demo/planted.ts',
];

const REFUSED: PlantedFile[] = [
	...importing({
		'credentials/planted.ts': ['zod'],
		'nodes/shared/planted.ts': ['./client/account'],
		'nodes/shared/client/planted.ts': [
			'zod',
			'n8n-workflow',
			'../api/endpoint',
			'../n8n/output/keys',
			'../../SweepstakesGroup/api',
		],
		'nodes/shared/time/planted.ts': [
			'n8n-workflow',
			'../client/account',
			'../api/endpoint',
			'../n8n/output/keys',
			'../history/recent',
		],
		'nodes/shared/history/planted.ts': [
			'n8n-workflow',
			'../client/account',
			'../api/endpoint',
			'../n8n/output/keys',
		],
		'nodes/shared/api/planted.ts': [
			'type n8n-workflow',
			'../n8n/output/keys',
			'../client/queue',
			'../../SweepstakesGroup/api',
			'../../../sandbox/store',
		],
		'nodes/shared/n8n/run/planted.ts': ['../../../SweepstakesGroup/api'],
		'nodes/shared/n8n/errors/planted.ts': ['../input/values', '../../../SweepstakesGroup/api'],
		'nodes/shared/n8n/operation/planted.ts': ['../run/execute'],
		'nodes/SweepstakesOfficialRules/api.ts': [
			'zod/v3',
			'type n8n-workflow',
			'type ../shared/n8n/operation/field',
			'../shared/client/queue',
			'../shared/n8n/common-fields',
			'./picker',
			'../Sweepstakes/picker',
		],
		'nodes/SweepstakesOfficialRules/operations/planted.ts': ['zod', 'luxon'],
		'nodes/SweepstakesOfficialRules/planted.ts': ['../../sandbox'],
		'nodes/SweepstakesCode/api/planted.ts': ['../picker'],
		'nodes/SweepstakesWinner/api/planted.ts': ['type ../../shared/n8n/operation/field'],
		'nodes/SweepstakesWinner/planted.ts': [
			'../SweepstakesGroup/fields',
			'../SweepstakesGroup/SweepstakesGroup.node',
		],
		'sandbox/planted.ts': ['../nodes/SweepstakesOfficialRules/api', 'n8n-workflow', 'luxon'],
		'sandbox/time/planted.ts': ['../../nodes/shared/time/parse'],
		'test/nodes/shared/client/planted.ts': [
			'n8n-workflow',
			'type ../../../../sandbox',
			'../../../../nodes/shared/n8n/errors/failure-texts',
			'../../../../nodes/SweepstakesWinner/api/draw',
			'../../../support/engine/engine',
			'../../../support/sandbox',
			'../../../support/simulation/late-service',
		],
	}),
	...RESOURCES.flatMap((folder) =>
		importing({ [`nodes/${folder}/operations/planted.ts`]: ['../../SweepstakesNone/operations/draw'] }),
	),
	...reading(
		[
			'nodes/shared/api/planted.ts',
			'nodes/SweepstakesOfficialRules/operations/planted.ts',
			'credentials/planted.ts',
			'sandbox/planted.ts',
			'sandbox/endpoints/planted.ts',
		],
		[...IN_LOCAL_TIME, ...READING_DATES],
	),
	...reading(['sandbox/time/planted.ts', 'nodes/shared/time/planted.ts'], IN_LOCAL_TIME),
	...reading(ANYWHERE, PACKED),
	...reading(
		['nodes/shared/api/planted.ts', 'nodes/SweepstakesOfficialRules/operations/planted.ts'],
		['String({})'],
	),
];

const ALLOWED: PlantedFile[] = [
	...importing({
		'nodes/shared/api/planted.ts': ['type ../client/client'],
		'nodes/SweepstakesOfficialRules/api.ts': [
			'type ../shared/client/client',
			'../shared/client/failures',
			'../shared/zod',
		],
		'nodes/SweepstakesWinner/api/planted.ts': ['../../SweepstakesGroup/api'],
		'nodes/SweepstakesWinner/operations/planted.ts': ['../../SweepstakesGroup/picker', '../fields'],
	}),
	...importing({
		'nodes/shared/client/planted.ts': ['../time/parse'],
		'nodes/shared/n8n/errors/planted.ts': ['type ../operation/field', '../as-tool'],
	}),
	...importing({
		'test/nodes/shared/client/planted.ts': [
			'../../../../nodes/shared/client/queue',
			'../../../../nodes/shared/api/endpoint',
			'../../../support/fake-service',
			'../../../support/simulation/simulate',
		],
		'test/nodes/shared/api/planted.ts': ['../../../../sandbox'],
	}),
	...reading(
		['nodes/shared/api/planted.ts', 'sandbox/planted.ts'],
		['new Date().toISOString()', 'Date.now()'],
	),
	...reading(['nodes/shared/time/planted.ts', 'sandbox/time/planted.ts'], READING_DATES),
	...importing({ 'sandbox/time/planted.ts': ['luxon'] }),
	...reading(ANYWHERE, SPREAD),
];

test('the linter refuses forbidden imports, dates in local time and needless spreads, and accepts what is allowed', () => {
	const planted = [...REFUSED, ...ALLOWED];
	const complaints = complaintsAbout(planted);
	expect(planted.filter((_, index) => complaints[index]!.length > 0)).toEqual(REFUSED);
});

/** Matches every import, including imports of types only. */
const ANY_IMPORT = /from '(\.[^']+)'/g;

/** Returns the modules of a folder with their imports. */
function importsIn(folder: string): Map<string, string[]> {
	const root = join(REPOSITORY, folder);
	const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith('.ts'),
	);
	return new Map(
		files.map((file) => {
			const text = readFileSync(join(root, file), 'utf8');
			const imported = [...text.matchAll(ANY_IMPORT)].map(([, path]) => {
				const module = relative(root, resolve(dirname(join(root, file)), path!));
				return files.includes(`${module}.ts`) ? `${module}.ts` : join(module, 'index.ts');
			});
			return [file, imported];
		}),
	);
}

/** Finds the cycles in an import graph, each as "a → b → a". */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
	const finished = new Set<string>();
	const circles: string[] = [];
	const visit = (file: string, path: string[]) => {
		if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
		if (finished.has(file) || path.includes(file)) return;
		for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
		finished.add(file);
	};
	for (const file of graph.keys()) visit(file, []);
	return circles;
}

test.each([
	['nodes', 80],
	['tools', 25],
	['sandbox', 60],
])('the imports under %s do not form a cycle', (folder, least) => {
	const graph = importsIn(folder);
	expect(graph.size).toBeGreaterThan(least);
	expect(circlesIn(graph)).toEqual([]);
});

test('the folders of resources do not import each other in a cycle', () => {
	const folderOf = (file: string) => file.split('/')[0]!;
	const graph = new Map(RESOURCES.map((folder): [string, string[]] => [folder, []]));
	for (const [file, imported] of importsIn('nodes')) {
		const folder = folderOf(file);
		const others = imported.map(folderOf).filter((other) => other !== folder && graph.has(other));
		graph.get(folder)?.push(...others);
	}
	expect([...graph.values()].flat().length).toBeGreaterThan(10);
	expect(circlesIn(graph)).toEqual([]);
});

test('only the api module of a resource contains paths of the service', () => {
	const outside = [...importsIn('nodes').keys()].filter(
		(file) => !/^Sweepstakes[A-Za-z]*\/api(\/|\.ts$)/.test(file),
	);
	const path = /['`](GET|POST|PUT|PATCH|DELETE) \//;
	expect(outside.filter((file) => path.test(readFileSync(join(REPOSITORY, 'nodes', file), 'utf8')))).toEqual(
		[],
	);
});
