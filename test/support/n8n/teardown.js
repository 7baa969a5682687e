module.exports = async () => await globalThis.stopSharedN8n();
