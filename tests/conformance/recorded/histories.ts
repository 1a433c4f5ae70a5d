import { createDecoder } from '../../../src/core/json/decode.js';
import { BTC, ETH, type Recorder } from './recorder.js';

const decode = createDecoder();
const HISTORIES = ['getTradeHistory', 'getOrderHistory', 'getProfitHistory'] as const;

/** A program that reads the three histories page by page. */
export async function readHistories(recorder: Recorder, isLong: boolean): Promise<void> {
  if (isLong) await recorder.call('getTradeHistory', { contractName: BTC, limit: '1001' });
  for (const history of HISTORIES) {
    for (const limit of isLong ? ['60', '11', '3', '11', '3', '11', '3', '11', '3'] : ['11', '3', '11'])
      await recorder.call(history, { contractName: BTC, limit });
    await recorder.call(history, { contractName: ETH, limit: '11' });
    if (isLong && history !== 'getProfitHistory') await recorder.times(2, history, { contractName: BTC });
    const fromId = middleOf(await recorder.call(history, { contractName: BTC, limit: '11' }));
    for (let time = 0; time < (fromId === undefined ? 0 : 2); time++) {
      await recorder.call(history, { contractName: BTC, limit: '11', fromId });
      if (isLong && history !== 'getProfitHistory') await recorder.call(history, { contractName: BTC, fromId });
    }
    // A page that is taken after others were refused: they were not too many.
    await recorder.call(history, { contractName: BTC, limit: '11' });
    if (isLong && history !== 'getOrderHistory') await recorder.times(2, history, { limit: '3' });
  }
  if (!isLong) return;
  for (const history of HISTORIES) await recorder.times(2, history, { contractName: BTC, limit: '100' });
  await recorder.times(2, 'getProfitHistory', { contractName: ETH });
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
