import type { AnyInput } from '../../../src/conformance/call/input.js';
import { wrongs } from '../../../src/conformance/checks/wrong-calls.js';
import { declaredOperations, type OperationId } from '../../../src/conformance/model/operations.js';
import { BTC, ETH, type OpenOrder, type Recorder } from './recorder.js';

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
