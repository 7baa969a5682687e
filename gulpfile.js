const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const { mkdir, readFile, rm, writeFile } = require('node:fs/promises');
const { basename, dirname, posix } = require('node:path');
const { dest, parallel, series, src } = require('gulp');
const esbuild = require('esbuild');
const { n8n } = require('./package.json');

const clean = () => rm('dist', { recursive: true, force: true });

/** @param project the folder of a tsconfig.json */
const checkTypes = (project) => async () => {
	// TypeScript 7 checks in a third of the time. TypeScript 5 is for the linter, which does not support 7 yet.
	const { status } = spawnSync(
		process.execPath,
		['node_modules/typescript-7/bin/tsc', '--project', project],
		{ stdio: 'inherit' },
	);
	if (status !== 0) fail('The compiler found errors. To check the types again: npm run typecheck');
};

/** The files that package.json lists. From each file, n8n loads the class with the same name. */
const LISTED = [...n8n.credentials, ...n8n.nodes];

const BUNDLE = 'dist/nodes/all.js';

/**
 * Bundles everything into one file. n8n loads the bundle in half the time that it takes for 300 source files. zod must
 * be part of the bundle, because an n8n package cannot have runtime dependencies. All nodes share one bundle, because a
 * process must have only one queue per account.
 */
const bundle = async () => {
	const { metafile } = await esbuild.build({
		stdin: {
			contents: LISTED.map((file) => `export * from './${file.replace(/^dist\/(.+)\.js$/, '$1')}';`).join(
				'\n',
			),
			resolveDir: __dirname,
		},
		outfile: BUNDLE,
		bundle: true,
		metafile: true,
		external: ['n8n-workflow'],
		platform: 'node',
		target: 'node20',
		legalComments: 'eof',
	});
	await writeFile('dist/THIRD_PARTY_LICENSES', await listLicenses(Object.keys(metafile.inputs)));
};

/** Returns the licenses of the packages that these files come from. The bundle must include them. */
const listLicenses = async (files) => {
	const packages = files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
	const notices = [...new Set(packages)].map(
		async (name) => `${name}\n\n${await readFile(`node_modules/${name}/LICENSE`, 'utf8')}`,
	);
	return (await Promise.all(notices)).join('\n');
};

const writeListed = async () => {
	for (const file of LISTED) {
		const [name] = basename(file).split('.');
		const path = posix.relative(dirname(file), BUNDLE).replace(/^(?!\.)/, './');
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, `exports.${name} = require('${path}').${name};\n`);
	}
};

const copyIcons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));

const copyCodex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

exports.emit = series(clean, parallel(bundle, writeListed, copyIcons, copyCodex));

exports.types = series(checkTypes('.'), checkTypes('test'));

exports.build = series(checkTypes('.'), exports.emit);

/**
 * Runs a script of package.json.
 *
 * @param advice what to type if it fails
 */
const script = (name, advice) => async () => {
	const child = spawn(`npm run --silent ${name}`, { shell: true, stdio: 'inherit' });
	const [status] = await once(child, 'exit');
	if (status !== 0) fail(`npm run ${name} failed. ${advice}`);
};

/**
 * Prints the reason as the last line and ends the process. `gulp --silent` would not show the reason of a thrown error.
 */
const fail = (reason) => {
	console.error(`\n${reason}`);
	process.exit(1);
};

// test/tsconfig.json covers all TypeScript files, so the types are checked only with that one.
const checkCode = series(
	script('format:check', 'To format all files: npm run format'),
	checkTypes('test'),
	script('lint', 'To correct what can be corrected: npm run lint -- --fix'),
);

// One after another: nothing may go on after a failure, or print something below it.
exports.test = series(
	checkCode,
	exports.emit,
	script('test:jest', 'To run a file: npx jest test/engine/invoice'),
);
