import { type FuturesClient, isFuturesError, RateLimitError } from 'futures-trading-client';

/** What one turn of the bot ended with. */
export type Turn = 'bought' | 'not needed' | 'not sent' | 'refused' | 'look at the order first';

/** Buys one contract where no order is open. Take no turn after `look at the order first`, or it may buy a second one. */
export async function takeTurn(client: FuturesClient, contractName: string): Promise<Turn> {
  try {
    if ((await client.getOpenOrders({ contractName })).length > 0) return 'not needed';
    const order = { contractName, type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1, volume: 1 } as const;
    const { outcome } = await client.submitOrder({ ...order, price: '60000' });
    return outcome === 'accepted' ? 'bought' : outcome === 'absent' ? 'not sent' : 'look at the order first';
  } catch (error) {
    if (error instanceof RateLimitError) return 'not sent';
    if (!isFuturesError(error) || error.outcome === 'unknown') throw error;
    return error.outcome === 'not-sent' ? 'not sent' : 'refused';
  }
}
