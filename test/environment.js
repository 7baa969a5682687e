const { AsyncLocalStorage } = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

// Jest uses it to find the test of an error that nothing caught. In Node 20 and 22, that makes every promise slow, and
// slower with each test file. Without it, such an error fails the whole file.
AsyncLocalStorage.prototype.run = (_store, callback, ...all) => callback(...all);

/** Jest's Node environment, with the real settings of the process, and `loadPackage` for test/package.js. */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		this.global.loadPackage = require;
		// Jest gives each test file a copy, but n8n, which Node loads, reads the settings of the process.
		this.global.process.env = process.env;
		// An expression gives a Date of n8n's, and a test's Date must be one for n8n.
		this.global.Date = Date;
		this.exitListeners = process.listeners('exit');
	}

	/** Removes the listeners of n8n's services, because the services of the next test file add their own. */
	async teardown() {
		for (const listener of process.listeners('exit'))
			if (!this.exitListeners.includes(listener)) process.off('exit', listener);
		await super.teardown();
	}
};
