import { createHmac, webcrypto } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { ApiSecret } from '../../src/client/signing/credentials.js';
import type { ClientOptions } from '../../src/client/options.js';
import type { Sign } from '../../src/client/signing/sign-function.js';
import type { FuturesClient } from '../../src/futures-client.js';
import { FuturesError, NetworkError } from '../../src/core/errors.js';
import { buildSigningString } from '../../src/core/signing.js';
import type { TransportRequest } from '../../src/transport/transport.js';
import { END, listen, START } from '../support/attempt-channels.js';
import { Search } from '../support/secret-search.js';
import { type Answer, type Reply, serve } from '../support/scripted-service.js';
import { limitOrder, NOW_MS } from '../support/test-client.js';

/*
 * Three canaries: the key, the secret and each signature. A service and a transport say them back in every place that they
 * have, and then everything that a program can see is searched for them.
 */
const KEY = 'Canary-Key-1f9e';
const SECRET = 'Canary/Secret+é"7d';

const CHANNELS = [START, END];

it('the search finds each canary wherever it hides', () => {
  const hidden = Object.defineProperty(new Error('m'), 'config', { value: { headers: { a: KEY } }, enumerable: false });
  const places: Record<string, unknown> = {
    'an error that holds the request': hidden,
    'a cause of a cause': new Error('a', { cause: new Error('b', { cause: SECRET }) }),
    'the stack alone': Object.assign(new Error('m'), { stack: `Error: ${SECRET}` }),
    'a log entry': { details: { headers: { server: `nginx ${KEY}` } } },
    'a signature': { data: ['5e1f'] },
    'an escaped spelling': `{"msg":"Canary/Secret+é\\"7d"}`,
    'a URL': `https://x.example/?s=${encodeURIComponent(SECRET)}`,
    'a getter': Object.defineProperty({}, 'secret', { get: () => SECRET }),
    bytes: { buffer: Buffer.from(KEY) },
  };
  const search = new Search(KEY, SECRET);
  search.lookFor('5e1f');
  for (const [place, value] of Object.entries(places)) search.add(place, value);
  search.add('nothing', { key: 'another' });
  expect(search.found()).toEqual(Object.keys(places));
});

interface Holder {
  readonly name: string;
  readonly options: () => Promise<Pick<ClientOptions, 'credentials' | 'sign'>>;
  /** The secret of the last signature; none where the client never has it as text, and so cannot know it again. */
  readonly secret: () => string;
}

const holding = (apiSecret: ApiSecret, sign?: Sign) => async () => ({ credentials: { apiKey: KEY, apiSecret }, sign });

let rotations = 0;
const rotated = (): string => `${rotations}${SECRET}`;

/** Every way to give the client a secret. */
const holders: readonly Holder[] = [
  { name: 'text', options: holding(SECRET), secret: () => SECRET },
  { name: 'a function', options: holding(() => SECRET), secret: () => SECRET },
  { name: 'a function that takes its time', options: holding(async () => SECRET), secret: () => SECRET },
  { name: 'a function whose secret changes', options: holding(() => (rotations++, rotated())), secret: rotated },
  {
    name: 'a key that is not extractable',
    options: async () => {
      const algorithm = { name: 'HMAC', hash: 'SHA-256' };
      const bytes = new TextEncoder().encode(SECRET);
      const apiSecret = await webcrypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
      return { credentials: { apiKey: KEY, apiSecret } };
    },
    secret: () => '',
  },
  {
    name: 'text, with a sign of the caller',
    options: holding(SECRET, (input) =>
      createHmac('sha256', SECRET).update(buildSigningString(input)).digest('base64'),
    ),
    secret: () => SECRET,
  },
];

/** The response of the service: all that it knows of the request, and the secret, which a gateway may have in its log. */
type Echo = (request: TransportRequest) => string;

const quote = (text: string): string => JSON.stringify(text);
const headersWith = (text: string): Record<string, string> => ({
  location: `https://elsewhere.example/?${encodeURIComponent(text)}`,
  server: text,
  date: text,
  'content-type': text,
  'retry-after': text,
  'x-request-id': text,
});

class HttpLibraryError extends Error {
  readonly config: TransportRequest;
  constructor(message: string, request: TransportRequest, cause?: unknown) {
    super(message, { cause });
    this.config = request;
  }
}

/** Every kind of answer and of failure, each quoting all that there is to quote. */
const replies: Readonly<Record<string, (text: string, request: TransportRequest) => Answer | Promise<Answer>>> = {
  'a success': (text, { method }) => ({ text: method === 'GET' ? '[]' : `{"note":${quote(text)}}` }),
  'a refusal that quotes in msg': (text) => ({ text: `{"code":-1121,"msg":${quote(text)},"data":null}` }),
  'a refused signature that quotes in data': (text) => ({
    text: `{"code":-1022,"msg":"m","data":{"list":[${quote(text)},{${quote(text)}:${quote(text)}}]}}`,
  }),
  'a refused timestamp': (text) => ({ text: `{"code":-1021,"msg":${quote(text)}}` }),
  'too many calls': (text) => ({ text: `{"code":-1003,"msg":${quote(text)}}` }),
  'a code that is no code': (text) => ({ text: `{"code":${quote(text)},"msg":${quote(text)}}` }),
  'status 403 with a text': (text) => ({ status: 403, text }),
  'status 429': (text) => ({ status: 429, text }),
  'status 503 with JSON': (text) => ({ status: 503, text: `{"error":${quote(text)}}` }),
  'a redirect': (text) => ({ status: 307, text }),
  'a body that is not JSON': (text) => ({ text }),
  'a body of nothing but the key': () => ({ text: KEY }),
  'a body of another shape': (text) => ({ text: `[[${quote(text)}]]` }),
  'a transport that quotes the headers': (text, request) => {
    throw new HttpLibraryError(`could not send ${quote(text)}`, request, new Error(text));
  },
  'a transport that throws no error': (text) => {
    throw text; // oxlint-disable-line no-throw-literal -- that somebody does this is what is tested
  },
  'a transport that wraps it in an error of ours': (text, request) => {
    const cause = new HttpLibraryError(text, request);
    throw Object.assign(new NetworkError(`no way: ${text}`, { outcome: 'unknown', cause }), { request, note: text });
  },
  'a transport that quotes the headers it got anew': async (_text, request) => {
    const headers = (await request.renew!())!;
    throw new HttpLibraryError(`could not send ${headers['X-CH-SIGN']}`, request);
  },
};

describe.each(holders)('with a secret that is $name', ({ options, secret }) => {
  it.each(Object.keys(replies))('nothing shows a secret after %s', async (kind) => {
    const search = new Search(KEY, SECRET);
    let nowMs = NOW_MS;
    const echo: Echo = ({ headers }) => [headers['X-CH-APIKEY'], headers['X-CH-SIGN'], secret()].join(' ');
    const reply: Reply = async (request) => {
      const text = echo(request);
      const renew = request.renew;
      const watched = renew && {
        ...request,
        renew: async () => {
          const headers = await renew();
          search.lookFor(headers!['X-CH-SIGN']!);
          return headers;
        },
      };
      const signature = request.headers['X-CH-SIGN'];
      if (signature !== undefined) search.lookFor(signature);
      const answer = await replies[kind]!(text, watched ?? request);
      return { headers: headersWith(text), ...answer };
    };
    const { client, requests } = serve([reply], {
      ...(await options()),
      // Each look at the clock makes every signature too old, so that `renew` signs.
      now: () => (nowMs += 1001),
      wait: async () => {},
      logger: (entry) => search.add('a log entry', entry),
      logLevel: 'debug',
    });
    watchOutput(search);
    for (const name of CHANNELS) listen(name, (event) => search.add(name, event));
    await useEverything(client, search);
    expect(requests.some(({ headers }) => headers['X-CH-APIKEY'] === KEY && headers['X-CH-SIGN'])).toBe(true);
    const failed = kind !== 'a success';
    expect(search.places).toEqual(
      expect.arrayContaining(['the client', 'a log entry', ...CHANNELS, ...(failed ? ['an error'] : [])]),
    );
    expect(search.found()).toEqual([]);
  });
});

async function useEverything(client: FuturesClient, search: Search): Promise<void> {
  search.add('the client', [client, client.clock, ...Object.values(client)]);
  const calls = [
    () => client.createOrder(limitOrder),
    () => client.getOpenOrders({ contractName: 'E-BTC-USDT' }),
    () => client.cancelAllOrders(),
  ];
  for (const call of calls) {
    await call().catch((error: unknown) => {
      expect(error).toBeInstanceOf(FuturesError);
      search.add('an error', error);
    });
  }
  search.add('an explanation', await client.explain('createOrder', limitOrder));
  search.add('the client', [client, client.clock, ...Object.values(client)]);
}

function watchOutput(search: Search): void {
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
    vi.spyOn(console, name).mockImplementation((...given) => search.add('the console', given));
  }
}
