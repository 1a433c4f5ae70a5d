import type { CreateOrderInput } from '../../src/index.js';

/** A limit order without price and volume; the tests add what they are about. */
export const limitBuy = {
  contractName: 'E-BTC-USDT',
  type: 'LIMIT',
  side: 'BUY',
  open: 'OPEN',
  positionType: 1,
} as const satisfies Partial<CreateOrderInput>;

/** A limit order that can be sent as it is. */
export const limitOrder = { ...limitBuy, price: '65000.10', volume: 1 } as const satisfies CreateOrderInput;
