/** How many times a property is tested: `usual`, multiplied by TEST_RUNS, which the soak sets. */
export const runs = (usual: number): number => usual * Number(process.env.TEST_RUNS ?? 1)
