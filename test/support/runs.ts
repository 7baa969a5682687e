/** The factor by which properties are tried more often than in `npm test`. `.ci/run` sets it to 4. */
const FACTOR = Number(process.env['PROPERTY_RUNS'] ?? 1);

/** Returns how often to try a property: `usual` times in `npm test`, and more often in `.ci/run`. */
export const runs = (usual: number): number => usual * FACTOR;
