/** `npm run docs:compatibility`: writes README's compatibility table. `npm test` checks that it is up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const REPOSITORY = resolve(__dirname, '..');
const README = join(REPOSITORY, 'README.md');
const TABLE = /(?<=<!-- compatibility[^>]*-->\n).*?(?=<!-- end of compatibility -->)/s;

/** The rows of the table: what test/engine and each file of test/n8n test. */
export const SUITES = {
	engine: 'Every operation, its errors and its stop, in the engine of n8n',
	'package-loads': 'The package as published: nodes, credential, icons, and the nodes in all examples',
	menu: 'Every operation, executed once',
	'main-job': 'Add, draw and invoice; error output; stop; credential test; pickers',
	editor: 'Node search, pickers and entry form fields in the editor',
	trigger: 'The trigger',
	faults: 'Nothing lost or duplicated when the service, or n8n, fails',
	queue: 'Queue mode with two workers',
	safety: 'The token stays with our nodes; form posts of 1 MB do not block n8n',
};

/** The versions of n8n with which `.ci/run` runs every suite: the columns of the table. */
export const VERSIONS = ['host', 'host-1x'].map((line) => {
	const manifest = readFileSync(join(REPOSITORY, 'tools/n8n', line, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { dependencies: { n8n: string } }).dependencies.n8n;
});

/** The table as it must be, in Markdown whose columns are not aligned yet. */
export function expectedTable(): string {
	const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
	return [
		row('Tested', ...VERSIONS.map((version) => `n8n ${version}`)),
		row('---', ...VERSIONS.map(() => ':-:')),
		...Object.values(SUITES).map((suite) => row(suite, ...VERSIONS.map(() => '✓'))),
	].join('\n');
}

/** The table as README has it. */
export const actualTable = (): string => readFileSync(README, 'utf8').match(TABLE)![0];

if (require.main === module) {
	const readme = readFileSync(README, 'utf8');
	writeFileSync(README, readme.replace(TABLE, `\n${expectedTable()}\n\n`));
}
