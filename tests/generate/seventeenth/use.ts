// Compiled and run by seventeenth.register.test.ts in a copy of the project whose description has one more path.
import { createFuturesClient, type TransferMadeUpInput } from './src/index.js';
import { createFetchClient } from './src/openapi-fetch/index.js';

const options = {
  baseUrl: process.argv[2]!,
  credentials: { apiKey: 'k17', apiSecret: 's17' },
  now: () => 1_760_000_000_123,
};
const client = createFuturesClient(options);
const wire = createFetchClient(options);

const input: TransferMadeUpInput = { amount: '10.50', positionId: 256609229205684228n };
const { orderId } = await client.transferMadeUp(input);
const text: string | undefined = orderId;
console.log(text);

export async function mustNotCompile(): Promise<void> {
  // @ts-expect-error amount is required
  await client.transferMadeUp({ positionId: 1 });
  // @ts-expect-error no such field
  await client.transferMadeUp({ amount: 1, positionId: 1, positionID: 2 });
  const params = { header: { 'X-CH-TS': '1' } };
  // @ts-expect-error the signing headers are not the caller's business
  await wire.POST('/fapi/v1/made_up_transfer', { body: input, params });
}
