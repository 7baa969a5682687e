// Loads an installed package as n8n does, and prints its nodes and credentials. Run it with: node test/package/load.cjs
// FOLDER_OF_THE_PACKAGE
require('reflect-metadata');
const { PackageDirectoryLoader } = require('n8n-core');

(async () => {
	const loader = new PackageDirectoryLoader(process.argv[2]);
	await loader.loadAll();
	const { nodes, credentials } = loader.types;
	const names = (types) => types.map(({ name }) => name);
	process.stdout.write(JSON.stringify({ nodes: names(nodes), credentials: names(credentials) }));
})();
