import { describe, expect, it } from 'vitest';
import { startServer } from '../support/raw-server.js';
import { createTestClient } from '../support/test-client.js';
import { transports } from '../support/transports.js';

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
