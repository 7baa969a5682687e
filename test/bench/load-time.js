/**
 * Usage: `node load-time.js <host> <package>`. Prints how long n8n's own loader takes to load an installed package once
 * n8n's own modules are loaded, in ms. The file is JavaScript, because the Node.js of that n8n runs it.
 */
const { createRequire } = require('node:module');
const { join } = require('node:path');

const [host, installed] = process.argv.slice(2);
const ofHost = createRequire(join(host, 'node_modules', 'n8n', 'package.json'));
process.env.NODE_PATH = join(host, 'node_modules');
require('node:module').Module._initPaths();

ofHost('reflect-metadata');
ofHost('n8n-workflow');
const { PackageDirectoryLoader } = ofHost('n8n-core');

(async () => {
	const loader = new PackageDirectoryLoader(installed);
	const started = performance.now();
	await loader.loadAll();
	const ms = performance.now() - started;
	process.stdout.write(`${JSON.stringify({ ms, nodes: Object.keys(loader.nodeTypes).length })}\n`);
})();
