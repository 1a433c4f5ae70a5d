import { createFuturesClient, type FuturesClient } from 'futures-trading-client';
import { createSandbox } from 'futures-trading-client/sandbox';
import { startMock } from '../mock.js';
import { quartiles, type Ratio } from './rounds.js';

const contractName = 'E-BTC-USDT';
const order = { contractName, type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1, volume: 1 } as const;

/** Calls per second of createOrder + cancelOrder on the sandbox over those on Prism's mock, in turn in one run. */
export async function overPrism(rounds = 9, pairs = 150): Promise<{ inProcess: Ratio; overHttp: Ratio }> {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  const mock = await startMock();
  const { credentials } = sandbox;
  const clients = {
    inProcess: createFuturesClient({ baseUrl: sandbox.url, credentials, fetch: sandbox.fetch }),
    overHttp: createFuturesClient({ baseUrl: server.url, credentials }),
    prism: createFuturesClient({ baseUrl: mock.url, credentials }),
  };
  const inProcess: number[] = [];
  const overHttp: number[] = [];
  for (let i = -1; i < rounds; i++) {
    const prism = await pairsPerSecond(clients.prism, pairs);
    const ratio = (await pairsPerSecond(clients.inProcess, pairs * 8)) / prism;
    const httpRatio = (await pairsPerSecond(clients.overHttp, pairs * 2)) / prism;
    if (i < 0) continue;
    inProcess.push(ratio);
    overHttp.push(httpRatio);
  }
  await server.close();
  await mock.close();
  return { inProcess: quartiles(inProcess), overHttp: quartiles(overHttp) };
}

/** Time of one pair at 100,000 resting orders over that at 1,000, and MiB that the 100,000 take. */
export async function atScale(rounds = 9): Promise<{ ratio: Ratio; mebibytes: number }> {
  const small = await crowded(1000);
  const before = usedMebibytes();
  const large = await crowded(100_000);
  const mebibytes = usedMebibytes() - before;
  const ratios: number[] = [];
  for (let i = -1; i < rounds; i++) {
    const ratio = (await pairsPerSecond(small, 400)) / (await pairsPerSecond(large, 400));
    if (i >= 0) ratios.push(ratio);
  }
  return { ratio: quartiles(ratios), mebibytes };
}

async function crowded(orders: number): Promise<FuturesClient> {
  const sandbox = createSandbox({ accounts: [{ balance: '1000000000' }] });
  const client = createFuturesClient({ baseUrl: sandbox.url, credentials: sandbox.credentials, fetch: sandbox.fetch });
  for (let i = 0; i < orders; i++) await client.createOrder({ ...order, price: 30_000 + (i % 30_000) });
  return client;
}

async function pairsPerSecond(client: FuturesClient, pairs: number): Promise<number> {
  const started = performance.now();
  for (let i = 0; i < pairs; i++) {
    const { orderId } = await client.createOrder({ ...order, price: '20000.10' });
    await client.cancelOrder({ contractName, orderId: orderId! });
  }
  return (pairs * 1000) / (performance.now() - started);
}

function usedMebibytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
