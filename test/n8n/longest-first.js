const Sequencer = require('@jest/test-sequencer').default;

/** The files that run for a minute or more. Anything else fills the time beside them. */
const LONG = ['killed', 'demo-interrupted', 'queue', 'examples', 'editor', 'demo'];

const rank = ({ path }) => {
	const index = LONG.findIndex((name) => path.endsWith(`/${name}.test.ts`));
	return index < 0 ? LONG.length : index;
};

/** Begins with the longest files, so that no worker is left with one of them at the end. */
module.exports = class extends Sequencer {
	sort(tests) {
		return [...tests].sort((one, other) => rank(one) - rank(other));
	}
};
