import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createFuturesClient, type FuturesClientOptions } from 'futures-trading-client';
import { createUndiciTransport } from 'futures-trading-client/undici';
import { Pool } from 'undici';
import type { Row } from './block.js';
import { quartiles } from './rounds.js';
import { CREDENTIALS, ORDER_INPUT } from './samples.js';
import { heapPerCall } from './whole-process.js';

const BODY = JSON.stringify(ORDER_INPUT);
const CONNECTIONS = 64;
/** As many headers as a signed call has. */
const HEADERS = {
  accept: 'application/json',
  'content-type': 'application/json',
  'X-CH-TS': '1760000000123',
  'X-CH-APIKEY': CREDENTIALS.apiKey,
  'X-CH-SIGN': '0'.repeat(64),
};

type Call = () => Promise<unknown>;

interface Pair extends Pick<Row, 'what' | 'aim' | 'atMost'> {
  readonly ours: Call;
  readonly theirs: Call;
  readonly inFlight: number;
}

/** CPU of this process for signed calls over loopback, over that of the bare library that the transport is made of. */
export async function transportRows({ rounds = 20, calls = 1024 } = {}): Promise<readonly Row[]> {
  const server = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const port = Number(await new Promise((resolve) => server.stdout!.once('data', resolve)));
  const baseUrl = `http://127.0.0.1:${port}`;
  const agent = new Agent({ keepAlive: true });
  const pool = new Pool(baseUrl, { connections: CONNECTIONS });

  const ours = (more: Partial<FuturesClientOptions> = {}): Call => {
    const client = createFuturesClient({ baseUrl, credentials: CREDENTIALS, ...more });
    return () => client.createOrder(ORDER_INPUT);
  };
  const onUndici = ours({ transport: createUndiciTransport({ pool: { connections: CONNECTIONS } }) });
  const bareUndici: Call = async () => {
    const { body } = await pool.request({ path: '/fapi/v1/order', method: 'POST', headers: HEADERS, body: BODY });
    return body.json();
  };
  const bareFetch: Call = async () =>
    (await fetch(`${baseUrl}/fapi/v1/order`, { method: 'POST', headers: HEADERS, body: BODY })).json();

  const pairs: readonly Pair[] = [
    {
      what: 'node:http, 64 in flight',
      ours: ours(),
      theirs: () => bareNodeHttp(port, agent),
      inFlight: 64,
      atMost: 1.8,
    },
    { what: 'undici, 64 in flight', ours: onUndici, theirs: bareUndici, inFlight: 64, atMost: 1.5 },
    { what: 'undici, 512 in flight', ours: onUndici, theirs: bareUndici, inFlight: 512, aim: 1.25, atMost: 1.4 },
    {
      what: 'a logger at info, the default level / none, 16 in flight on node:http',
      ours: ours({ logger: () => {} }),
      theirs: ours(),
      inFlight: 16,
      aim: 1.3,
      atMost: 1.6,
    },
    {
      what: 'fetch transport, 16 in flight / global fetch',
      ours: ours({ fetch: globalThis.fetch }),
      theirs: bareFetch,
      inFlight: 16,
      aim: 1.15,
      atMost: 1.25,
    },
  ];
  const rows: Row[] = [];
  for (const { ours: our, theirs, inFlight, ...row } of pairs) {
    const ratios: number[] = [];
    for (let i = -3; i < rounds; i++) {
      const first = await cpuOf(i % 2 === 0 ? our : theirs, calls, inFlight);
      const second = await cpuOf(i % 2 === 0 ? theirs : our, calls, inFlight);
      if (i >= 0) ratios.push(i % 2 === 0 ? first / second : second / first);
    }
    rows.push({ ...row, value: quartiles(ratios) });
  }
  agent.destroy();
  await pool.destroy();
  server.disconnect();
  return [
    ...rows,
    { what: 'heap of a full call, node:http', value: heapPerCall('ours'), unit: 'kB', aim: 20, atMost: 22 },
    { what: 'heap of a bare node:http call', value: heapPerCall('bare'), unit: 'kB' },
    { what: 'heap of the client layer alone', value: heapPerCall('layer'), unit: 'kB' },
  ];
}

async function cpuOf(call: Call, calls: number, inFlight: number): Promise<number> {
  const before = process.cpuUsage();
  let left = calls;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
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
