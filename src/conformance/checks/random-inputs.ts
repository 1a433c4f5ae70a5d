import type { Arbitrary } from 'fast-check';
import type { Input } from '../call/input.js';
import type { FastCheck } from '../findings/property.js';

/** The lists that declare how they may be narrowed, and the fields that they need. */
export const NARROWED = {
  getOrderHistory: ['contractName'],
  getProfitHistory: [],
  getTradeHistory: [],
} as const;

const LARGEST = 2n ** 63n - 1n;

/**
 * Inputs of a list as the document declares them: at least one of the fields that narrow it, page sizes up to the declared
 * maximum, identifiers that may or may not be there.
 */
export function validInputs(fc: FastCheck, operationId: keyof typeof NARROWED, contract: string): Arbitrary<Input> {
  const required: readonly string[] = NARROWED[operationId];
  const values: Readonly<Record<string, Arbitrary<string>>> = {
    contractName: fc.constant(contract),
    limit: fc.integer({ min: 1, max: 1000 }).map(String),
    fromId: fc.bigInt({ min: 0n, max: LARGEST }).map(String),
  };
  const names = Object.keys(values).filter((name) => !required.includes(name));
  return fc
    .tuple(fc.subarray(names, { minLength: 1 }), fc.record(values))
    .map(([chosen, all]) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => required.includes(name) || chosen.includes(name))),
    );
}
