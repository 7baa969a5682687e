/**
 * Lets Node load a package instead of jest, which would load it again for each test file. n8n's engine alone has 1,700
 * modules, which take longer to load than most test files take to run.
 */
module.exports = {
	getCacheKey: () => 'package',
	process: () => ({ code: 'module.exports = loadPackage(__filename);' }),
};
