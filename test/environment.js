const { TestEnvironment } = require('jest-environment-node');

/** The environments of this worker by project. They keep the modules that `runtime.js` has loaded. */
const environments = new Map();

/** jest's Node environment, shared by all test files of a worker. */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		const { id } = config.projectConfig;
		if (environments.has(id)) return environments.get(id);
		super(config, context);
		environments.set(id, this);
	}

	/** Keeps the context for the next test file. */
	async teardown() {
		this.fakeTimers.dispose();
		this.fakeTimersModern.dispose();
		delete this.global.__coverage__;
	}
};
