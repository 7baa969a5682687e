/** Set by the long runs. */
const { PROPERTY_RUNS = 1 } = globalThis as { PROPERTY_RUNS?: number };

/** How often a property is tried: `usual` times by `npm test`, more often by the long runs. */
export const runs = (usual: number): number => usual * PROPERTY_RUNS;
