/** Set by the long runs. */
const { PROPERTY_RUNS = 1 } = globalThis as { PROPERTY_RUNS?: number };

/** The number of tries of a property: `usual` in `npm test`, more in the long runs. */
export const runs = (usual: number): number => usual * PROPERTY_RUNS;
