const Sequencer = require('@jest/test-sequencer').default;

const order = process.env.MUTANTS_ORDER?.split(',');

/** Runs the test files in the order of the command line. */
module.exports = class extends Sequencer {
	sort(tests) {
		if (!order) return super.sort(tests);
		return [...tests].sort((one, other) => order.indexOf(one.path) - order.indexOf(other.path));
	}
};
