import { createFuturesClient, type FuturesClient } from 'futures-trading-client';
import { createSandbox } from 'futures-trading-client/sandbox';
import { startMock } from '../mock.js';
import { CLOCKS, quartiles, type Ratio } from './rounds.js';

const contractName = 'E-BTC-USDT';
const order = { contractName, type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1, volume: 1 } as const;

/**
 * Calls of createOrder + cancelOrder on the sandbox per second of CPU, over those on Prism's mock, in turn in one run. Client
 * and servers are in this process.
 */
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

/** Times at 100,000 resting orders over those at 1,000, and MiB that the 100,000 take. */
export async function atScale(
  rounds = 9,
): Promise<{ pair: Ratio; openOrders: Ratio; leverage: Ratio; mebibytes: number }> {
  const small = await crowded(1000);
  const before = usedMebibytes();
  const large = await crowded(100_000);
  const mebibytes = usedMebibytes() - before;
  const other = { contractName: 'E-ETH-USDT' };
  const over = async (rate: (client: FuturesClient) => Promise<number>): Promise<Ratio> => {
    const ratios: number[] = [];
    for (let i = -1; i < rounds; i++) {
      const ratio = (await rate(small)) / (await rate(large));
      if (i >= 0) ratios.push(ratio);
    }
    return quartiles(ratios);
  };
  return {
    pair: await over((client) => pairsPerSecond(client, 400)),
    openOrders: await over((client) => callsPerSecond(() => client.getOpenOrders(other), 400)),
    leverage: await over((client) => callsPerSecond(() => client.changeLeverage({ ...other, nowLevel: 10 }), 400)),
    mebibytes,
  };
}

async function crowded(orders: number): Promise<FuturesClient> {
  const sandbox = createSandbox({ accounts: [{ balance: '1000000000' }] });
  const client = createFuturesClient({ baseUrl: sandbox.url, credentials: sandbox.credentials, fetch: sandbox.fetch });
  for (let i = 0; i < orders; i++) await client.createOrder({ ...order, price: 30_000 + (i % 30_000) });
  return client;
}

async function pairsPerSecond(client: FuturesClient, pairs: number): Promise<number> {
  const startedMs = CLOCKS.cpu();
  for (let i = 0; i < pairs; i++) {
    const { orderId } = await client.createOrder({ ...order, price: '20000.10' });
    await client.cancelOrder({ contractName, orderId });
  }
  return (pairs * 1000) / (CLOCKS.cpu() - startedMs);
}

async function callsPerSecond(call: () => Promise<unknown>, calls: number): Promise<number> {
  const startedMs = CLOCKS.cpu();
  for (let i = 0; i < calls; i++) await call();
  return (calls * 1000) / (CLOCKS.cpu() - startedMs);
}

function usedMebibytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
