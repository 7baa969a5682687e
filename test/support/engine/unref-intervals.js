/*
 * n8n 1 keeps an interval that closes idle SSH connections. In n8n 2, such intervals let the process end. Without this,
 * jest's workers would have to be killed.
 */
const start = globalThis.setInterval;
globalThis.setInterval = (...args) => start(...args).unref();
