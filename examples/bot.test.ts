import { createFuturesClient } from 'futures-trading-client';
import { createSandbox, type Fault } from 'futures-trading-client/sandbox';
import { expect, test } from 'vitest';
import { takeTurn } from './bot.js';

const contractName = 'E-BTC-USDT';

/** The bot on an exchange where one thing goes wrong. Waits take no time: the client has the exchange's clock. */
async function turn(...faults: Fault[]) {
  const sandbox = createSandbox();
  const { url: baseUrl, credentials, fetch, now, wait } = sandbox;
  for (const fault of faults) sandbox.faults.next(fault);
  const client = createFuturesClient({ baseUrl, credentials, fetch, now, wait });
  const ended = await takeTurn(client, contractName);
  return { ended, orders: sandbox.state.accounts[0]!.openOrders.length, again: () => takeTurn(client, contractName) };
}

test('buys once', async () => {
  const { ended, orders, again } = await turn();
  expect([ended, orders, await again()]).toEqual(['bought', 1, 'not needed']);
});

test.each(['reset-after', '504-after', 'truncated-after', 'html-after', 'code-1006-after'] as const)(
  'has one order after the response was lost by %s',
  async (kind) => {
    expect(await turn({ operation: 'createOrder', kind })).toMatchObject({ ended: 'bought', orders: 1 });
  },
);

test('knows that an order which never arrived does not exist', async () => {
  const lost = await turn({ operation: 'createOrder', kind: 'reset-before' });
  expect(lost).toMatchObject({ ended: 'not sent', orders: 0 });
});

test('sends nothing while it cannot see the open orders', async () => {
  const blind = await turn({ operation: 'getOpenOrders', kind: 'status-429', times: 10 });
  expect(blind).toMatchObject({ orders: 0 });
});
