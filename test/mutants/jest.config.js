const { projects, testTimeout } = require('../../jest.config');

/** The rings of `npm test`, with faults planted in their code. */
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
