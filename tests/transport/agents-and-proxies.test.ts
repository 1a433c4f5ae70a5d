import * as http from 'node:http';
import { Agent, Client, Dispatcher, interceptors, ProxyAgent, RetryAgent } from 'undici';
import { describe, expect, it, vi } from 'vitest';
import { ArgumentError, UnsupportedError } from '../../src/core/errors.js';
import { createDefaultTransport } from '../../src/transport/default-transport.js';
import { createUndiciTransport, type UndiciTransportOptions } from '../../src/transport/undici.js';
import { listenOnFreePort } from '../../scripts/listen.js';
import { LONG_MS, NOTHING, watchLeftBehind } from '../support/left-behind.js';
import { startProxy } from '../support/proxy.js';
import { type Handler, headerOf, type RawServer, startServer } from '../support/raw-server.js';
import { recomputeSignature } from '../support/recompute-signature.js';
import { selfSigned } from '../support/self-signed.js';
import { createTestClient, credentials, failureOf, limitOrder, throwing } from '../support/test-client.js';
import { endingWithTest } from '../support/transports.js';
import { orderRequest, signedAs } from '../support/transport-request.js';

/** The bytes behind a proxy or an agent are those that were signed, for the host of `baseUrl`. */
function expectSignedOrder(server: RawServer): void {
  const [request] = server.requests;
  expect(headerOf(request!, 'X-CH-SIGN')).toBe(recomputeSignature(request!, credentials.apiSecret));
  expect(headerOf(request!, 'host')).toBe(server.origin.replace(/^https?:\/\//, ''));
  expect(request!.target).toBe('/fapi/v1/order');
}

describe('an agent of node:http', () => {
  it('that writes the head of a request before it connects, as HttpProxyAgent does, sends it whole', async () => {
    class HeadFirst extends http.Agent {
      addRequest(request: { _implicitHeader(): void }, options: object): void {
        queueMicrotask(() => {
          // oxlint-disable-next-line no-underscore-dangle -- what the agent calls
          request._implicitHeader();
          // @ts-expect-error: every agent has it, and no type says so.
          super.addRequest(request, options);
        });
      }
    }
    const server = await startServer({ body: '{"orderId":1}' });
    const transport = createDefaultTransport({ agent: endingWithTest(new HeadFirst({ keepAlive: true })) });
    await createTestClient(server.origin, { transport }).createOrder(limitOrder);
    expectSignedOrder(server);
    expect(server.requests[0]!.body).toHaveLength(Number(headerOf(server.requests[0]!, 'content-length')));
  });

  const methods = ['POST', 'GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];
  it.each(methods.flatMap((method) => [[method, 'this'] as const, [method, 'the usual'] as const]))(
    'says how long the body of a %s is, as %s agent does: without it, the body would be read as the next request',
    async (method, which) => {
      const server = await startServer({ body: '{"orderId":"1"}' });
      const agent = which === 'this' ? endingWithTest(new http.Agent({ keepAlive: true })) : undefined;
      const transport = createDefaultTransport({ agent });
      for (let i = 0; i < 2; i++) await transport(orderRequest(server.origin, { method, body: '{"name":"订单"}' }));
      expect(server.requests.map((request) => headerOf(request, 'content-length'))).toEqual(['17', '17']);
      expect(server.connections).toBe(1);
    },
  );

  it('for the other scheme is not-sent, and the error says which it is for', async () => {
    const agent = endingWithTest(new http.Agent());
    const client = createTestClient('https://127.0.0.1:1', { transport: createDefaultTransport({ agent }) });
    const error = await failureOf(client.createOrder(limitOrder));
    expect(error).toMatchObject({ outcome: 'not-sent' });
    expect(String(error)).toContain('Protocol "https:" not supported. Expected "http:"');
  });

  it('is refused where there is no node:http', () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    expect(() => createDefaultTransport({ agent: new http.Agent() })).toThrow(UnsupportedError);
  });
});

/** Has the name of the class it stands for. */
const copy = { RetryAgent: class extends Agent {} };

describe('a dispatcher of undici', () => {
  const clientOver = (server: RawServer, dispatcher: Dispatcher) =>
    createTestClient(server.origin, { transport: createUndiciTransport({ dispatcher }), retry: false });

  it.each([
    ['tunnels to an https service', true, true],
    ['tunnels to a plain http service', false, true],
    ['forwards to a plain http service', false, false],
  ])('that is a ProxyAgent %s: one request, as it was signed', async (_way, secure, proxyTunnel) => {
    const proxy = await startProxy();
    const server = await startServer({ body: '{"orderId":1}' }, secure ? selfSigned() : undefined);
    const requestTls = { ca: selfSigned().cert };
    const dispatcher = endingWithTest(new ProxyAgent({ uri: proxy.url, requestTls, proxyTunnel }));
    expect(await clientOver(server, dispatcher).createOrder(limitOrder)).toEqual({ orderId: '1' });
    expectSignedOrder(server);
    const authority = server.origin.replace(/^https?:\/\//, '');
    expect(proxy.asked).toEqual([proxyTunnel ? `CONNECT ${authority}` : `POST ${server.origin}/fapi/v1/order`]);
    expect(server.requests).toHaveLength(1);
  });

  it('that is a ProxyAgent whose proxy is not there is not-sent', async () => {
    const server = await startServer({ body: '{"orderId":"1"}' });
    const error = await failureOf(
      clientOver(server, endingWithTest(new ProxyAgent('http://127.0.0.1:1'))).createOrder(limitOrder),
    );
    expect(error).toMatchObject({ code: 'NETWORK', outcome: 'not-sent' });
    expect(server.connections).toBe(0);
  });

  it('that tries again by itself leaves an order unknown, although its last try found no one', async () => {
    const again: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
      dispatch(options, {
        ...{ onRequestStart: () => {}, onResponseStart: () => {}, onResponseEnd: () => {} },
        onResponseError: () => void setImmediate(() => dispatch(options, handler)),
      });
    let requests = 0;
    const server = http.createServer(() => {
      requests++;
      server.close();
      server.closeAllConnections();
    });
    const dispatcher = endingWithTest(new Agent()).compose(again);
    const transport = createUndiciTransport({ dispatcher });
    const client = createTestClient(`http://127.0.0.1:${await listenOnFreePort(server)}`, { transport });
    expect(await failureOf(client.createOrder(limitOrder))).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
    expect(await failureOf(client.cancelAllOrders())).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
    expect(requests).toBe(1);
  });

  it('that is closed or destroyed, or refuses the request, is not-sent and leaves nothing', async () => {
    const closed = new Agent();
    await closed.close();
    const destroyed = new Agent();
    await destroyed.destroy();
    const refusing = endingWithTest(new Agent().compose(() => throwing(new Error('refused'))));
    for (const dispatcher of [closed, destroyed, refusing]) {
      const { signal } = new AbortController();
      const left = watchLeftBehind(signal);
      const client = createTestClient('http://127.0.0.1:1', { transport: createUndiciTransport({ dispatcher }) });
      const error = await failureOf(client.createOrder(limitOrder, { timeoutMs: LONG_MS, signal }));
      expect(error).toMatchObject({ code: 'NETWORK', outcome: 'not-sent' });
      expect(left()).toEqual(NOTHING);
    }
  });

  it('that is a ProxyAgent signs anew what waited for its tunnel, and leaves the headers of the request alone', async () => {
    const proxy = await startProxy();
    const server = await startServer({ body: '{"orderId":"1"}' });
    const transport = createUndiciTransport({ dispatcher: endingWithTest(new ProxyAgent(proxy.url)) });
    const headers = Object.freeze(signedAs('first'));
    const renew = () => Object.freeze(signedAs('second'));
    await transport(orderRequest(server.origin, { headers, renew }));
    expect(server.requests.map((request) => headerOf(request, 'X-CH-SIGN'))).toEqual(['second']);
  });

  it.each<[name: string, create: () => UndiciTransportOptions]>([
    ['a RetryAgent', () => ({ dispatcher: new RetryAgent(endingWithTest(new Agent())) })],
    ['a RetryAgent of another copy', () => ({ dispatcher: endingWithTest(new copy.RetryAgent()) })],
    [
      'a RetryAgent behind an interceptor',
      () => ({ dispatcher: new RetryAgent(endingWithTest(new Agent())).compose(interceptors.dump()) }),
    ],
    ['given beside a pool', () => ({ dispatcher: endingWithTest(new Agent()), pool: {} })],
  ])('that is %s is refused', (_name, options) => {
    expect(() => createUndiciTransport(options())).toThrow(ArgumentError);
  });

  it.each<[name: string, interceptor: Dispatcher.DispatcherComposeInterceptor, status: number]>([
    ['retries', interceptors.retry({ methods: ['POST'], minTimeout: 1 }), 503],
    ['follows redirects', interceptors.redirect({ maxRedirections: 3 }), 307],
  ])('that %s is told not to: the first response counts', async (_name, interceptor, status) => {
    const server = await startServer({ status, body: '{"orderId":"1"}', headers: { location: '/elsewhere' } });
    const error = await failureOf(
      clientOver(server, endingWithTest(new Agent()).compose(interceptor)).createOrder(limitOrder),
    );
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status, outcome: 'unknown' });
    expect(server.requests).toHaveLength(1);
  });

  /** Answers with half a body, and with the rest to whoever asks for it. */
  const breaksInItsBody: Handler = (response, request) => {
    const range = headerOf(request, 'range');
    if (range !== undefined) {
      response.writeHead(206, { 'content-range': `bytes ${range.slice(6)}/15` });
      return void response.end('{"orderId":"1"}'.slice(Number(/\d+/.exec(range)![0])));
    }
    response.writeHead(200, { 'content-length': 15 });
    return void response.write('{"orderId":', () => response.socket?.destroy());
  };
  const everyTime = { methods: ['POST', 'GET'] as Dispatcher.HttpMethod[], minTimeout: 1, maxRetries: 3 };

  /** A dispatcher around one that sends again and says nothing of it. */
  class Around extends Dispatcher {
    readonly #inner = endingWithTest(new RetryAgent(new Agent(), everyTime));
    override dispatch(...given: Parameters<Dispatcher['dispatch']>): boolean {
      return this.#inner.dispatch(...given);
    }
    override async close(): Promise<void> {
      await this.#inner.close();
    }
    override async destroy(): Promise<void> {}
  }

  /** Timers that {@link settle} can let run out. */
  function takeTimers(): void {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  }

  /** Lets a dispatcher do all that it still means to do: its timers run out, and what it then sends is answered. */
  async function settle(dispatcher: Dispatcher): Promise<void> {
    await vi.advanceTimersByTimeAsync(60_000);
    await dispatcher.close();
  }

  it.each<[name: string, create: () => Dispatcher]>([
    ['retries', () => new Agent().compose(interceptors.retry(everyTime))],
    [
      'retries by a function',
      () => new Agent().compose(interceptors.retry({ ...everyTime, retry: (_error, _context, done) => done(null) })),
    ],
    ['shares and keeps reads', () => new Agent().compose(interceptors.cache(), interceptors.deduplicate())],
    ['has a RetryAgent inside', () => new Around()],
  ])('that %s sends an order once when its response breaks in the body', async (_name, create) => {
    const server = await startServer(breaksInItsBody);
    takeTimers();
    const dispatcher = endingWithTest(create());
    const error = await failureOf(clientOver(server, dispatcher).createOrder(limitOrder));
    expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
    await settle(dispatcher);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]!.body.toString()).toContain('"contractName"');
    expect(headerOf(server.requests[0]!, 'content-length')).toBe(String(server.requests[0]!.body.length));
  });

  it('that dispatches twice is stopped: the outcome is unknown', async () => {
    const server = await startServer({ body: '{"orderId":"1"}' });
    const twice = endingWithTest(new Agent()).compose(
      (dispatch) => (options, handler) => (dispatch(options, handler), dispatch(options, handler)),
    );
    const error = await failureOf(clientOver(server, twice).createOrder(limitOrder));
    expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
    expect(String(error)).toContain('tried to resend it');
    expect(server.requests.length).toBeLessThanOrEqual(1);
  });

  it('that pipelines puts no read behind another, to be sent again when the connection breaks', async () => {
    let first: http.ServerResponse | undefined;
    const server = await startServer((response) => {
      if (first !== undefined) return void response.end('{"timezone":"UTC"}');
      first = response;
      response.writeHead(200).flushHeaders();
    });
    const dispatcher = endingWithTest(new Client(server.origin, { pipelining: 10 }));
    let answered = (): void => {};
    const headArrived = new Promise<void>((resolve) => (answered = resolve));
    const watched = dispatcher.compose((dispatch) => (options, handler) => {
      const { onResponseStart } = handler;
      handler.onResponseStart = (...given) => (onResponseStart!.apply(handler, given), answered());
      return dispatch(options, handler);
    });
    const client = clientOver(server, watched);
    const broken = failureOf(client.ping());
    await headArrived;
    const second = client.getServerTime();
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    first!.socket!.resetAndDestroy();
    expect(await broken).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
    expect(await second).toEqual({ timezone: 'UTC' });
    expect(server.requests.map(({ target }) => target)).toEqual(['/fapi/v1/ping', '/fapi/v1/time']);
  });
});
