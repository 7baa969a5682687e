/** Runs after all files. */
module.exports = async () => await globalThis.stopSharedN8n();
