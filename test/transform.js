const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { transformSync, version } = require('esbuild');

const itself = readFileSync(__filename);

/** Compiles TypeScript for jest, one file at a time. `npm run typecheck` checks the types. */
module.exports = {
	/**
	 * Returns a key that does not depend on jest's configuration, so that all layers share the cache. Files with coverage
	 * counters have other keys.
	 */
	getCacheKey: (source, path, { instrument }) =>
		createHash('sha256').update([version, itself, path, instrument, source].join('\0')).digest('hex'),

	process: (source, path) =>
		transformSync(source, {
			sourcefile: path,
			loader: 'ts',
			format: 'cjs',
			target: 'es2022',
			sourcemap: 'inline',
			sourcesContent: false,
		}),
};
