import { createHmac, createSecretKey } from 'node:crypto';
import { createFuturesClient, type FuturesClientOptions } from 'futures-trading-client';
import createClient from 'openapi-fetch';
import { operations } from '../../generated/operations.js';
import type { paths } from '../../generated/schema.js';
import { importBuilt } from './built.js';
import type { Contest } from './rounds.js';
import { CONTRACTS_300, CREDENTIALS, fromWire, HISTORY_OF_100, ORDER, ORDER_INPUT, RECEIPT } from './samples.js';

const { createDecoder } = await importBuilt<typeof import('../../src/core/json/decode.js')>('src/core/json/decode.ts');
const { createHmac: createOurHmac } =
  await importBuilt<typeof import('../../src/core/hmac-node.js')>('src/core/hmac-node.ts');

const PATH = '/fapi/v1/order';
const answer = { status: 200, header: () => undefined, text: RECEIPT };

const options = {
  baseUrl: 'https://bench.invalid',
  credentials: CREDENTIALS,
  transport: () => Promise.resolve(answer),
} satisfies FuturesClientOptions;

const ours = createFuturesClient(options);

const createOrder = (): Promise<unknown> => ours.createOrder(ORDER_INPUT);

/** A signed createOrder on a transport that answers at once, against the shortest code that does the same. */
export const overHandWritten: Contest = {
  ours: createOrder,
  async theirs() {
    const body = JSON.stringify(ORDER_INPUT);
    const timestamp = String(Date.now());
    const headers = {
      'Content-Type': 'application/json',
      'X-CH-TS': timestamp,
      'X-CH-APIKEY': CREDENTIALS.apiKey,
      'X-CH-SIGN': createHmac('sha256', CREDENTIALS.apiSecret).update(`${timestamp}POST${PATH}${body}`).digest('hex'),
    };
    const response = await Promise.resolve({ ...answer, headers });
    return JSON.parse(response.text);
  },
};

/** The same against the obvious build: openapi-fetch, a signing middleware, standard Request and Response. */
export const overObviousBuild: Contest = { ours: createOrder, theirs: createObviousBuild() };

function createObviousBuild(): () => Promise<unknown> {
  const client = createClient<paths>({
    baseUrl: 'https://bench.invalid',
    fetch: async () => new Response(RECEIPT, { headers: { 'content-type': 'application/json' } }),
  });
  client.use({
    async onRequest({ request }) {
      const body = await request.clone().text();
      const timestamp = String(Date.now());
      const text = timestamp + request.method + new URL(request.url).pathname + body;
      request.headers.set('X-CH-TS', timestamp);
      request.headers.set('X-CH-APIKEY', CREDENTIALS.apiKey);
      request.headers.set('X-CH-SIGN', createHmac('sha256', CREDENTIALS.apiSecret).update(text).digest('hex'));
      return request;
    },
  });
  return () => client.POST(PATH, { body: ORDER_INPUT });
}

/** `client.raw` against the named method: what openapi-fetch itself costs. */
export const rawOverNamed: Contest = { ours: () => ours.raw.POST(PATH, { body: ORDER_INPUT }), theirs: createOrder };

const SIGNED = `1760000000123POST${PATH}${JSON.stringify(ORDER_INPUT)}`;

export const signing: Contest = {
  ours: (
    (hmac) => () =>
      hmac(SIGNED)
  )(createOurHmac(CREDENTIALS.apiSecret)),
  theirs: (
    (key) => () =>
      createHmac('sha256', key).update(SIGNED).digest('hex')
  )(createSecretKey(CREDENTIALS.apiSecret, 'utf8')),
};

function decoding(text: string, numberKeys: readonly string[]): Contest {
  const wire = fromWire(text);
  const decode = createDecoder(numberKeys);
  return { ours: () => decode(wire), theirs: () => JSON.parse(wire) };
}

export const decodeOrder = decoding(ORDER, operations.getOrder.numberKeys);
export const decodeHistory = decoding(HISTORY_OF_100, operations.getOrderHistory.numberKeys);
export const decodeContracts = decoding(CONTRACTS_300, operations.getContracts.numberKeys);
