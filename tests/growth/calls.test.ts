import { expect, test } from 'vitest';
import { readAnswer } from '../../src/conformance/call/answer.js';
import { observeTraffic } from '../../src/conformance/index.js';
import type { FuturesClient, Transport } from '../../src/index.js';
import type { Journal } from '../../src/journal/journal.js';
import { harText } from '../support/har-text.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { startSidecar } from '../../src/sidecar/index.js';
import { startServer } from '../support/raw-server.js';
import { intentEntry, resultEntry } from '../journal/entries.js';
import { type Answer, serve } from '../support/scripted-service.js';
import { createTestClient, credentials, limitOrder, NOW_MS } from '../support/test-client.js';
import { expectLinear } from './linear.js';

/* Whole calls. readers.test.ts has the single functions. */

const quiet = (call: Promise<unknown>): Promise<unknown> => call.catch((error: Error) => String(error.stack));

/** A client of which each response is `text`. What it logs is made, and dropped. */
const answering = (text: string, answer: Answer = {}): FuturesClient =>
  serve([{ ...answer, text }], { logger: () => {}, logLevel: 'debug', retry: false }).client;

const CHARS = 20_000;
const ROWS = 2000;

/** Texts that make a careless reader slow. */
const texts: Readonly<Record<string, (size: number) => string>> = {
  digits: (size) => '9'.repeat(size),
  'zeros before a digit': (size) => `0.${'0'.repeat(size)}1`,
  'blank space': (size) => `${' '.repeat(size)}x`,
  backslashes: (size) => '\\'.repeat(size),
  'percent signs': (size) => '%2'.repeat(size / 2),
  'the beginning of the secret': (size) => credentials.apiSecret.slice(0, -1).repeat(size / 16),
  'words about time': (size) => 'serverTime: 1,'.repeat(size / 14),
};

test.each(Object.entries(texts))('%s, as a value, a code, a message, a page or a header', async (_what, textOf) => {
  await expectLinear(async (size) => {
    const text = textOf(size);
    const json = JSON.stringify(text);
    await quiet(answering(`{"orderId":${json}}`).createOrder(limitOrder));
    await quiet(answering(`[{"price":${json},"orderId":${json}}]`).getOpenOrders());
    for (const code of ['-1021', '-1022', '-1121', json])
      await quiet(answering(`{"code":${code},"msg":${json}}`, { status: 400 }).createOrder(limitOrder));
    await quiet(answering(text, { status: 502 }).createOrder(limitOrder));
    const headers = { location: text, 'retry-after': text, date: text, 'content-type': text };
    await quiet(answering('', { status: 429, headers }).createOrder(limitOrder));
  }, CHARS);
});

test('numbers, keys and depth of a body', async () => {
  await expectLinear(async (size) => {
    for (const body of [
      `{"orderId":${'9'.repeat(size)}}`,
      `{"orderId":1e${'9'.repeat(size)}}`,
      `{"orderId":1,"list":[${'1,'.repeat(size / 2)}1]}`,
      `{${Array.from({ length: size / 8 }, (_, i) => `"k${i}":1,`).join('')}"orderId":1}`,
      `{"orderId":${'['.repeat(size)}${']'.repeat(size)}}`,
    ])
      await quiet(answering(body).createOrder(limitOrder));
  }, CHARS);
});

const rowsOf = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, i) => ({
    orderId: String(i + 1),
    contractName: 'E-BTC-USDT',
    side: 'BUY',
    type: 'LIMIT',
    price: '30000.1',
    volume: '1',
    clientOrderId: `c${i}`,
    status: 'NEW',
    ctimeMs: NOW_MS - 3_600_000 - i,
    transactTime: NOW_MS - 3_600_000 - i,
  }));

/** An account that has so many orders, and loses the response of the next one. */
function lossy(count: number): FuturesClient {
  let passedMs = 0;
  const rows = JSON.stringify(rowsOf(count));
  const transport: Transport = async ({ operationId }) => {
    passedMs += 10;
    if (operationId === 'createOrder') throw new Error('reset');
    const none = '{"code":"-2013","msg":"Order does not exist."}';
    const time = `{"serverTime":${NOW_MS + passedMs}}`;
    const text = operationId === 'getOrder' ? none : operationId === 'getServerTime' ? time : rows;
    return { status: 200, text, header: () => undefined };
  };
  return createTestClient('https://futures.example', {
    transport,
    clock: 'service',
    now: () => NOW_MS + passedMs,
    wait: (ms) => void (passedMs += ms),
  });
}

test('the look-up of an order among those of an account', async () => {
  const outcomes = new Set<string>();
  await expectLinear(async (size) => {
    outcomes.add((await lossy(size).submitOrder(limitOrder, { resolveWithinMs: 1000 })).outcome);
  }, ROWS / 8);
  expect(outcomes).not.toContain('accepted');
});

test('recovery from a journal', async () => {
  await expectLinear(async (size) => {
    const ended = Array.from({ length: size }, (_, i) => [intentEntry(`${i}`), resultEntry(`${i}`, 'absent')]).flat();
    const entries = [...ended, intentEntry('open')];
    const journal: Journal = { append: () => {}, read: () => ({ entries, damaged: [] }) };
    const { orders } = await lossy(1).recover({ journal, resolveWithinMs: 1000 });
    expect(orders).toMatchObject([{ clientOrderId: 'c-open' }]);
  }, ROWS);
});

test('a request body that the sandbox reads', async () => {
  const { fetch, url } = createSandbox();
  await expectLinear(async (size) => {
    for (const textOf of Object.values(texts)) {
      const text = JSON.stringify(textOf(size));
      const body = `{"contractName":${text},"price":${text},"volume":${'9'.repeat(size)},${text}:1}`;
      await fetch(`${url}/fapi/v1/order`, {
        method: 'POST',
        body,
        headers: { 'X-CH-SIGN': 'x', 'X-CH-TS': '9'.repeat(size) },
      });
    }
  }, CHARS);
});

test('a request through the sidecar, and its response', async () => {
  const server = await startServer((response) => response.end(body));
  let body = '';
  await using sidecar = await startSidecar({ upstream: server.origin, credentials, clock: 'local', allow: ['money'] });
  await expectLinear(async (size) => {
    for (const textOf of [texts['digits']!, texts['backslashes']!, texts['the beginning of the secret']!]) {
      body = `{"orderId":${JSON.stringify(textOf(size))}}`;
      await (await fetch(`${sidecar.url}/fapi/v1/order`, { method: 'POST', body })).text();
    }
  }, CHARS);
});

test("the kit's reading of a response, and of a recording", async () => {
  await expectLinear(async (size) => {
    for (const textOf of Object.values(texts)) {
      const json = JSON.stringify(textOf(size));
      for (const text of [json, `{"orderId":${json}}`, `{"code":${json},"msg":${json}}`, textOf(size)])
        readAnswer({
          call: { operationId: 'ping' },
          exchange: {},
          response: { status: 200, headers: [], body: text },
        } as never);
    }
    const exchanges = Array.from({ length: size / 400 }, (_, i) => ({
      startedAt: new Date(NOW_MS + i).toISOString(),
      durationMs: 1,
      request: { method: 'GET', url: 'https://futures.example/fapi/v1/openOrders', headers: [], body: undefined },
      response: { status: 200, headers: [], body: JSON.stringify(rowsOf(3)) },
    }));
    observeTraffic([{ name: 'a.har', text: harText(exchanges) }]);
  }, CHARS);
});
