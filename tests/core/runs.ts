import fc from 'fast-check';
import { it } from 'vitest';

/** The number of cases of each property: 1,000, or the environment variable FUZZ_RUNS. */
export const numRuns = Number(process.env['FUZZ_RUNS'] ?? 1000);

/** A test that a property holds in all cases, or in that share of them, with time enough on a slow machine. */
export function itHolds<T>(name: string, property: fc.IProperty<T> | fc.IAsyncProperty<T>, share = 1): void {
  it(name, () => fc.assert(property, { numRuns: Math.ceil(numRuns * share) }), 30_000 + numRuns * 5);
}
