const { require: requireTs } = require('tsx/cjs/api');

const { startShared } = requireTs('./shared.ts', __filename);

module.exports = async () => {
	globalThis.stopSharedN8n = await startShared();
};
