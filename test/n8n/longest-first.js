const Sequencer = require('@jest/test-sequencer').default;

/** The files that take a minute or more. The shorter files run alongside them. */
const LONG = ['queue', 'examples', 'killed', 'demo', 'editor', 'safety'];

const rank = ({ path }) => {
	const index = LONG.findIndex((name) => path.endsWith(`/${name}.test.ts`));
	return index < 0 ? LONG.length : index;
};

/** Starts the longest files first, so that none is left for the end. */
module.exports = class extends Sequencer {
	sort(tests) {
		return [...tests].sort((one, other) => rank(one) - rank(other));
	}
};
