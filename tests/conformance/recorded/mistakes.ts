import type { AnyInput } from '../../../src/conformance/call/input.js';
import { forgedSignatures, spellings } from '../../../src/conformance/checks/forgery/index.js';
import { wrongs } from '../../../src/conformance/checks/wrong-calls.js';
import { declaredOperations, type OperationId, operations } from '../../../src/conformance/model/operations.js';
import { BTC, ETH, type OpenOrder, type Recorder } from './recorder.js';

const SAMPLE: readonly OperationId[] = ['getOpenOrders', 'createOrder', 'cancelOrder'];
const WRITES: readonly OperationId[] = ['createOrder', 'cancelOrder', 'cancelAllOrders'];

const STRANGE = { credentials: { apiKey: 'a-key-that-does-not-exist' } };

/** A test suite that looks whether wrong calls are refused. */
export async function makeMistakes(recorder: Recorder, isLong: boolean): Promise<void> {
  let kept = await placeSome(recorder);
  for (const { operationId, security } of declaredOperations) {
    if (security !== 'signed' || operationId === 'createConditionOrder') continue;
    if (!isLong && ![...SAMPLE, 'cancelAllOrders'].includes(operationId)) continue;
    const input = (): AnyInput => (operationId === 'cancelOrder' ? (kept[0] ?? {}) : inputOf(recorder, operationId));
    const isWrite = WRITES.includes(operationId);
    if (operationId !== 'cancelOrder' && operationId !== 'cancelAllOrders') await recorder.call(operationId, input());
    if (isWrite) await recorder.list();
    await callWrongly(recorder, operationId, input, isLong);
    recorder.settle();
    if (!isWrite) continue;
    await recorder.list();
    // A thing that happens once may be the fault of a recording program.
    if (operationId !== 'createOrder') kept = await placeSome(recorder);
    await recorder.list();
    const again = wrongs.map(({ alteration }) => alteration);
    for (const alteration of isLong ? [...again, STRANGE] : again)
      await recorder.call(operationId, input(), alteration);
    recorder.settle();
    await recorder.list();
  }
  if (isLong) {
    const query = { signs: { target: `/fapi/v1/openOrders?contractName=${ETH}` } };
    await recorder.call('getOpenOrders', { contractName: BTC }, query);
    for (let time = 0; time < 2; time++)
      await recorder.call('getOpenOrders', {}, { headerNames: (name) => name.toLowerCase() });
  }
  await recorder.call('cancelAllOrders');
  recorder.settle();
  await recorder.list();
  await sendWrongInput(recorder);
  if (isLong) await sendConditions(recorder);
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

async function callWrongly(
  recorder: Recorder,
  operationId: OperationId,
  input: () => AnyInput,
  isLong: boolean,
): Promise<void> {
  const { credentials, clock } = recorder;
  const isSample = SAMPLE.includes(operationId);
  for (const { alteration } of wrongs) await recorder.call(operationId, input(), alteration);
  await recorder.call(operationId, input(), { unsigned: true });
  if (!isLong)
    return void (operationId === 'getOpenOrders' && (await recorder.call(operationId, input(), { unsigned: true })));
  for (let time = 0; time < (isSample ? 3 : 0); time++) {
    for (const drop of ['apiKey', 'timestamp', 'signature'] as const)
      await recorder.call(operationId, input(), { drop });
    await recorder.call(operationId, input(), { unsigned: true });
  }
  for (const alteration of [{ credentials: { apiKey: '' } }, STRANGE])
    await recorder.call(operationId, input(), alteration);
  if (isSample) {
    for (const { alteration } of forgedSignatures(credentials)) await recorder.call(operationId, input(), alteration);
    for (const { alteration } of spellings(credentials)) await recorder.call(operationId, input(), alteration);
  }
  const method = operations[operationId].method === 'GET' ? 'POST' : 'GET';
  const query = operationId === 'getOpenOrders' ? `?contractName=${BTC}` : '';
  await recorder.call(operationId, input(), { signs: { body: '{}' } });
  await recorder.call(operationId, input(), { signs: { target: `/fapi/v1/myTrades${query}` } });
  await recorder.call(operationId, input(), { signs: { method } });
  await recorder.call(operationId, input(), { signs: { timestampMs: String(clock.now() + 13) } });
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

async function sendConditions(recorder: Recorder): Promise<void> {
  const { clientOrderId: _name, ...order } = recorder.order(BTC, 'BUY', '70010');
  const condition = { ...order, triggerType: '3', triggerPrice: '70000' };
  await recorder.times(11, 'createConditionOrder', condition);
  for (const { alteration } of wrongs) await recorder.call('createConditionOrder', condition, alteration);
  await recorder.call('createConditionOrder', condition, { signs: { body: '{}' } });
  await recorder.times(2, 'getServerTime');
}

function inputOf(recorder: Recorder, operationId: OperationId): AnyInput {
  switch (operationId) {
    case 'createOrder':
      return recorder.order(BTC, 'BUY', '30000');
    case 'getProfitHistory':
    case 'getTradeHistory':
      return { contractName: BTC, limit: '3' };
    case 'adjustPositionMargin':
      return { positionId: recorder.positionId, amount: '1' };
    case 'changeLeverage':
      return { contractName: BTC, nowLevel: '10' };
    case 'cancelAllOrders':
      return {};
    default:
      return { contractName: BTC };
  }
}
