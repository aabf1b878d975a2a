/** How often a property is tried: `usual` times, and as many times that as TEST_RUNS says, which the soak does. */
export const runs = (usual: number): number => usual * Number(process.env.TEST_RUNS ?? 1)
