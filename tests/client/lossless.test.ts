import { describe, expect, it } from 'vitest';
import { anySuccess, startServer } from '../support/raw-server.js';
import { createTestClient } from '../support/test-client.js';
import { transports } from '../support/transports.js';

it('identifiers of 19 digits go out digit for digit, from text and from bigints', async () => {
  const id = '9223372036854775807';
  const server = await startServer(anySuccess);
  const client = createTestClient(server.origin);
  await client.getOrder({ contractName: 'E', orderId: BigInt(id) });
  await client.getOrderHistory({ contractName: 'E', fromId: id });
  await client.getTradeHistory({ fromId: BigInt(id) });
  expect(server.requests.map(({ target, body }) => target + body.toString())).toEqual([
    `/fapi/v1/order{"contractName":"E","orderId":"${id}"}`,
    `/fapi/v1/orderHistorical{"contractName":"E","fromId":${id}}`,
    `/fapi/v1/myTrades?fromId=${id}`,
  ]);
});

describe.each(transports)('over $name', ({ options }) => {
  it('a long answer arrives whole', async () => {
    const row = '{"orderId":3215386721681467793,"price":67000.10,"transactTime":1607702400000}';
    const server = await startServer({ body: `[${Array.from({ length: 20_000 }, () => row).join()}]` });
    const result = await createTestClient(server.origin, options()).getOpenOrders();
    expect(result).toHaveLength(20_000);
    expect(result.at(-1)).toEqual({
      orderId: '3215386721681467793',
      price: '67000.10',
      transactTime: 1607702400000,
    });
  });
});
