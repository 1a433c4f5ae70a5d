import { BTC, ETH, type Recorder, SOL } from './recorder.js';

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
