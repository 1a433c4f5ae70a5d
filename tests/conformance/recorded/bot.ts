import { BTC, ETH, type Recorder, SOL } from './recorder.js';

/** A bot that looks around, trades, and cleans up. `long`: often enough for what strikes now and then. */
export async function trade(recorder: Recorder, isLong: boolean): Promise<void> {
  const often = (count: number): number => (isLong ? count : 1 + Math.min(count, 2));
  await recorder.times(often(11), 'ping');
  await recorder.times(often(11), 'getServerTime');
  await recorder.times(often(6), 'getContracts');
  await recorder.list();
  if (isLong) await changeSettings(recorder);
  const orders = await recorder.place();
  recorder.settle();
  await recorder.list([BTC, ETH, SOL, undefined, SOL, ETH, BTC]);
  for (const order of orders.slice(0, isLong ? 3 : 2)) await recorder.times(isLong ? 4 : 2, 'getOrder', order);
  if (!isLong) await recorder.call('getOrderHistory', { contractName: BTC });
  for (const order of orders.slice(0, isLong ? 6 : 2)) {
    await recorder.call('cancelOrder', order);
    recorder.settle();
    await recorder.list();
    recorder.clock.advance(2000);
  }
  if (isLong) await recorder.place();
  recorder.settle();
  await recorder.list();
  await cancelEverything(recorder);
  for (const blank of isLong
    ? [{}, {}, { orderId: '' }, { orderId: '' }, {}]
    : [{}, { orderId: '' }, {}, { orderId: '' }]) {
    await recorder.place();
    recorder.settle();
    await recorder.list();
    await recorder.call('cancelOrder', { contractName: BTC, ...blank });
    recorder.settle();
    await recorder.list();
    await cancelEverything(recorder);
  }
  if (isLong) await tradeAtTheMarket(recorder);
}

async function cancelEverything(recorder: Recorder): Promise<void> {
  await recorder.call('cancelAllOrders');
  recorder.settle();
  await recorder.list();
}

async function changeSettings(recorder: Recorder): Promise<void> {
  await recorder.times(6, 'changeLeverage', { contractName: BTC, nowLevel: '10' });
  await recorder.times(4, 'changePositionMode', { contractName: ETH, positionModel: '2' });
  await recorder.times(6, 'changeMarginMode', { contractName: ETH, marginModel: '1' });
  await recorder.times(11, 'adjustPositionMargin', { positionId: recorder.positionId, amount: '1' });
}

async function tradeAtTheMarket(recorder: Recorder): Promise<void> {
  for (const isNamed of [false, true, false, true]) {
    const { clientOrderId, ...rest } = recorder.order(BTC, 'BUY', '30200');
    await recorder.call('createOrder', isNamed ? { ...rest, clientOrderId } : rest);
  }
  const crossing = { type: 'LIMIT', timeInForce: 'IOC' } as const;
  await recorder.call('createOrder', { ...recorder.order(BTC, 'BUY', '66000'), ...crossing });
  await recorder.call('createOrder', { ...recorder.order(BTC, 'SELL', '64000'), ...crossing, open: 'CLOSE' });
  await recorder.call('cancelAllOrders');
}
