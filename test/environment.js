const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/** The environments of this worker, by project. The modules that `runtime.js` keeps are loaded into them. */
const environments = new Map();

/**
 * jest's Node environment, shared by all test files of a worker, in a context with an ordinary global object. In jest's
 * own, n8n's expressions look up globals through an interceptor, which costs a tenth more CPU time.
 */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		const { id } = config.projectConfig;
		if (environments.has(id)) return environments.get(id);
		const { createContext } = vm;
		vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
		try {
			super(config, context);
		} finally {
			vm.createContext = createContext;
		}
		environments.set(id, this);
	}

	/** Keeps the context for the next test file. */
	async teardown() {
		this.fakeTimers.dispose();
		this.fakeTimersModern.dispose();
		delete this.global.__coverage__;
	}
};
