const { projects, testTimeout } = require('../../jest.config');

/** The layers of `npm test` that use the code of the package, with faults planted in it. */
module.exports = {
	projects: projects
		.filter(({ displayName }) => displayName !== 'sandbox')
		.map((ring) => ({
			...ring,
			transform: { '\\.ts$': require.resolve('./transform') },
			setupFilesAfterEnv: [require.resolve('./switch')],
		})),
	testTimeout,
	testSequencer: require.resolve('./sequencer'),
	reporters: [require.resolve('./reporter')],
};
