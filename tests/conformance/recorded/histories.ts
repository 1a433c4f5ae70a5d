import { createDecoder } from '../../../src/core/json/decode.js';
import { BTC, ETH, type Recorder } from './recorder.js';

const decode = createDecoder();
const HISTORIES = ['getTradeHistory', 'getOrderHistory', 'getProfitHistory'] as const;

/** A program that reads the three histories page by page. */
export async function readHistories(recorder: Recorder): Promise<void> {
  for (const history of HISTORIES) {
    for (const limit of ['11', '3', '11']) await recorder.call(history, { contractName: BTC, limit });
    await recorder.call(history, { contractName: ETH, limit: '11' });
    const fromId = middleOf(await recorder.call(history, { contractName: BTC, limit: '11' }));
    if (fromId !== undefined) await recorder.times(2, history, { contractName: BTC, limit: '11', fromId });
    // A page that is taken after others were refused: they were not too many.
    await recorder.call(history, { contractName: BTC, limit: '11' });
  }
}

/** An identifier in the middle of a page. */
function middleOf(page: string): unknown {
  try {
    const records = decode(page);
    const middle = Array.isArray(records) ? ((records[5] ?? {}) as Readonly<Record<string, unknown>>) : {};
    return middle['tradeId'] ?? middle['id'] ?? middle['orderId'];
  } catch {
    return undefined;
  }
}
