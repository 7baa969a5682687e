/** Whether all tests run, as before a release, or only those that `.ci/run` runs before each change lands. */
export const IS_RELEASE = process.env['TESTS'] === 'all';

/** The factor by which properties are tried more often than in `npm test`. `.ci/run release` sets it to 4. */
const FACTOR = Number(process.env['PROPERTY_RUNS'] ?? 1);

/** Returns how often to try a property: `usual` times in `npm test`, and more often before a release. */
export const runs = (usual: number): number => usual * FACTOR;
