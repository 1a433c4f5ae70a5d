import { createHmac, createSecretKey } from 'node:crypto';
import { createFuturesClient, type FuturesClientOptions } from 'futures-trading-client';
import createClient from 'openapi-fetch';
import type { paths } from '../../generated/schema.js';
import { importBuilt } from './built.js';
import type { Contest } from './rounds.js';
import { CREDENTIALS, ORDER_INPUT, RECEIPT } from './samples.js';

const { createHmac: createOurHmac } =
  await importBuilt<typeof import('../../src/core/hmac-node.js')>('src/core/hmac-node.ts');

const KEY = createSecretKey(CREDENTIALS.apiSecret, 'utf8');

/** How a careful person signs: the base of everything here that signs. */
const signByHand = (text: string): string => createHmac('sha256', KEY).update(text).digest('hex');

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
      'X-CH-SIGN': signByHand(`${timestamp}POST${PATH}${body}`),
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
      request.headers.set('X-CH-SIGN', signByHand(text));
      return request;
    },
  });
  return () => client.POST(PATH, { body: ORDER_INPUT });
}

const SIGNED = `1760000000123POST${PATH}${JSON.stringify(ORDER_INPUT)}`;

export const signing: Contest = {
  ours: (
    (hmac) => () =>
      hmac(SIGNED)
  )(createOurHmac(CREDENTIALS.apiSecret)),
  theirs: () => signByHand(SIGNED),
};
