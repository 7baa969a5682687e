/** The long runs set this. */
const { PROPERTY_RUNS = 1 } = globalThis as { PROPERTY_RUNS?: number };

/** How often a property is tried: `usual` times in `npm test`, and more often in the long runs. */
export const runs = (usual: number): number => usual * PROPERTY_RUNS;
