/** The configuration of the long runs sets this factor. */
const { PROPERTY_RUNS = 1 } = globalThis as { PROPERTY_RUNS?: number };

/** Returns how often to try a property: `usual` times in `npm test`, and more often in the long runs. */
export const runs = (usual: number): number => usual * PROPERTY_RUNS;
