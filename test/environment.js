const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/**
 * jest's environment for Node, in a context whose global object is an ordinary one. In the usual kind, code that n8n runs
 * for each expression looks its globals up through an interceptor, and the tests take a tenth more of the processor.
 */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		const { createContext } = vm;
		vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
		try {
			super(config, context);
		} finally {
			vm.createContext = createContext;
		}
	}
};
