const { projects, testTimeout } = require('../../jest.config');

/** The layers of `npm test`, with faults planted in the code. */
module.exports = {
	projects: projects.map((ring) => ({
		...ring,
		transform: { '\\.ts$': require.resolve('./transform') },
		setupFilesAfterEnv: [require.resolve('./switch')],
	})),
	testTimeout,
	testSequencer: require.resolve('./sequencer'),
	reporters: [require.resolve('./reporter')],
};
