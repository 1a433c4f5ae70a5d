import { getEventListeners, once, setMaxListeners } from 'node:events';
import * as http from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenOnFreePort } from '../../scripts/listen.js';
import { FuturesError } from '../../src/core/errors.js';
import { startByteServer } from '../support/raw-server.js';
import { createTestClient, limitOrder } from '../support/test-client.js';
import { transports } from '../support/transports.js';

/** The leftovers are counted exactly: one call in each way shows a leak. */
const TOTAL = Number(process.env['PENDING_CALLS'] ?? 2500);
/** More of them where one costs less. */
const CALLS = { 'node:http': Math.ceil(0.42 * TOTAL), undici: Math.ceil(0.46 * TOTAL), fetch: Math.ceil(0.12 * TOTAL) };
const IN_FLIGHT = 300;
const MAX_BODY_BYTES = 100;
const LARGE = `{"orderId":"${'1'.repeat(MAX_BODY_BYTES)}"}`;

type Stage = (response: http.ServerResponse) => void;

/** The part of a response before a deadline, an abort or a reset ends it. */
const STAGES: Readonly<Record<string, Stage>> = {
  'before the head': () => {},
  'after the head': (response) => response.flushHeaders(),
  'inside the body': (response) => void response.writeHead(200, { 'content-length': 50 }).write('{"orderId":'),
};

interface Way {
  readonly code: string;
  readonly outcome?: string;
  readonly stage: Stage;
  /** Run when the answer has got so far. */
  readonly stop?: 'abort' | 'reset';
  readonly timeoutMs?: number;
}

const WAYS: readonly Way[] = [
  { code: 'ok', stage: (response) => response.end('{"orderId":"1"}') },
  { code: 'ok', stage: (response) => void response.write('{"orderId":', () => response.end('"1"}')) },
  { code: 'HTTP_STATUS', outcome: 'unknown', stage: (response) => response.writeHead(500).end('no') },
  ...Object.values(STAGES).flatMap((stage): Way[] => [
    { code: 'TIMEOUT', outcome: 'unknown', stage, timeoutMs: 60 },
    { code: 'ABORTED', outcome: 'unknown', stage, stop: 'abort' },
    { code: 'NETWORK', outcome: 'unknown', stage, stop: 'reset' },
  ]),
  {
    code: 'RESPONSE_TOO_LARGE',
    outcome: 'unknown',
    stage: (response) => response.writeHead(200, { 'content-length': LARGE.length }).end(LARGE),
  },
  {
    code: 'RESPONSE_TOO_LARGE',
    outcome: 'unknown',
    stage: (response) => void response.write(LARGE.slice(0, 60), () => response.write(LARGE.slice(60))),
  },
];

/** Every other call succeeds; the others take turns in every way there is. */
const wayOf = (call: number): Way => WAYS[call % 2 === 0 ? 0 : (call >> 1) % WAYS.length]!;

/** The handles that keep the event loop alive, by kind. */
function resources(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return {
    timers: counts['Timeout'] ?? 0,
    sockets: counts['TCPSocketWrap'] ?? 0,
    names: counts['GetAddrInfoReqWrap'] ?? 0,
  };
}

/** Hands each order to `onStage` by the number that is its clientOrderId; keeps what is idle for longer than the test. */
async function startAnswering(onStage: (call: number, response: http.ServerResponse) => void) {
  const sockets = new Set<Socket>();
  const unanswered = new Set<http.ServerResponse>();
  const server = http.createServer((request, response) => {
    unanswered.add(response);
    response.on('close', () => {
      unanswered.delete(response);
      server.emit('answered');
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => onStage(Number(JSON.parse(Buffer.concat(chunks).toString()).clientOrderId), response));
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  const port = await listenOnFreePort(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Resolves as soon as no connection has a request on it. */
    async idle(): Promise<void> {
      while (unanswered.size > 0) await once(server, 'answered');
    },
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

// The test runner maps traces to sources, which costs more than the calls.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

describe.each(transports)('over $name', ({ name, options, knowsWhenConnected }) => {
  const calls = CALLS[name];

  it(`${calls} calls that end in every way leave no timer, no listener, no connection in use and no promise`, async () => {
    const before = resources();
    const controllers = new Map<number, AbortController>();
    const arrived = new Set<number>();
    const shared = new AbortController().signal;
    setMaxListeners(0, shared);
    const server = await startAnswering((call, response) => {
      arrived.add(call);
      const { stage, stop } = wayOf(call);
      stage(response);
      if (stop === 'reset') response.socket?.resetAndDestroy();
      if (stop === 'abort') controllers.get(call)!.abort();
    });
    const client = createTestClient(server.origin, { ...options(), maxBodyBytes: MAX_BODY_BYTES, timeoutMs: 30_000 });
    const wrong: unknown[] = [];
    const notSent: number[] = [];
    let settled = 0;

    async function callOnce(call: number): Promise<void> {
      const { code, outcome, stop, timeoutMs } = wayOf(call);
      const controller = stop === 'abort' ? new AbortController() : undefined;
      if (controller !== undefined) controllers.set(call, controller);
      const ended = await client
        .createOrder(
          { ...limitOrder, clientOrderId: String(call) },
          { signal: controller?.signal ?? shared, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
        )
        .then(
          () => ({ code: 'ok', outcome: undefined }),
          (error: FuturesError) => error,
        );
      settled++;
      // A busy machine can take longer to connect than the deadline is long.
      const early = code === 'TIMEOUT' && ended.outcome === 'not-sent';
      if (early) notSent.push(call);
      if (ended.code !== code || (ended.outcome !== outcome && !early)) wrong.push([wayOf(call), ended]);
      if (controller !== undefined && getEventListeners(controller.signal, 'abort').length > 0) wrong.push(call);
    }

    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < calls) await callOnce(next++);
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
    expect(wrong).toEqual([]);
    expect(settled).toBe(calls);
    expect(getEventListeners(shared, 'abort')).toEqual([]);
    await server.idle();
    expect(notSent.filter((call) => arrived.has(call))).toEqual([]);
    await server.close();
    await gone(before);
  });

  it('100 calls that are stopped while they connect leave nothing either', async () => {
    const before = resources();
    const server = await startByteServer();
    const shared = new AbortController();
    setMaxListeners(0, shared.signal);
    const client = createTestClient(`https://${server.authority}`, options());
    const stopped = Array.from({ length: 100 }, (_, i) =>
      client
        .createOrder(limitOrder, i % 2 === 0 ? { timeoutMs: 500, signal: shared.signal } : { signal: shared.signal })
        .then(
          () => 'ok',
          ({ code, outcome }: FuturesError) => `${code} ${outcome}`,
        ),
    );
    await server.touched();
    await stopped[0];
    shared.abort();
    const outcome = knowsWhenConnected ? 'not-sent' : 'unknown';
    expect(new Set(await Promise.all(stopped))).toEqual(new Set([`TIMEOUT ${outcome}`, `ABORTED ${outcome}`]));
    expect(getEventListeners(shared.signal, 'abort')).toEqual([]);
    expect(server.received()).not.toContain('fapi');
    // undici's attempts end with the server, or at its own connect timeout.
    await gone(before, () => server.cut());
  });
});

/** Resolves as soon as nothing keeps the process alive that did not before: the other ends of connections take their time. */
async function gone(before: Readonly<Record<string, number>>, help = (): void => {}): Promise<void> {
  const until = performance.now() + 5000;
  for (;;) {
    help();
    const now = resources();
    if (Object.keys(before).every((kind) => now[kind]! <= before[kind]!)) return;
    if (performance.now() > until) expect(now).toEqual(before);
    await new Promise(setImmediate);
  }
}
