const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');
const esbuild = require('esbuild');

const clean = () => rm('dist', { recursive: true, force: true });

/** @param project the folder of a tsconfig.json */
const compile = (project) => async () => {
	const { status } = spawnSync(
		process.execPath,
		[require.resolve('typescript/bin/tsc'), '--project', project],
		{
			stdio: 'inherit',
		},
	);
	if (status !== 0) throw new Error('The compiler found errors.');
};

/** Bundles zod, because an n8n package may have no run-time dependencies. */
const bundleZod = () =>
	esbuild.build({
		entryPoints: ['nodes/shared/zod.ts'],
		outfile: 'dist/nodes/shared/zod.js',
		bundle: true,
		minify: true,
		platform: 'node',
		target: 'node20',
		legalComments: 'eof',
	});

const copyIcons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));

const copyCodex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

exports.build = series(clean, compile('.'), parallel(bundleZod, copyIcons, copyCodex));

/** Runs a script of package.json. */
const script = (name) => async () => {
	const child = spawn(`npm run --silent ${name}`, { shell: true, stdio: 'inherit' });
	const [status] = await once(child, 'exit');
	if (status !== 0) throw new Error(`npm run ${name} failed.`);
};

// The build has checked the types of the nodes; test/tsconfig.json includes everything else.
exports.test = series(
	exports.build,
	parallel(script('test:coverage'), series(script('lint'), script('format:check'), compile('test'))),
);
