import { createFuturesClient, type FuturesClient } from 'futures-trading-client';
import { createSandbox } from 'futures-trading-client/sandbox';
import { startMock } from '../mock.js';
import { cpuMs } from './rounds.js';
import { medianOf, type Figure } from './row.js';

const contractName = 'E-BTC-USDT';
const order = { contractName, type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1, volume: 1 } as const;

/** Pairs of createOrder and cancelOrder for the CPU that they take; client and servers are in this process. */
export async function sandboxRows(): Promise<readonly Figure[]> {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  await using mock = await startMock();
  const { credentials } = sandbox;
  const inProcess = createFuturesClient({ baseUrl: sandbox.url, credentials, fetch: sandbox.fetch });
  const overHttp = createFuturesClient({ baseUrl: server.url, credentials });
  const prism = createFuturesClient({ baseUrl: mock.url, credentials });
  const small = await crowded(1000);
  const before = usedMebibytes();
  const large = await crowded(100_000);
  const mebibytes = usedMebibytes() - before;
  return [
    { what: 'in process / Prism', value: await rateOver(inProcess, prism, 1200, 150), atLeast: 10 },
    { what: 'over HTTP / Prism', value: await rateOver(overHttp, prism, 300, 150) },
    { what: 'at 1,000 resting orders / at 100,000', value: await rateOver(small, large, 400, 400), atMost: 2 },
    { what: 'heap of 100,000 resting orders', value: mebibytes, unit: 'MiB' },
  ];
}

/** Pairs per second of CPU with one client over those with another, in turn. */
async function rateOver(one: FuturesClient, other: FuturesClient, pairs: number, otherPairs: number, rounds = 7) {
  const ratios: number[] = [];
  for (let i = -1; i < rounds; i++) {
    const ratio = (await pairsPerSecond(one, pairs)) / (await pairsPerSecond(other, otherPairs));
    if (i >= 0) ratios.push(ratio);
  }
  return medianOf(ratios);
}

async function crowded(orders: number): Promise<FuturesClient> {
  const sandbox = createSandbox({ accounts: [{ balance: '1000000000' }] });
  const client = createFuturesClient({ baseUrl: sandbox.url, credentials: sandbox.credentials, fetch: sandbox.fetch });
  for (let i = 0; i < orders; i++) await client.createOrder({ ...order, price: 30_000 + (i % 30_000) });
  return client;
}

async function pairsPerSecond(client: FuturesClient, pairs: number): Promise<number> {
  const startedMs = cpuMs();
  for (let i = 0; i < pairs; i++) {
    const { orderId } = await client.createOrder({ ...order, price: '20000.10' });
    await client.cancelOrder({ contractName, orderId });
  }
  return (pairs * 1000) / (cpuMs() - startedMs);
}

function usedMebibytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
