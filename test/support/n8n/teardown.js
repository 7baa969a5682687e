/** Runs once after all test files. */
module.exports = async () => await globalThis.stopSharedN8n();
