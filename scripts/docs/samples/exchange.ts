import { described } from '../../described.js';
import type { Operation } from '../../../generated/operations.js';
import { createFuturesClient } from 'futures-trading-client';
import { createSandbox, type Sandbox, type SandboxOptions } from 'futures-trading-client/sandbox';

/** Where the samples run: an exchange on which the day has begun. */
export interface SampleExchange {
  /** Values of the fields that name something, for the thing to exist. */
  readonly existing: Readonly<Record<'orderId' | 'positionId', string>>;
  /** A separate sandbox for one sample of the operation. */
  open(operation: Operation, options?: SandboxOptions): Sandbox;
}

/**
 * Trades on a sandbox what the described examples speak of: an order to cancel, histories to read, an isolated position to
 * secure. Settings change only while nothing is open, so operations that change them start on a quiet day.
 */
export async function prepareExchange(): Promise<SampleExchange> {
  const quiet = createSandbox({
    restore: { ...(createSandbox().snapshot() as object), sequence: firstIdOfHistories() },
  });
  const begun = createSandbox({ restore: quiet.snapshot() });
  const client = createFuturesClient({ baseUrl: begun.url, credentials: begun.credentials, fetch: begun.fetch });
  const btc = { contractName: 'E-BTC-USDT', type: 'LIMIT', positionType: 1 } as const;
  const eth = { contractName: 'E-ETH-USDT', type: 'LIMIT', positionType: 2 } as const;
  await client.createOrder({ ...btc, side: 'BUY', open: 'OPEN', price: '65000.50', volume: 2 });
  await client.createOrder({ ...btc, side: 'SELL', open: 'CLOSE', price: '64900.00', volume: 1 });
  await client.createOrder({ ...eth, side: 'BUY', open: 'OPEN', price: '3001.00', volume: 5 });
  const { orderId } = await client.createOrder({ ...btc, side: 'BUY', open: 'OPEN', price: '60000.10', volume: 1 });
  const position = begun.state.accounts[0]!.positions.find(({ marginMode }) => marginMode === 'isolated');
  if (position === undefined) throw new Error('the sandbox did not trade as it used to');

  const [quietDay, begunDay] = [quiet.snapshot(), begun.snapshot()];
  return {
    existing: { orderId, positionId: String(position.positionId) },
    open: ({ effect }, options) =>
      createSandbox({ ...options, restore: effect === 'reversible' ? quietDay : begunDay }),
  };
}

/** The identifiers of the sandbox begin here: the described pages of histories then hold something. */
const firstIdOfHistories = (): number => Math.max(...described.map(({ input }) => Number(input['fromId'] ?? 0)));
