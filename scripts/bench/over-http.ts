import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createFuturesClient } from 'futures-trading-client';
import { createUndiciTransport } from 'futures-trading-client/undici';
import { Pool } from 'undici';
import { quartiles, type Ratio } from './rounds.js';
import { CREDENTIALS, ORDER_INPUT } from './samples.js';

const IN_FLIGHT = 64;
const BODY = JSON.stringify(ORDER_INPUT);
const HEADERS = { 'content-type': 'application/json', 'content-length': String(BODY.length) };

/** CPU of the client process for signed calls over loopback, 64 in flight, over that of the bare HTTP library. */
export async function overHttp({ rounds = 24, calls = 1500 } = {}): Promise<{ nodeHttp: Ratio; undici: Ratio }> {
  const server = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const port = Number(await new Promise((resolve) => server.stdout!.once('data', resolve)));
  const baseUrl = `http://127.0.0.1:${port}`;
  const agent = new Agent({ keepAlive: true });
  const pool = new Pool(baseUrl, { connections: IN_FLIGHT });
  const options = { baseUrl, credentials: CREDENTIALS };
  const onNode = createFuturesClient(options);
  const onUndici = createFuturesClient({
    ...options,
    transport: createUndiciTransport({ pool: { connections: IN_FLIGHT } }),
  });

  const sides = {
    bareNode: () => bareNodeHttp(port, agent),
    ourNode: () => onNode.createOrder(ORDER_INPUT),
    bareUndici: async () => {
      const { body } = await pool.request({ path: '/fapi/v1/order', method: 'POST', headers: HEADERS, body: BODY });
      return body.json();
    },
    ourUndici: () => onUndici.createOrder(ORDER_INPUT),
  };
  const nodeHttp: number[] = [];
  const undici: number[] = [];
  for (let i = -2; i < rounds; i++) {
    const used: Record<string, number> = {};
    for (const [name, call] of Object.entries(sides)) used[name] = await cpuOf(call, calls);
    if (i < 0) continue;
    nodeHttp.push(used['ourNode']! / used['bareNode']!);
    undici.push(used['ourUndici']! / used['bareUndici']!);
  }
  agent.destroy();
  await pool.destroy();
  server.disconnect();
  return { nodeHttp: quartiles(nodeHttp), undici: quartiles(undici) };
}

async function cpuOf(call: () => Promise<unknown>, calls: number): Promise<number> {
  const before = process.cpuUsage();
  let left = calls;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function bareNodeHttp(port: number, agent: Agent): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port, host: '127.0.0.1', path: '/fapi/v1/order', method: 'POST', headers: HEADERS, agent },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(BODY);
  });
}
