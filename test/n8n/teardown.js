/** What jest calls after all files. */
module.exports = async () => await globalThis.stopSharedN8n();
