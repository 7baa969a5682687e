const { require: requireTs } = require('tsx/cjs/api');

const { startShared } = requireTs('./shared.ts', __filename);

/** Runs once before all test files. */
module.exports = async () => {
	globalThis.stopSharedN8n = await startShared();
};
