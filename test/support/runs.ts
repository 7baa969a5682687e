/** How often a property is tried: `usual` times by `npm test`, more often by the long runs. */
export const runs = (usual: number): number => usual * Number(process.env['PROPERTY_RUNS'] ?? 1);
