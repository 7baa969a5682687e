/*
 * n8n 1 keeps an interval that closes idle SSH connections. In n8n 2, such intervals let the process end. Without this,
 * jest's workers would have to be killed. Jest loads an environment with Node, as test/package.js loads n8n, so both have
 * the same intervals.
 */
const start = globalThis.setInterval;
globalThis.setInterval = (...args) => start(...args).unref();

module.exports = require('../../environment');
