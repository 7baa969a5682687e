/** How many times as often as usual to try properties. `.ci/run` sets it. */
const FACTOR = Number(process.env['PROPERTY_RUNS'] ?? 1);

/** Returns how often to try a property: `usual` times in `npm test`, and more often in `.ci/run`. */
export const runs = (usual: number): number => usual * FACTOR;
