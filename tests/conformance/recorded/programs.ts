import type { AnyInput } from '../../../src/conformance/call/input.js';
import { wrongs } from '../../../src/conformance/checks/wrong-calls.js';
import { declaredOperations, type OperationId } from '../../../src/conformance/model/operations.js';
import { createDecoder } from '../../../src/core/json/decode.js';
import { BTC, ETH, type OpenOrder, type Recorder, SOL } from './recorder.js';

/** A bot that looks around, trades, and cleans up. */
export async function trade(recorder: Recorder): Promise<void> {
  await recorder.times(3, 'ping');
  await recorder.times(3, 'getServerTime');
  await recorder.times(3, 'getContracts');
  await recorder.times(3, 'changeMarginMode', { contractName: BTC, marginModel: '2' });
  await recorder.list();
  const orders = await recorder.place();
  recorder.settle();
  await recorder.list([BTC, ETH, SOL, undefined, SOL, ETH, BTC]);
  for (const order of orders.slice(0, 2)) await recorder.times(2, 'getOrder', order);
  await recorder.call('getOrderHistory', { contractName: BTC });
  for (const order of orders.slice(0, 2)) {
    await recorder.call('cancelOrder', order);
    recorder.settle();
    await recorder.list();
    recorder.clock.advance(2000);
  }
  recorder.settle();
  await recorder.list();
  await cancelEverything(recorder);
  for (const blank of [{}, { orderId: '' }, {}, { orderId: '' }]) {
    await recorder.place();
    recorder.settle();
    await recorder.list();
    await recorder.call('cancelOrder', { contractName: BTC, ...blank });
    recorder.settle();
    await recorder.list();
    await cancelEverything(recorder);
  }
}

async function cancelEverything(recorder: Recorder): Promise<void> {
  await recorder.call('cancelAllOrders');
  recorder.settle();
  await recorder.list();
}

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

const WRITES: readonly OperationId[] = ['createOrder', 'cancelOrder', 'cancelAllOrders'];

/** A test suite that looks whether wrong calls are refused. */
export async function makeMistakes(recorder: Recorder): Promise<void> {
  let kept = await placeSome(recorder);
  const inputs: { readonly [Id in OperationId]?: () => AnyInput } = {
    createOrder: () => recorder.order(BTC, 'BUY', '30000'),
    cancelOrder: () => kept[0] ?? {},
    getOpenOrders: () => ({ contractName: BTC }),
  };
  for (const { operationId } of declaredOperations) {
    if (![...WRITES, 'getOpenOrders'].includes(operationId)) continue;
    const input = inputs[operationId] ?? (() => ({}));
    const isWrite = WRITES.includes(operationId);
    if (operationId !== 'cancelOrder' && operationId !== 'cancelAllOrders') await recorder.call(operationId, input());
    if (isWrite) await recorder.list();
    for (const { alteration } of wrongs) await recorder.call(operationId, input(), alteration);
    for (let time = 0; time < (isWrite ? 1 : 2); time++) await recorder.call(operationId, input(), { unsigned: true });
    recorder.settle();
    if (!isWrite) continue;
    await recorder.list();
    // A thing that happens once may be the fault of a recording program.
    if (operationId !== 'createOrder') kept = await placeSome(recorder);
    await recorder.list();
    for (const { alteration } of wrongs) await recorder.call(operationId, input(), alteration);
    recorder.settle();
    await recorder.list();
  }
  await recorder.call('cancelAllOrders');
  recorder.settle();
  await recorder.list();
  await sendWrongInput(recorder);
  // Programs poll. A call that is taken after as many as a refused one shows that no limit of calls refused that.
  for (let time = 0; time < 12; time++) await recorder.call('getOpenOrders');
}

async function placeSome(recorder: Recorder): Promise<readonly OpenOrder[]> {
  const placed = await recorder.place([
    [BTC, 'BUY', '30000'],
    [ETH, 'SELL', '9000'],
    [BTC, 'BUY', '30100'],
  ]);
  recorder.settle();
  return placed;
}

async function sendWrongInput(recorder: Recorder): Promise<void> {
  const { price: _price, ...incomplete } = recorder.order(BTC, 'BUY', '30000');
  for (const side of ['XHOLDX', 'XODDX']) {
    await recorder.call('createOrder', incomplete);
    await recorder.call('createOrder', { ...recorder.order(BTC, 'BUY', '30000'), side });
    recorder.settle();
    await recorder.list();
  }
  await recorder.call('createOrder', { ...recorder.order(BTC, 'BUY', '30000'), contractName: [BTC] });
  recorder.settle();
  await recorder.list();
  await recorder.call('getOrderHistory', {});
  await recorder.call('getOrderHistory', { contractName: { value: BTC } });
  await recorder.call('changeLeverage', { contractName: BTC, nowLevel: '10' });
  await recorder.call('changeLeverage', { contractName: BTC });
  await recorder.call('changeLeverage', { contractName: [BTC], nowLevel: '10' });
  await recorder.call('cancelAllOrders');
}
