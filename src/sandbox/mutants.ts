import { DEFAULT_CONTRACTS } from './exchange/contracts.js';
import type { ContractRules } from './exchange/model.js';

export { type Control, CONTROLS, startControl } from './controls.js';
export { MUTATIONS } from './mutations/index.js';
export type { Mutation } from './mutations/mutation.js';
export { createTwin, type Twin, TWINS } from './twins.js';

/** A contract with a price for each of 1100 volumes: one order across it makes more trades than the largest page holds. */
export const DEEP_CONTRACT: ContractRules = {
  ...DEFAULT_CONTRACTS[0]!,
  name: 'E-DEEP-USDT',
  id: 99,
  base: 'DEEP',
  price: '1000.00',
  multiplier: '0.0001',
  depth: { levels: 1100, stepTicks: 1, volume: '1' },
};

/** Contracts of a sandbox on which every page rule can be seen. */
export const DEEP_CONTRACTS: readonly ContractRules[] = [...DEFAULT_CONTRACTS, DEEP_CONTRACT];
