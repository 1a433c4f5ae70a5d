import type { Intent, Word } from '../../../src/conformance/caller/intent.js';
import type { FuturesClient } from '../../../src/index.js';

/** Does what it is asked with our client, and says what became of it. */
export async function byOurClient(
  client: FuturesClient,
  order: 'createOrder' | 'submitOrder',
  { do: what, input, all }: Intent,
): Promise<Word> {
  const given = input as never;
  if (what === 'createOrder') return { outcome: 'accepted', ...(await client[order](given)) };
  if (what === 'getTradeHistory') {
    const ids: string[] = [];
    for await (const { tradeId } of client.iterateTradeHistory(given)) ids.push(String(tradeId));
    return { outcome: 'accepted', ids };
  }
  const result = await client[what as 'getOpenOrders'](given);
  return { outcome: 'accepted', ...(all && { ids: result.map(({ orderId }) => String(orderId)) }) };
}
