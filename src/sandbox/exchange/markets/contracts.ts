import type { ContractRules } from '../model/model.js';

const COMMON = {
  quote: 'USDT',
  maxLeverage: 125,
  maintenanceRate: '0.005',
  openMakerFee: '0.0003',
  openTakerFee: '0.0005',
  closeMakerFee: '0.0003',
  closeTakerFee: '0.0005',
} as const;

/** Contracts of a sandbox that is given none. Names and fees are as observed; prices are made up. */
export const DEFAULT_CONTRACTS: readonly ContractRules[] = [
  {
    ...COMMON,
    name: 'E-BTC-USDT',
    id: 1,
    base: 'BTC',
    price: '65000.00',
    pricePrecision: 2,
    volumePrecision: 0,
    minVolume: '1',
    multiplier: '0.001',
    depth: { levels: 5, stepTicks: 50, volume: '500' },
  },
  {
    ...COMMON,
    name: 'E-ETH-USDT',
    id: 2,
    base: 'ETH',
    price: '3000.00',
    pricePrecision: 2,
    volumePrecision: 0,
    minVolume: '1',
    multiplier: '0.01',
    depth: { levels: 5, stepTicks: 10, volume: '500' },
  },
  {
    ...COMMON,
    name: 'E-ORCA-USDT',
    id: 3,
    base: 'ORCA',
    price: '1.959',
    pricePrecision: 3,
    volumePrecision: 1,
    minVolume: '0.5',
    multiplier: '1',
    maxLeverage: 20,
    depth: { levels: 5, stepTicks: 1, volume: '5000' },
  },
];
