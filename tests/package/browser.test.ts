import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenOnFreePort } from '../../scripts/listen.js';
import { installedBrowser, startBrowser } from '../support/chromium.js';
import { createSandbox } from '../../src/sandbox/index.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
if (installedBrowser === undefined) console.log('No browser is installed here: the browser tests are skipped.');

describe.skipIf(installedBrowser === undefined)('in a browser, bundled from the built package', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;
  const received: string[] = [];

  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import * as client from 'futures-trading-client'; import * as signing from 'futures-trading-client/signing';
          import createClient from 'openapi-fetch'; import * as middleware from 'futures-trading-client/openapi-fetch';
          Object.assign(globalThis, { client, signing, createClient, middleware });`,
        resolveDir: root,
      },
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'browser',
    });
    server = createServer((request, response) => {
      if (request.url === '/') return response.setHeader('content-type', 'text/html').end('<!DOCTYPE html>');
      received.push(`${request.method} ${request.url} ${request.headers['x-ch-sign']}`);
      return response.end('{"orderId":3302507625176983697}');
    });
    const port = await listenOnFreePort(server);
    browser = await startBrowser(installedBrowser!);
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.addScriptTag({ content: outputFiles[0]!.text });
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  /** Evaluates code in the page; `client`, `signing` and `middleware` are entries of the package. */
  const inPage = (code: string): Promise<unknown> => page.evaluate(`(async () => { ${code} })()`);
  const CLIENT = `const api = client.createFuturesClient({ baseUrl: location.origin, now: () => 1700000000000,
    credentials: { apiKey: 'k', apiSecret: 'test-secret' }, dialect: DIALECT });`;
  const DANGEROUSLY = CLIENT.replace('dialect: DIALECT', 'dangerouslyAllowBrowser: true');

  test('signs as everywhere else', async () => {
    const signature = await inPage(
      `return signing.signRequest({ timestampMs: 1700000000000, method: 'GET', target: '/fapi/v1/openOrders', apiSecret: 'test-secret' });`,
    );
    expect(signature).toBe('c92f513e0b0a0befe51dc274ce068dd1657b3e9ef4276fdef378363180f8d7c6');
  });

  test('sends an order only if the caller accepts the danger, and keeps every digit of the answer', async () => {
    const order = `{ contractName: 'E', type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1, price: '1.10', volume: 1 }`;
    const before = received.length;
    const refused = await inPage(
      `${CLIENT.replace('DIALECT', '{}')} return api.createOrder(${order}).catch(({ code, option, outcome }) => ({ code, option, outcome }));`,
    );
    expect(refused).toEqual({ code: 'UNSUPPORTED', option: 'dangerouslyAllowBrowser', outcome: 'not-sent' });
    expect(received.length).toBe(before);
    const result = await inPage(`${DANGEROUSLY} return api.createOrder(${order});`);
    expect(result).toEqual({ orderId: '3302507625176983697' });
    expect(received.at(-1)).toMatch(/^POST \/fapi\/v1\/order [0-9a-f]{64}$/);
  });

  test('refuses the GET with a body before anything is sent, and names the option that helps', async () => {
    const before = received.length;
    const call = `return api.getOrder({ contractName: 'E', orderId: '3302507625176983697' }).then((order) => order.orderId, ({ code, option, outcome }) => ({ code, option, outcome }));`;
    expect(await inPage(`${CLIENT.replace('DIALECT', '{}')} ${call}`)).toEqual({
      code: 'UNSUPPORTED',
      option: 'dialect.getBody',
      outcome: 'not-sent',
    });
    expect(received.length).toBe(before);
    expect(await inPage(`${CLIENT.replace('DIALECT', 'client.observed')} ${call}`)).toBe('3302507625176983697');
  });

  test('openapi-fetch trades on the sandbox with the middleware of the package', async () => {
    const sandbox = createSandbox();
    await using exchange = await sandbox.listen({ allowOrigins: [new URL(page.url()).origin] });
    const given = JSON.stringify({ baseUrl: exchange.url, credentials: sandbox.credentials });
    const result = await inPage(`
      const { baseUrl, credentials } = ${given};
      const api = createClient({ baseUrl });
      api.use(middleware.parsing(), middleware.signing({ credentials, dialect: { getBody: 'query' }, dangerouslyAllowBrowser: true }));
      const order = { contractName: 'E-BTC-USDT', type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1, price: 64000.5, volume: 1 };
      const { data } = await api.POST('/fapi/v1/order', { body: order });
      const query = { contractName: 'E-BTC-USDT', orderId: data.orderId };
      const found = await api.GET('/fapi/v1/order', { params: { query } });
      return [data.orderId, found.data.orderId];`);
    expect(result).toEqual([expect.stringMatching(/^\d{19}$/), (result as string[])[0]]);
    expect(sandbox.state.accounts[0]!.openOrders).toHaveLength(1);
  });
});
