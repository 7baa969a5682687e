/** Whether all tests run, as before a release, or only those that `.ci/run` runs before each change lands. */
export const IS_RELEASE = process.env['TESTS'] === 'all';

/** Defines a test that runs only before a release. */
export const beforeRelease: (title: string, test: () => Promise<void>) => void = IS_RELEASE ? it : () => {};
