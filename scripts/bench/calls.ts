import { fork } from 'node:child_process';
import { createHmac, createSecretKey } from 'node:crypto';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createFuturesClient, type FuturesClientOptions } from 'futures-trading-client';
import { createUndiciTransport } from 'futures-trading-client/undici';
import { Pool } from 'undici';
import { compare, type Contest } from './rounds.js';
import type { Figure } from './row.js';
import { CREDENTIALS, ORDER_INPUT, RECEIPT } from './samples.js';

const PATH = '/fapi/v1/order';
const CONNECTIONS = 64;
const KEY = createSecretKey(CREDENTIALS.apiSecret, 'utf8');

type Call = () => Promise<unknown>;

/** The shortest code that builds and signs the call. */
function writtenByHand(): { readonly body: string; readonly headers: Record<string, string> } {
  const body = JSON.stringify(ORDER_INPUT);
  const timestamp = String(Date.now());
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'X-CH-TS': timestamp,
    'X-CH-APIKEY': CREDENTIALS.apiKey,
    'X-CH-SIGN': createHmac('sha256', KEY).update(`${timestamp}POST${PATH}${body}`).digest('hex'),
  };
  return { body, headers };
}

const SENT = writtenByHand();

const clientOn = (baseUrl: string, more: Partial<FuturesClientOptions> = {}): Call => {
  const client = createFuturesClient({ baseUrl, credentials: CREDENTIALS, ...more });
  return () => client.createOrder(ORDER_INPUT);
};

const response = { status: 200, header: () => undefined, text: RECEIPT };
const withoutNetwork: Contest = {
  ours: clientOn('https://bench.invalid', { transport: () => Promise.resolve(response) }),
  theirs: async () => JSON.parse((await Promise.resolve({ ...response, ...writtenByHand() })).text),
};

/** A signed createOrder, over the same signed by hand without a network, and over the bare library of each transport. */
export async function callRows(): Promise<readonly Figure[]> {
  const server = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const port = Number(await new Promise((resolve) => server.stdout!.once('data', resolve)));
  const baseUrl = `http://127.0.0.1:${port}`;
  const agent = new Agent({ keepAlive: true });
  const pool = new Pool(baseUrl, { connections: CONNECTIONS });
  const onNodeHttp: Contest = { ours: clientOn(baseUrl), theirs: () => bareNodeHttp(port, agent) };
  const onUndici: Contest = {
    ours: clientOn(baseUrl, { transport: createUndiciTransport({ pool: { connections: CONNECTIONS } }) }),
    async theirs() {
      const { body } = await pool.request({ path: PATH, method: 'POST', ...SENT });
      return body.json();
    },
  };
  try {
    return [
      { what: 'without a network', value: await compare(withoutNetwork), atMost: 2.6 },
      { what: '`node:http`, one at a time', value: await over(onNodeHttp, 1), atMost: 1.8 },
      { what: '`node:http`, 64 in flight', value: await over(onNodeHttp, 64), atMost: 1.8 },
      { what: 'undici, one at a time', value: await over(onUndici, 1), atMost: 1.5 },
      { what: 'undici, 64 in flight', value: await over(onUndici, 64), atMost: 1.5 },
    ];
  } finally {
    agent.destroy();
    await pool.destroy();
    server.disconnect();
  }
}

const over = (contest: Contest, inFlight: number): Promise<number> => compare(contest, { roundMs: 150, inFlight });

function bareNodeHttp(port: number, agent: Agent): Promise<unknown> {
  const { body, headers } = SENT;
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', path: PATH, method: 'POST', headers, agent }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
