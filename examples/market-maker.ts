import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFuturesClient, type FuturesClient } from 'futures-trading-client';
import { createFileJournal } from 'futures-trading-client/journal';
import { createSandbox } from 'futures-trading-client/sandbox';

const contractName = 'E-BTC-USDT';
const file = join(tmpdir(), `market-maker-${process.pid}.journal`);
const { url: baseUrl, credentials, fetch, now, wait, faults } = createSandbox();

/** One quote on each side of the middle. Stops at an order whose result is unknown: it must not be sent a second time. */
async function quote(client: FuturesClient, middle: number): Promise<void> {
  await client.cancelContractOrders({ contractName });
  const prices = { BUY: middle - 500, SELL: middle + 500 } as const;
  for (const side of ['BUY', 'SELL'] as const) {
    const order = { contractName, type: 'LIMIT', side, open: 'OPEN', positionType: 1, volume: 1 } as const;
    const { outcome, clientOrderId } = await client.submitOrder({ ...order, price: prices[side] });
    console.log(side, prices[side], outcome);
    if (outcome === 'unknown') throw new Error(`${clientOrderId} is not resolved`);
  }
}

/** A run of the program: first what an earlier run left open, then quotes until it ends. */
async function run(middles: readonly number[]): Promise<void> {
  await using journal = await createFileJournal(file);
  const client = createFuturesClient({ baseUrl, credentials, fetch, now, wait, journal });
  const { orders, damaged } = await client.recover();
  for (const { outcome } of orders) console.log('recovered', outcome);
  const isUndecided = orders.some(({ outcome }) => outcome === 'unknown') || damaged.some(({ kind }) => kind !== 'cut');
  if (isUndecided) throw new Error('an order of an earlier run is not resolved');
  for (const middle of middles) await quote(client, middle);
  console.log('open', (await client.getOpenOrders({ contractName })).length);
}

// The response to the first order is lost, and every lookup fails: the program ends without knowing.
faults.next({ operation: 'createOrder', kind: 'reset-after' });
for (const operation of ['getOrder', 'getOpenOrders', 'getOrderHistory', 'getTradeHistory'] as const) {
  faults.next({ operation, kind: 'html', times: 1000 });
}
await run([65_000]).catch((error: Error) => console.log('stopped:', error.message));
await run([65_050]).catch((error: Error) => console.log('stopped:', error.message));

// The next day, the order is found before anything is sent.
faults.clear();
await run([65_100, 65_200]);
await rm(file, { force: true });
