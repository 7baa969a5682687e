const { require: requireTs } = require('tsx/cjs/api');

const { startShared } = requireTs('./shared.ts', __filename);

/** What jest calls before all files. */
module.exports = async ({ maxWorkers }) => {
	globalThis.stopSharedN8n = await startShared(maxWorkers);
};
