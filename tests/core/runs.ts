/** The number of cases of each property: 1,000, or the environment variable FUZZ_RUNS. */
export const numRuns = Number(process.env['FUZZ_RUNS'] ?? 1000);

/** Time enough for that many cases on a slow machine. */
export const propertyTimeoutMs = 30_000 + numRuns * 5;
